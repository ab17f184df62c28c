// Time as the background sees it, so that tests can move it by hand.

export interface Clock {
  now(): number;
  /** Runs once after so many milliseconds, unless the returned function is called before. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds, or rejects with the signal's reason. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    function stop(): void {
      cancel();
      reject(signal.reason);
    }
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
