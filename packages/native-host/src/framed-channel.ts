// Messages in frames over any pair of streams, long ones in chunks: the same for the browser, framed clients and the link.
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
  /** With the text that the message was read from; undefined with a text that was left unread. */
  readonly onMessage: (message: unknown, json: string) => void;
  /** Bytes that are no message. After `too-long` nothing more will be decoded. */
  readonly onProblem: (problem: DecodeProblem, byteLength: number) => void;
}

const HEADER_BYTES = 4;

export class FramedChannel {
  readonly #options: FramedChannelOptions;
  readonly #decoder: FrameDecoder;
  readonly #sender: ChunkSender;
  readonly #assembler: ChunkAssembler;
  #isLeftUnread: (json: string) => boolean = () => false;
  #mayChunk = false;
  #isClosed = false;

  constructor(options: FramedChannelOptions) {
    this.#options = options;
    this.#decoder = new FrameDecoder({ maxBytes: options.maxInBytes });
    this.#sender = new ChunkSender({ post: (json) => this.#post(json), now: options.now });
    this.#assembler = new ChunkAssembler({ post: (ack) => this.#post(JSON.stringify(ack)), now: options.now });
  }

  /** What is held for the other side, in the queue or in messages that it has not wholly acknowledged. */
  get waitingBytes(): number {
    return this.#options.queue.waitingBytes + this.#sender.heldUnits;
  }

  /** After both sides declared the ability. */
  allowChunks(): void {
    this.#mayChunk = true;
    this.#sender.allowChunks();
  }

  /** Messages of these texts are handed on unparsed. */
  leaveUnread(isLeftUnread: (json: string) => boolean): void {
    this.#isLeftUnread = isLeftUnread;
    this.#decoder.leaveUnread(isLeftUnread);
  }

  raiseCap(maxInBytes: number): void {
    this.#decoder.raiseCap(maxInBytes);
  }

  /** A text is JSON already. Throws ERR_FRAME_TOO_LARGE or ERR_RATE_LIMITED for what cannot be sent; `onFailure` is told of what fails later. */
  send(message: object | string, outgoing: Outgoing = {}): void {
    if (!this.#isClosed) this.#sender.send(message, outgoing);
  }

  receive(piece: Uint8Array): void {
    for (const decoded of this.#decoder.push(piece)) {
      if (this.#isClosed) return;
      this.#take(decoded);
    }
  }

  /** Gives up long messages that stopped moving. */
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
      message = this.#isLeftUnread(json) ? undefined : JSON.parse(json);
    } catch {
      this.#options.onProblem('broken-json', json.length);
      return;
    }
    this.#options.onMessage(message, json);
  }

  #post(json: string): void {
    if (this.#isClosed) return;
    const { maxOutBytes, queue } = this.#options;
    // No text has fewer bytes than units, so most of what is too long is told without encoding it.
    const frame = json.length > maxOutBytes ? undefined : encodeFrame(json);
    if (frame === undefined || frame.byteLength - HEADER_BYTES > maxOutBytes) {
      throw new SallyportError('ERR_FRAME_TOO_LARGE', `The message is over ${maxOutBytes} bytes.`, {
        hint: 'Ask for less at once: a part of the page, a smaller picture.',
      });
    }
    queue.push(frame);
  }
}
