// Length-prefixed frames: four bytes, little-endian, then that many bytes of UTF-8 JSON (seeds 000, 001, 003).
import { Backlog } from './backlog.ts';
import { type Decoded, decodeJson } from './decoded.ts';

const HEADER_BYTES = 4;
const encoder = new TextEncoder();

/** JSON text as one frame, header and payload in one buffer, so that it leaves in one write. */
export function encodeFrame(json: string): Uint8Array<ArrayBuffer> {
  // ASCII fits at once; only the rest of a text with other characters asks for more room, three bytes a unit at most.
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
 * Turns bytes, cut anywhere, back into messages. Reports what is wrong and goes on while the framing is intact; after a
 * frame over the cap the place of the next one is unknown, and everything further is ignored.
 */
export class FrameDecoder {
  #maxBytes: number;
  readonly #backlog = new Backlog();
  #payloadBytes: number | undefined;
  #isLost = false;
  #isLeftUnread: (json: string) => boolean = () => false;

  constructor(options: { readonly maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  /** A peer that proved who it is may send more from its next frame on. */
  raiseCap(maxBytes: number): void {
    this.#maxBytes = Math.max(this.#maxBytes, maxBytes);
  }

  /** Messages of these texts are not parsed. */
  leaveUnread(isLeftUnread: (json: string) => boolean): void {
    this.#isLeftUnread = isLeftUnread;
  }

  /** True after a frame over the cap. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Bytes held for a message that is not whole yet. */
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
    return decodeJson(payload, this.#isLeftUnread);
  }

  #lose(byteLength: number): Decoded {
    this.#isLost = true;
    this.#backlog.clear();
    return { ok: false, problem: 'too-long', byteLength };
  }
}
