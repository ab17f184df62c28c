// Framed messages over a pair of streams, with long ones in chunks. Used for the browser, framed clients and the link.
import {
  ChunkAssembler,
  ChunkSender,
  type Decoded,
  type DecodeProblem,
  encodeFrame,
  FrameDecoder,
  isRecord,
  type Outgoing,
  parseLinkMessage,
  SallyportError,
} from '@sallyport/protocol';
import type { OutputQueue } from './output-queue.ts';

export interface FramedChannelOptions {
  readonly queue: OutputQueue;
  readonly maxInBytes: number;
  readonly maxOutBytes: number;
  readonly now: () => number;
  /** `message` is undefined when the text was left unparsed. */
  readonly onMessage: (message: unknown, json: string) => void;
  /** Called for bytes that cannot be decoded. After `too-long` nothing more is decoded. */
  readonly onProblem: (problem: DecodeProblem, byteLength: number) => void;
}

const HEADER_BYTES = 4;

export class FramedChannel {
  readonly #options: FramedChannelOptions;
  readonly #decoder: FrameDecoder;
  readonly #sender: ChunkSender;
  readonly #assembler: ChunkAssembler;
  #isUnparsed: (json: string) => boolean = () => false;
  #mayChunk = false;
  #isClosed = false;

  constructor(options: FramedChannelOptions) {
    this.#options = options;
    this.#decoder = new FrameDecoder({ maxBytes: options.maxInBytes });
    this.#sender = new ChunkSender({ post: (json) => this.#post(json), now: options.now });
    this.#assembler = new ChunkAssembler({ post: (ack) => this.#post(JSON.stringify(ack)), now: options.now });
  }

  /** Bytes in the queue and in long messages that the other side has not fully acknowledged. */
  get waitingBytes(): number {
    return this.#options.queue.waitingBytes + this.#sender.heldUnits;
  }

  /** Call it when both sides have declared the capability. */
  allowChunks(): void {
    this.#mayChunk = true;
    this.#sender.allowChunks();
  }

  /** Passes on messages without parsing them where this returns true. */
  skipParsing(isUnparsed: (json: string) => boolean): void {
    this.#isUnparsed = isUnparsed;
    this.#decoder.skipParsing(isUnparsed);
  }

  raiseCap(maxInBytes: number): void {
    this.#decoder.raiseCap(maxInBytes);
  }

  /** A string is JSON already. Throws ERR_FRAME_TOO_LARGE or ERR_RATE_LIMITED; later failures go to `onFailure`. */
  send(message: object | string, outgoing: Outgoing = {}): void {
    if (!this.#isClosed) this.#sender.send(message, outgoing);
  }

  receive(piece: Uint8Array): void {
    for (const decoded of this.#decoder.push(piece)) {
      if (this.#isClosed) return;
      this.#take(decoded);
    }
  }

  /** Drops long messages that made no progress for too long. */
  sweep(): void {
    this.#sender.sweep();
    this.#assembler.sweep();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sender.close();
  }

  #take(decoded: Decoded): void {
    if (!decoded.ok) {
      this.#options.onProblem(decoded.problem, decoded.byteLength);
      return;
    }
    const { message, json } = decoded;
    const isPiece = this.#mayChunk && isRecord(message) && (message.type === 'chunk' || message.type === 'ack');
    const part = isPiece ? parseLinkMessage(message) : undefined;
    if (part?.type === 'ack') {
      this.#sender.acknowledge(part);
    } else if (part?.type === 'chunk') {
      const assembled = this.#assembler.receive(part);
      if (assembled.state === 'complete') this.#takeAssembled(assembled.json);
    } else {
      this.#options.onMessage(message, json);
    }
  }

  #takeAssembled(json: string): void {
    let message: unknown;
    try {
      message = this.#isUnparsed(json) ? undefined : JSON.parse(json);
    } catch {
      this.#options.onProblem('broken-json', json.length);
      return;
    }
    this.#options.onMessage(message, json);
  }

  #post(json: string): void {
    if (this.#isClosed) return;
    const { maxOutBytes, queue } = this.#options;
    // A text has at least as many bytes as UTF-16 units, so most oversized messages are rejected without encoding them.
    const frame = json.length > maxOutBytes ? undefined : encodeFrame(json);
    if (frame === undefined || frame.byteLength - HEADER_BYTES > maxOutBytes) {
      throw new SallyportError('ERR_FRAME_TOO_LARGE', `The message is over ${maxOutBytes} bytes.`, {
        hint: 'Ask for less at once: a part of the page, a smaller picture.',
      });
    }
    queue.push(frame);
  }
}
