// How long an origin may not ask again after the user did not say yes, or after it took its questions back. Kept, so that a restart does not forget it.
import type { Clock } from '@sallyport/protocol';
import * as z from 'zod';
import type { Store } from '../base/store.ts';

const MIN_MS = 30_000;
const MAX_MS = 60 * 60_000;
/** Origins that are remembered; the oldest is dropped. */
const ORIGINS_MAX = 500;

/** Questions that an origin may take back unanswered, as when the user reloads its page, until a wait follows. */
const WITHDRAWN_MAX = 2;

const stored = z.record(
  z.string(),
  z.object({ until: z.number(), waitMs: z.number(), withdrawn: z.number().default(0) }),
);

export class BackOff {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #store: Store;
  #origins: z.infer<typeof stored> = {};

  constructor({ clock, store }: { readonly clock: Pick<Clock, 'now'>; readonly store: Store }) {
    this.#clock = clock;
    this.#store = store;
  }

  async load(): Promise<void> {
    const { data } = stored.safeParse(await this.#store.read());
    this.#origins = { ...data, ...this.#origins };
  }

  /** Milliseconds until the origin may ask; 0 when it may. */
  leftMs(origin: string): number {
    return Math.max(0, (this.#origins[origin]?.until ?? 0) - this.#clock.now());
  }

  /** The user closed the question or said no: each time, the origin waits twice as long. */
  async refused(origin: string): Promise<void> {
    const waitMs = Math.min(MAX_MS, (this.#origins[origin]?.waitMs ?? MIN_MS / 2) * 2);
    await this.#keep(origin, { until: this.#clock.now() + waitMs, waitMs, withdrawn: 0 });
  }

  /** The page left while its question was open: one that does it again and again shows the user window after window. */
  async withdrawn(origin: string): Promise<void> {
    const { until = 0, waitMs = MIN_MS / 2, withdrawn = 0 } = this.#origins[origin] ?? {};
    if (withdrawn >= WITHDRAWN_MAX) await this.refused(origin);
    else await this.#keep(origin, { until, waitMs, withdrawn: withdrawn + 1 });
  }

  /** The user said yes, or took a denial back. */
  async clear(origin: string): Promise<void> {
    const { [origin]: _, ...others } = this.#origins;
    this.#origins = others;
    await this.#store.write(others);
  }

  async #keep(origin: string, wait: z.infer<typeof stored>[string]): Promise<void> {
    const { [origin]: _, ...others } = this.#origins;
    const kept = Object.entries(others).slice(1 - ORIGINS_MAX);
    this.#origins = { ...Object.fromEntries(kept), [origin]: wait };
    await this.#store.write(this.#origins);
  }
}
