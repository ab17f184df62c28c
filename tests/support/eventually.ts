// Waiting for a condition, with a deadline instead of a sleep.
import { AssertionError } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves with the first value of `look` that is neither undefined nor false; fails with `what` at the deadline. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = 10_000,
): Promise<T> {
  const giveUpAt = Date.now() + deadlineMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > giveUpAt) throw new AssertionError({ message: `Not within ${deadlineMs} ms: ${what}` });
    await delay(10);
  }
}
