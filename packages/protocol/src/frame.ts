// Length-prefixed frames, as in native messaging: four bytes, little-endian, then that many bytes of UTF-8 JSON.
import { Backlog } from './backlog.ts';
import { type Decoded, decodeJson } from './decoded.ts';

const HEADER_BYTES = 4;
const encoder = new TextEncoder();

/** Encodes JSON text as one frame: header and payload in one buffer, to be sent with one write. */
export function encodeFrame(json: string): Uint8Array<ArrayBuffer> {
  // ASCII fits; the rest of a text with other characters needs at most three bytes per unit.
  const frame = new Uint8Array(HEADER_BYTES + json.length);
  const { read, written } = encoder.encodeInto(json, frame.subarray(HEADER_BYTES));
  if (read === json.length) return withHeader(frame, written);
  const grown = new Uint8Array(HEADER_BYTES + written + 3 * (json.length - read));
  grown.set(frame.subarray(0, HEADER_BYTES + written));
  const rest = encoder.encodeInto(json.slice(read), grown.subarray(HEADER_BYTES + written));
  const byteLength = written + rest.written;
  return withHeader(grown, byteLength).subarray(0, HEADER_BYTES + byteLength);
}

function withHeader(frame: Uint8Array<ArrayBuffer>, byteLength: number): Uint8Array<ArrayBuffer> {
  new DataView(frame.buffer).setUint32(0, byteLength, true);
  return frame;
}

/**
 * Turns pieces of bytes back into messages. Reports problems and continues while the framing is intact; after a frame over
 * the cap the start of the next one is unknown, so everything further is ignored.
 */
export class FrameDecoder {
  #maxBytes: number;
  readonly #backlog = new Backlog();
  #payloadBytes: number | undefined;
  #isLost = false;
  #isUnparsed: (json: string) => boolean = () => false;

  constructor(options: { readonly maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  /** An authenticated peer may send larger frames from now on. */
  raiseCap(maxBytes: number): void {
    this.#maxBytes = Math.max(this.#maxBytes, maxBytes);
  }

  /** Messages for which this returns true are not parsed. */
  skipParsing(isUnparsed: (json: string) => boolean): void {
    this.#isUnparsed = isUnparsed;
  }

  /** True after a frame over the cap. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Bytes of an incomplete message. */
  get heldBytes(): number {
    return this.#backlog.byteLength;
  }

  get copiedBytes(): number {
    return this.#backlog.copiedBytes;
  }

  push(piece: Uint8Array): Decoded[] {
    if (this.#isLost) return [];
    this.#backlog.push(piece);
    const decoded: Decoded[] = [];
    for (let next = this.#next(); next !== undefined; next = this.#next()) decoded.push(next);
    return decoded;
  }

  #next(): Decoded | undefined {
    if (this.#isLost) return undefined;
    if (this.#payloadBytes === undefined) {
      if (this.#backlog.byteLength < HEADER_BYTES) return undefined;
      const byteLength = this.#backlog.takeUint32();
      if (byteLength === 0) return { ok: false, problem: 'empty', byteLength };
      if (byteLength > this.#maxBytes) return this.#lose(byteLength);
      this.#payloadBytes = byteLength;
    }
    if (this.#backlog.byteLength < this.#payloadBytes) return undefined;
    const payload = this.#backlog.take(this.#payloadBytes);
    this.#payloadBytes = undefined;
    return decodeJson(payload, this.#isUnparsed);
  }

  #lose(byteLength: number): Decoded {
    this.#isLost = true;
    this.#backlog.clear();
    return { ok: false, problem: 'too-long', byteLength };
  }
}
