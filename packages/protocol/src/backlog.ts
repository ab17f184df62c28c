// Bytes that arrived and are not decoded yet: a list of pieces, never joined until a whole message is there.

/** A run of pieces shorter than this is gathered, or a peer that trickles single bytes costs us a hundred times their size. */
const GATHER_BELOW_BYTES = 1024;
const GATHER_BYTES = 16 * 1024;

/** Keeps the pieces it is given: whoever pushes must not write to them again. */
export class Backlog {
  #pieces: Uint8Array[] = [];
  #byteLength = 0;
  #copiedBytes = 0;
  /** The buffer that short pieces are gathered in; it stands last in the list, filled up to `used`. */
  #gather: { readonly bytes: Uint8Array; used: number } | undefined;

  get byteLength(): number {
    return this.#byteLength;
  }

  /** How many bytes were copied so far, to show that the backlog is not copied again and again. */
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
    const last = this.#pieces.at(-1);
    bytes.set(piece, used);
    this.#copiedBytes += piece.byteLength;
    this.#gather.used = used + piece.byteLength;
    // The last piece may have lost its front to take(): only its end moves.
    const start = used - (last?.byteLength ?? 0);
    this.#pieces[this.#pieces.length - 1] = bytes.subarray(start, this.#gather.used);
  }

  /** The next bytes, as a view where they lie in one piece and as one copy where they do not. Needs enough of them. */
  take(byteLength: number): Uint8Array {
    const first = this.#pieces[0];
    if (first === undefined || byteLength > this.#byteLength) throw new RangeError('not enough bytes in the backlog');
    this.#byteLength -= byteLength;
    if (first.byteLength > byteLength) {
      this.#pieces[0] = first.subarray(byteLength);
      return first.subarray(0, byteLength);
    }
    if (first.byteLength === byteLength) {
      this.#drop(1);
      return first;
    }
    return this.#join(byteLength);
  }

  #join(byteLength: number): Uint8Array {
    const joined = new Uint8Array(byteLength);
    let filled = 0;
    let used = 0;
    for (const piece of this.#pieces) {
      const wanted = byteLength - filled;
      if (piece.byteLength > wanted) {
        joined.set(piece.subarray(0, wanted), filled);
        this.#pieces[used] = piece.subarray(wanted);
        break;
      }
      joined.set(piece, filled);
      filled += piece.byteLength;
      used += 1;
      if (filled === byteLength) break;
    }
    this.#drop(used);
    this.#copiedBytes += byteLength;
    return joined;
  }

  #drop(count: number): void {
    this.#pieces.splice(0, count);
    if (this.#pieces.length === 0) this.#gather = undefined;
  }

  clear(): void {
    this.#pieces = [];
    this.#gather = undefined;
    this.#byteLength = 0;
  }
}
