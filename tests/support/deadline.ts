// Deadlines as they arrive: what was asked for, less the moment that the way took.
import { expect } from 'vitest';

/** Matches a remaining time of almost `ms`. */
export function almost(ms: number): unknown {
  return expect.toSatisfy(
    (value: unknown) => typeof value === 'number' && value <= ms && value > ms - 2000,
    `a number of almost ${ms}`,
  );
}
