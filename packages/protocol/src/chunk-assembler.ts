// Reassembles long messages from chunks, with limits on count, size and age.
import type { Ack, Chunk } from './chunk-sender.ts';
import { tooLarge } from './chunk-sender.ts';
import { SallyportError, toWireError } from './error.ts';
import { limits } from './limits.ts';

export type Assembled =
  | { readonly state: 'more' }
  | { readonly state: 'complete'; readonly json: string }
  /** The message was dropped and the sender notified. */
  | { readonly state: 'failed'; readonly error: SallyportError };

interface Assembly {
  readonly parts: string[];
  units: number;
  progressAtMs: number;
}

export interface ChunkAssemblerOptions {
  /** Sends an acknowledgement. */
  readonly post: (ack: Ack) => void;
  readonly now: () => number;
}

const MORE: Assembled = { state: 'more' };
/** How many ids of dropped messages are remembered, so that their remaining chunks are ignored. */
const REMEMBERED_FAILURES = 64;

/** One per connection. Its owner calls `sweep` from time to time. */
export class ChunkAssembler {
  readonly #post: (ack: Ack) => void;
  readonly #now: () => number;
  readonly #assemblies = new Map<string, Assembly>();
  readonly #failedIds = new Set<string>();
  #heldUnits = 0;

  constructor(options: ChunkAssemblerOptions) {
    this.#post = options.post;
    this.#now = options.now;
  }

  /** UTF-16 units of incomplete messages. */
  get heldUnits(): number {
    return this.#heldUnits;
  }

  receive(chunk: Chunk): Assembled {
    this.sweep();
    const assembly = this.#assemblies.get(chunk.id);
    if (assembly === undefined && this.#failedIds.has(chunk.id)) return MORE;
    if (chunk.abort === true) {
      this.#forget(chunk.id);
      return MORE;
    }
    const fault = this.#faultOf(chunk, assembly);
    if (fault !== undefined) return this.#fail(chunk, fault);
    const current = assembly ?? this.#begin(chunk.id);
    current.parts.push(chunk.data);
    current.units += chunk.data.length;
    current.progressAtMs = this.#now();
    this.#heldUnits += chunk.data.length;
    this.#post({ type: 'ack', id: chunk.id, seq: chunk.seq });
    if (!chunk.last) return MORE;
    this.#forget(chunk.id);
    return { state: 'complete', json: current.parts.join('') };
  }

  /** Drops messages without a new chunk for too long. The sender is notified when it sends another one. */
  sweep(): void {
    const oldest = this.#now() - limits.chunk.idleMs;
    for (const [id, assembly] of this.#assemblies) {
      if (assembly.progressAtMs <= oldest) this.#forget(id);
    }
  }

  #begin(id: string): Assembly {
    const assembly: Assembly = { parts: [], units: 0, progressAtMs: this.#now() };
    this.#assemblies.set(id, assembly);
    return assembly;
  }

  #faultOf(chunk: Chunk, assembly: Assembly | undefined): SallyportError | undefined {
    const expected = assembly?.parts.length ?? 0;
    if (assembly === undefined && chunk.seq !== 0) return broken(`chunk ${chunk.seq} belongs to no open message`);
    if (chunk.seq < expected) return broken(`chunk ${chunk.seq} came twice`);
    if (chunk.seq > expected) return broken(`chunk ${expected} is missing before chunk ${chunk.seq}`);
    if (chunk.data.length > limits.chunk.maxUnits) return broken(`a chunk of ${chunk.data.length} units is too long`);
    if (chunk.data.length === 0) return broken('a chunk is empty');
    if ((assembly?.units ?? 0) + chunk.data.length > limits.chunk.messageMaxUnits) return tooLarge();
    if (assembly === undefined && this.#assemblies.size >= limits.chunk.maxMessages) {
      return new SallyportError('ERR_RATE_LIMITED', 'Too many large messages are being transferred at once.');
    }
    if (this.#heldUnits + chunk.data.length > limits.chunk.totalMaxUnits) {
      return new SallyportError(
        'ERR_RATE_LIMITED',
        'The large messages that are being transferred are too large in total.',
      );
    }
    return undefined;
  }

  #fail(chunk: Chunk, error: SallyportError): Assembled {
    this.#forget(chunk.id);
    this.#failedIds.add(chunk.id);
    const [oldest] = this.#failedIds;
    if (this.#failedIds.size > REMEMBERED_FAILURES && oldest !== undefined) this.#failedIds.delete(oldest);
    this.#post({ type: 'ack', id: chunk.id, seq: chunk.seq, error: toWireError(error) });
    return { state: 'failed', error };
  }

  #forget(id: string): void {
    this.#heldUnits -= this.#assemblies.get(id)?.units ?? 0;
    this.#assemblies.delete(id);
  }
}

function broken(reason: string): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', `A large message was dropped: ${reason}.`);
}
