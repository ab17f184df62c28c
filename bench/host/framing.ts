// Length framing and nothing more: what the rig and the raw relay cut streams with, so that no parsing is in the limit.

const HEADER_BYTES = 4;

/** Cuts a stream of pieces into payloads; each is joined once, when it is whole. */
export class PayloadCutter {
  #pieces: Buffer[] = [];
  #held = 0;
  #wanted: number | undefined;

  push(piece: Buffer): Buffer[] {
    this.#pieces.push(piece);
    this.#held += piece.length;
    const payloads: Buffer[] = [];
    for (;;) {
      if (this.#wanted === undefined) {
        if (this.#held < HEADER_BYTES) return payloads;
        this.#wanted = this.#take(HEADER_BYTES).readUInt32LE(0);
      }
      if (this.#held < this.#wanted) return payloads;
      payloads.push(this.#take(this.#wanted));
      this.#wanted = undefined;
    }
  }

  #take(length: number): Buffer {
    const all = this.#pieces.length === 1 ? this.#pieces[0] : undefined;
    const joined = all ?? Buffer.concat(this.#pieces);
    this.#held = joined.length - length;
    this.#pieces = this.#held === 0 ? [] : [joined.subarray(length)];
    return joined.subarray(0, length);
  }
}

/** One frame of several parts, in one buffer. */
export function frameOf(...parts: readonly Buffer[]): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, 0),
    0,
  );
  return Buffer.concat([header, ...parts]);
}
