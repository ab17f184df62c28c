// Waiting by a clock, within a call.
import { type Clock, limits } from '@sallyport/protocol';

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

interface Patience {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

/** Asks until the answer is true; false after so many milliseconds. */
export async function until({ clock, signal, waitMs }: Patience, isTrue: () => Promise<boolean>): Promise<boolean> {
  const end = clock.now() + waitMs;
  while (!(await isTrue())) {
    const leftMs = end - clock.now();
    if (leftMs <= 0) return false;
    await pause(clock, Math.min(limits.page.pollMs, leftMs), signal);
  }
  return true;
}
