// Sends a message of any size: a short one as it is, a long one in chunks within a window, so that a ping passes between.
import { fromWireError, SallyportError, type WireError } from './error.ts';
import { limits } from './limits.ts';

/** A piece of a long message's JSON text. `seq` counts from 0; `abort` tells the receiver that no more will come. */
export interface Chunk {
  readonly type: 'chunk';
  readonly id: string;
  readonly seq: number;
  readonly last: boolean;
  readonly data: string;
  readonly abort?: true;
}

/** Says that the chunks up to `seq` have arrived, or with `error` that the receiver gave the message up. */
export interface Ack {
  readonly type: 'ack';
  readonly id: string;
  readonly seq: number;
  readonly error?: WireError;
}

export interface Outgoing {
  /** Told at most once, when the message cannot be delivered whole. */
  readonly onFailure?: (error: SallyportError) => void;
}

interface Transfer extends Outgoing {
  readonly id: string;
  readonly json: string;
  readonly chunkCount: number;
  nextSeq: number;
  acknowledged: number;
  movedAtMs: number;
}

export interface ChunkSenderOptions<Message = object | string> {
  /** Takes one frame: its JSON text, and what that was made from, for a port that writes JSON itself. */
  readonly post: (json: string, frame: Message | Chunk) => void;
  readonly now: () => number;
}

/** One for each direction of a connection. Its owner calls `sweep` from time to time and `close` at the end. */
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

  /** Chunks are used only after both sides said so in their hello. */
  allowChunks(): void {
    this.#mayChunk = true;
  }

  get openTransfers(): number {
    return this.#transfers.size;
  }

  /** UTF-16 units of the messages that are not wholly acknowledged yet. */
  get heldUnits(): number {
    let units = 0;
    for (const { json } of this.#transfers.values()) units += json.length;
    return units;
  }

  /** A text is JSON already. Posts at once or begins a transfer. Throws ERR_FRAME_TOO_LARGE or ERR_RATE_LIMITED when it can do neither. */
  send(message: Message, outgoing: Outgoing = {}): void {
    const json = typeof message === 'string' ? message : JSON.stringify(message);
    if (json.length <= limits.chunk.maxUnits || !this.#mayChunk) {
      this.#post(json, message);
      return;
    }
    if (json.length > limits.chunk.messageMaxUnits) throw tooLarge();
    if (this.#transfers.size >= limits.chunk.maxMessages) {
      throw new SallyportError('ERR_RATE_LIMITED', 'Too many large messages are on their way at once.', {
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
      movedAtMs: this.#now(),
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
    transfer.movedAtMs = this.#now();
    if (transfer.acknowledged === transfer.chunkCount) this.#transfers.delete(transfer.id);
    else this.#fillWindow(transfer);
  }

  /** Gives up the transfers that no acknowledgement moved for too long, and tells the receiver. */
  sweep(): void {
    const oldest = this.#now() - limits.chunk.idleMs;
    for (const transfer of [...this.#transfers.values()]) {
      if (transfer.movedAtMs > oldest) continue;
      this.#postChunk({ type: 'chunk', id: transfer.id, seq: transfer.nextSeq, last: true, data: '', abort: true });
      this.#fail(transfer, new SallyportError('ERR_SERVER_UNAVAILABLE', 'The receiver stopped taking the message.'));
    }
  }

  /** Fails whatever is still on its way. */
  close(): void {
    for (const transfer of [...this.#transfers.values()]) {
      this.#fail(transfer, new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection closed in mid-message.'));
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
  return new SallyportError('ERR_FRAME_TOO_LARGE', 'The message is over 64 MiB, which is more than the wire carries.', {
    hint: 'Ask for less at a time.',
  });
}
