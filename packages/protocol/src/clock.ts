// Time, handed in wherever it is needed, so that tests can turn it.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once, unless the returned function is called before. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
