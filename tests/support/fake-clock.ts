// A clock that stands still until a test moves it.

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

export class FakeClock {
  #nowMs = 1_000_000;
  readonly #timers = new Set<Timer>();

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  readonly now = (): number => this.#nowMs;

  readonly after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  };

  /** Moves on, running what falls due on the way, in its order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (let next = this.#nextBy(endMs); next !== undefined; next = this.#nextBy(endMs)) {
      this.#timers.delete(next);
      this.#nowMs = next.atMs;
      next.run();
    }
    this.#nowMs = endMs;
  }

  #nextBy(endMs: number): Timer | undefined {
    return [...this.#timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}
