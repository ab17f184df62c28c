// Time that a test turns by hand.

export interface FakeClock {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Runs what falls due, in its order. */
  advance(ms: number): void;
  /** Timers that have not run and were not stopped. */
  readonly pending: number;
}

export function fakeClock(startMs = 1_000_000): FakeClock {
  let nowMs = startMs;
  let timers: { readonly dueMs: number; readonly run: () => void }[] = [];
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = timers.filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs);
        if (next === undefined) break;
        timers = timers.filter((other) => other !== next);
        nowMs = next.dueMs;
        next.run();
      }
      nowMs = endMs;
    },
    get pending() {
      return timers.length;
    },
  };
}
