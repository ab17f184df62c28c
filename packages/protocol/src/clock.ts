// The clock, injected wherever time matters, so that tests control it.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once, unless the returned function is called first. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
