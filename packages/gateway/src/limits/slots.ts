// Admit: so many calls of one stay run at once; more wait in order, for a bounded time and in a bounded queue.
import { limits, SallyportError } from '@sallyport/protocol';

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: unknown) => void;
}

interface Lane {
  taken: number;
  readonly queue: Set<Waiting>;
}

export interface SlotsOptions {
  readonly slots?: number;
  readonly queue?: number;
  readonly waitMs?: number;
}

export class Slots {
  readonly #slots: number;
  readonly #queue: number;
  readonly #waitMs: number;
  readonly #lanes = new Map<string, Lane>();
  #onFree: (() => void)[] = [];

  constructor(options: SlotsOptions = {}) {
    this.#slots = options.slots ?? limits.agent.slots;
    this.#queue = options.queue ?? limits.agent.slotQueue;
    this.#waitMs = options.waitMs ?? limits.agent.slotWaitMs;
  }

  /** Slots taken now, of all stays together. */
  get taken(): number {
    return [...this.#lanes.values()].reduce((sum, { taken }) => sum + taken, 0);
  }

  /** Resolves when no slot is taken. */
  async whenFree(): Promise<void> {
    if (this.#lanes.size > 0) await new Promise<void>((resolve) => this.#onFree.push(resolve));
  }

  /** Slots that one stay has taken. */
  takenBy(stay: string): number {
    return this.#lanes.get(stay)?.taken ?? 0;
  }

  /** Resolves with the function that gives the slot back; calling that again does nothing. */
  async take(stay: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const lane = this.#lanes.get(stay) ?? { taken: 0, queue: new Set() };
    this.#lanes.set(stay, lane);
    if (lane.taken < this.#slots) lane.taken += 1;
    else await this.#wait(lane, signal);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#giveBack(stay, lane);
    };
  }

  async #wait(lane: Lane, signal: AbortSignal): Promise<void> {
    if (lane.queue.size >= this.#queue) throw tooMany(`${this.#queue} calls wait already`);
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

  /** The slot goes to whoever waits longest, so `taken` stays as it is. */
  #giveBack(stay: string, lane: Lane): void {
    const [next] = lane.queue;
    if (next !== undefined) {
      lane.queue.delete(next);
      next.admit();
      return;
    }
    lane.taken -= 1;
    if (lane.taken > 0) return;
    this.#lanes.delete(stay);
    if (this.#lanes.size === 0) for (const resolve of this.#onFree.splice(0)) resolve();
  }
}

function tooMany(what: string): SallyportError {
  return new SallyportError('ERR_RATE_LIMITED', `Too many calls of this agent run at once: ${what}.`, {
    hint: 'Wait for some of them to end and call again; this call has not run.',
    data: { outcome: 'not_run' },
  });
}
