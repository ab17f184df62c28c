// Newline-delimited JSON, the protocol of line clients.
import { Backlog } from './backlog.ts';
import { type Decoded, decodeJson } from './decoded.ts';

const NEWLINE = 0x0a;

/** Turns pieces of bytes back into one message per line. A line over the cap ends the decoding. */
export class LineDecoder {
  readonly #maxBytes: number;
  readonly #backlog = new Backlog();
  #isLost = false;

  constructor(options: { readonly maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get heldBytes(): number {
    return this.#backlog.byteLength;
  }

  push(piece: Uint8Array): Decoded[] {
    const decoded: Decoded[] = [];
    let rest = piece;
    while (!this.#isLost) {
      const end = rest.indexOf(NEWLINE);
      const line = end === -1 ? rest : rest.subarray(0, end);
      const byteLength = this.#backlog.byteLength + line.byteLength;
      if (byteLength > this.#maxBytes) {
        this.#isLost = true;
        this.#backlog.clear();
        decoded.push({ ok: false, problem: 'too-long', byteLength });
        break;
      }
      this.#backlog.push(line);
      if (end === -1) break;
      rest = rest.subarray(end + 1);
      // Ignores blank lines, which people type.
      if (byteLength > 0) decoded.push(decodeJson(this.#backlog.take(byteLength)));
    }
    return decoded;
  }
}
