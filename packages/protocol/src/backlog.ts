// Received bytes that are not decoded yet: a list of pieces that are joined only when a message is complete.

/** Consecutive pieces shorter than this are copied into one buffer: a list of single bytes would take a hundred times their size. */
const GATHER_BELOW_BYTES = 1024;
const GATHER_BYTES = 16 * 1024;

/** Keeps references to the pieces: do not modify them after `push`. */
export class Backlog {
  #pieces: Uint8Array[] = [];
  /** Offset in the first piece. Cheaper than a new view after each short message. */
  #start = 0;
  #byteLength = 0;
  #copiedBytes = 0;
  /** The buffer for short pieces: the last item of the list, filled up to `used`. */
  #gather: { readonly bytes: Uint8Array; used: number } | undefined;

  get byteLength(): number {
    return this.#byteLength;
  }

  /** How many bytes were copied so far. Tests use it to show that bytes are not copied repeatedly. */
  get copiedBytes(): number {
    return this.#copiedBytes;
  }

  push(piece: Uint8Array): void {
    if (piece.byteLength === 0) return;
    this.#byteLength += piece.byteLength;
    const last = this.#pieces.at(-1);
    const isInRun = this.#gather !== undefined || (last !== undefined && last.byteLength < GATHER_BELOW_BYTES);
    if (isInRun && piece.byteLength < GATHER_BELOW_BYTES) {
      this.#gatherShort(piece);
      return;
    }
    this.#gather = undefined;
    this.#pieces.push(piece);
  }

  #gatherShort(piece: Uint8Array): void {
    if (this.#gather === undefined || this.#gather.used + piece.byteLength > GATHER_BYTES) {
      this.#gather = { bytes: new Uint8Array(GATHER_BYTES), used: 0 };
      this.#pieces.push(this.#gather.bytes.subarray(0, 0));
    }
    const { bytes, used } = this.#gather;
    bytes.set(piece, used);
    this.#copiedBytes += piece.byteLength;
    this.#gather.used = used + piece.byteLength;
    this.#pieces[this.#pieces.length - 1] = bytes.subarray(0, this.#gather.used);
  }

  /** The next four bytes as a little-endian number. At least four must be available. */
  takeUint32(): number {
    const first = this.#pieces[0];
    const end = this.#start + 4;
    if (first === undefined || end >= first.byteLength) return readUint32(this.take(4), 0);
    this.#start = end;
    this.#byteLength -= 4;
    return readUint32(first, end - 4);
  }

  /** The next bytes: a view if they are in one piece, otherwise a copy. Throws if there are too few. */
  take(byteLength: number): Uint8Array {
    const first = this.#pieces[0];
    if (first === undefined || byteLength > this.#byteLength) throw new RangeError('not enough bytes in the backlog');
    this.#byteLength -= byteLength;
    const end = this.#start + byteLength;
    if (end > first.byteLength) return this.#join(byteLength);
    const taken = first.subarray(this.#start, end);
    this.#start = end;
    if (end === first.byteLength) this.#drop(1);
    return taken;
  }

  #join(byteLength: number): Uint8Array {
    const joined = new Uint8Array(byteLength);
    let filled = 0;
    let whole = 0;
    let start = this.#start;
    for (const piece of this.#pieces) {
      const end = Math.min(piece.byteLength, start + byteLength - filled);
      joined.set(piece.subarray(start, end), filled);
      filled += end - start;
      start = end;
      if (end < piece.byteLength) break;
      whole += 1;
      start = 0;
      if (filled === byteLength) break;
    }
    this.#drop(whole);
    this.#start = start;
    this.#copiedBytes += byteLength;
    return joined;
  }

  /** Drops pieces that were read completely. */
  #drop(count: number): void {
    this.#pieces.splice(0, count);
    this.#start = 0;
    if (this.#pieces.length === 0) this.#gather = undefined;
  }

  clear(): void {
    this.#pieces = [];
    this.#start = 0;
    this.#gather = undefined;
    this.#byteLength = 0;
  }
}

/** Without a DataView, which costs more than the rest of the decoding for short messages. */
function readUint32(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let index = at + 3; index >= at; index -= 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}
