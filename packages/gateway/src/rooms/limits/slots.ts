// Admit: limits how many calls of one session or origin run at once. More wait in order, in a bounded queue and for a bounded time.
import { limits, SallyportError } from '@sallyport/protocol';

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: unknown) => void;
}

interface Lane {
  taken: number;
  readonly queue: Set<Waiting>;
}

/** How many may run at once under one name, and how many may wait. */
export interface Bounds {
  readonly slots: number;
  readonly queue: number;
}

export interface SlotsOptions extends Partial<Bounds> {
  readonly waitMs?: number;
}

export class Slots {
  /** The default, for agents. */
  readonly #bounds: Bounds;
  readonly #waitMs: number;
  readonly #lanes = new Map<string, Lane>();
  #onFree: (() => void)[] = [];

  constructor(options: SlotsOptions = {}) {
    this.#bounds = { slots: options.slots ?? limits.agent.slots, queue: options.queue ?? limits.agent.slotQueue };
    this.#waitMs = options.waitMs ?? limits.agent.slotWaitMs;
  }

  /** Slots taken now, of all sessions together. */
  get taken(): number {
    return [...this.#lanes.values()].reduce((sum, { taken }) => sum + taken, 0);
  }

  /** Resolves when no slot is taken. */
  async whenFree(): Promise<void> {
    if (this.#lanes.size > 0) await new Promise<void>((resolve) => this.#onFree.push(resolve));
  }

  /** Slots taken under one name. */
  takenBy(name: string): number {
    return this.#lanes.get(name)?.taken ?? 0;
  }

  /** Whether the next call under this name would have to wait. */
  isFull(name: string, bounds: Bounds = this.#bounds): boolean {
    return this.takenBy(name) >= bounds.slots;
  }

  /** Resolves with the function that frees the slot; calling that again does nothing. */
  async take(name: string, signal: AbortSignal, bounds: Bounds = this.#bounds): Promise<() => void> {
    signal.throwIfAborted();
    const lane = this.#lane(name);
    if (lane.taken < bounds.slots) lane.taken += 1;
    else await this.#wait(lane, signal, bounds);
    return this.#freeOnce(name, lane);
  }

  /** Takes a slot without waiting, or throws. */
  takeNow(name: string, bounds: Bounds = this.#bounds): () => void {
    const lane = this.#lane(name);
    if (lane.taken >= bounds.slots) throw tooMany(`${bounds.slots} are under way`);
    lane.taken += 1;
    return this.#freeOnce(name, lane);
  }

  #lane(name: string): Lane {
    const lane = this.#lanes.get(name) ?? { taken: 0, queue: new Set() };
    this.#lanes.set(name, lane);
    return lane;
  }

  #freeOnce(name: string, lane: Lane): () => void {
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      this.#free(name, lane);
    };
  }

  async #wait(lane: Lane, signal: AbortSignal, { queue }: Bounds): Promise<void> {
    if (lane.queue.size >= queue) throw tooMany(`${queue} calls wait already`);
    let waiting: Waiting | undefined;
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        waiting = { admit: resolve, refuse: reject };
        lane.queue.add(waiting);
        timer = setTimeout(() => reject(tooMany('none ended in time')), this.#waitMs);
        onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort);
      });
    } finally {
      if (waiting !== undefined) lane.queue.delete(waiting);
      clearTimeout(timer);
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    }
  }

  /** The slot passes to the longest waiting call, so `taken` does not change. */
  #free(name: string, lane: Lane): void {
    const [next] = lane.queue;
    if (next !== undefined) {
      lane.queue.delete(next);
      next.admit();
      return;
    }
    lane.taken -= 1;
    if (lane.taken > 0) return;
    this.#lanes.delete(name);
    if (this.#lanes.size === 0) for (const resolve of this.#onFree.splice(0)) resolve();
  }
}

function tooMany(what: string): SallyportError {
  return new SallyportError('ERR_RATE_LIMITED', `This caller has too many calls running: ${what}.`, {
    hint: 'Wait until some have ended and call again; this call has not run.',
    data: { outcome: 'not_run', limit: 'slots' },
  });
}
