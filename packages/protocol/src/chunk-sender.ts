// Sends messages of any size: long ones in chunks with a window, so that short messages can pass in between.
import { fromWireError, SallyportError, type WireError } from './error.ts';
import { limits } from './limits.ts';

/** A piece of a long message's JSON text. `seq` counts from 0; `abort` means that no more will follow. */
export interface Chunk {
  readonly type: 'chunk';
  readonly id: string;
  readonly seq: number;
  readonly last: boolean;
  readonly data: string;
  readonly abort?: true;
}

/** Confirms the chunks up to `seq`, or reports with `error` that the receiver dropped the message. */
export interface Ack {
  readonly type: 'ack';
  readonly id: string;
  readonly seq: number;
  readonly error?: WireError;
}

export interface Outgoing {
  /** Called at most once, when the message cannot be delivered completely. */
  readonly onFailure?: (error: SallyportError) => void;
}

interface Transfer extends Outgoing {
  readonly id: string;
  readonly json: string;
  readonly chunkCount: number;
  nextSeq: number;
  acknowledged: number;
  progressAtMs: number;
}

export interface ChunkSenderOptions<Message = object | string> {
  /** Sends one frame: its JSON text, and the object itself for ports that serialise on their own. */
  readonly post: (json: string, frame: Message | Chunk) => void;
  readonly now: () => number;
}

/** One per connection. Its owner calls `sweep` from time to time and `close` at the end. */
export class ChunkSender<Message extends object | string = object | string> {
  readonly #post: ChunkSenderOptions<Message>['post'];
  readonly #now: () => number;
  readonly #transfers = new Map<string, Transfer>();
  #mayChunk = false;
  #nextId = 1;

  constructor(options: ChunkSenderOptions<Message>) {
    this.#post = options.post;
    this.#now = options.now;
  }

  /** Call it when both sides have declared the capability in their hello. */
  allowChunks(): void {
    this.#mayChunk = true;
  }

  get openTransfers(): number {
    return this.#transfers.size;
  }

  /** UTF-16 units of messages that are not fully acknowledged. */
  get heldUnits(): number {
    let units = 0;
    for (const { json } of this.#transfers.values()) units += json.length;
    return units;
  }

  /** A string is JSON already. Sends at once or in chunks. Throws ERR_FRAME_TOO_LARGE or ERR_RATE_LIMITED if neither is possible. */
  send(message: Message, outgoing: Outgoing = {}): void {
    const json = typeof message === 'string' ? message : JSON.stringify(message);
    if (json.length <= limits.chunk.maxUnits || !this.#mayChunk) {
      this.#post(json, message);
      return;
    }
    if (json.length > limits.chunk.messageMaxUnits) throw tooLarge();
    if (this.#transfers.size >= limits.chunk.maxMessages) {
      throw new SallyportError('ERR_RATE_LIMITED', 'Too many large messages are being transferred at once.', {
        hint: 'Wait for one of them to arrive and try again.',
      });
    }
    const transfer: Transfer = {
      ...outgoing,
      id: String(this.#nextId++),
      json,
      chunkCount: Math.ceil(json.length / limits.chunk.maxUnits),
      nextSeq: 0,
      acknowledged: 0,
      progressAtMs: this.#now(),
    };
    this.#transfers.set(transfer.id, transfer);
    this.#fillWindow(transfer);
  }

  acknowledge(ack: Ack): void {
    const transfer = this.#transfers.get(ack.id);
    if (transfer === undefined) return;
    if (ack.error !== undefined) {
      this.#fail(transfer, fromWireError(ack.error));
      return;
    }
    if (!Number.isInteger(ack.seq) || ack.seq < transfer.acknowledged || ack.seq >= transfer.nextSeq) return;
    transfer.acknowledged = ack.seq + 1;
    transfer.progressAtMs = this.#now();
    if (transfer.acknowledged === transfer.chunkCount) this.#transfers.delete(transfer.id);
    else this.#fillWindow(transfer);
  }

  /** Aborts transfers without an acknowledgement for too long, and notifies the receiver. */
  sweep(): void {
    const oldest = this.#now() - limits.chunk.idleMs;
    for (const transfer of [...this.#transfers.values()]) {
      if (transfer.progressAtMs > oldest) continue;
      this.#postChunk({ type: 'chunk', id: transfer.id, seq: transfer.nextSeq, last: true, data: '', abort: true });
      this.#fail(transfer, new SallyportError('ERR_SERVER_UNAVAILABLE', 'The receiver stopped accepting the message.'));
    }
  }

  /** Fails all open transfers. */
  close(): void {
    for (const transfer of [...this.#transfers.values()]) {
      this.#fail(transfer, new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection closed during the message.'));
    }
  }

  #fillWindow(transfer: Transfer): void {
    const end = Math.min(transfer.chunkCount, transfer.acknowledged + limits.chunk.window);
    for (; transfer.nextSeq < end; transfer.nextSeq += 1) {
      const start = transfer.nextSeq * limits.chunk.maxUnits;
      this.#postChunk({
        type: 'chunk',
        id: transfer.id,
        seq: transfer.nextSeq,
        last: transfer.nextSeq === transfer.chunkCount - 1,
        data: transfer.json.slice(start, start + limits.chunk.maxUnits),
      });
    }
  }

  #postChunk(chunk: Chunk): void {
    this.#post(JSON.stringify(chunk), chunk);
  }

  #fail(transfer: Transfer, error: SallyportError): void {
    this.#transfers.delete(transfer.id);
    transfer.onFailure?.(error);
  }
}

export function tooLarge(): SallyportError {
  return new SallyportError('ERR_FRAME_TOO_LARGE', 'The message is over the limit of 64 MiB.', {
    hint: 'Request less at once.',
  });
}
