// Admit: how many calls each origin has made in the current span of time, such as a minute or an hour.
import { BoundedMap, limits } from '@sallyport/protocol';

export interface PaceOptions {
  readonly now: () => number;
  readonly spanMs: number;
  readonly max: number;
}

export class Pace {
  readonly #options: PaceOptions;
  readonly #spans = new BoundedMap<string, { readonly startedAt: number; calls: number }>(limits.webOrigin.runs);

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Counts a call. The returned function takes it back once; undefined when the origin has none left. */
  take(origin: string): (() => void) | undefined {
    const span = this.#current(origin) ?? { startedAt: this.#options.now(), calls: 0 };
    this.#spans.set(origin, span);
    if (span.calls >= this.#options.max) return undefined;
    span.calls += 1;
    let isBack = false;
    return () => {
      if (!isBack) span.calls -= 1;
      isBack = true;
    };
  }

  callsOf(origin: string): number {
    return this.#current(origin)?.calls ?? 0;
  }

  #current(origin: string) {
    const known = this.#spans.get(origin);
    const { now, spanMs } = this.#options;
    return known === undefined || now() - known.startedAt >= spanMs ? undefined : known;
  }
}
