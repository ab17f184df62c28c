// Waiting within a call.
import { type Clock, limits } from '@sallyport/protocol';

/** Resolves after `delayMs`, or rejects with the signal's reason. */
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

/** Polls until true; false after `waitMs`. */
export async function until({ clock, signal, waitMs }: Patience, isTrue: () => Promise<boolean>): Promise<boolean> {
  const end = clock.now() + waitMs;
  while (!(await isTrue())) {
    const leftMs = end - clock.now();
    if (leftMs <= 0) return false;
    await pause(clock, Math.min(limits.page.pollMs, leftMs), signal);
  }
  return true;
}
