// Record: limits repeated refusals, so one caller cannot push everything else out of the journal.
import { BoundedMap } from '@sallyport/protocol';

export interface RefusalLimiter {
  /** How many entries with this name were dropped since the last one; undefined when this one is dropped too. */
  admit(name: string): number | undefined;
}

interface Window {
  since: number;
  admitted: number;
  dropped: number;
}

const WINDOW_MS = 60_000;
const PER_WINDOW = 30;
const NAMES_MAX = 1000;

export function createRefusalLimiter(now: () => number): RefusalLimiter {
  const windows = new BoundedMap<string, Window>(NAMES_MAX);
  return {
    admit(name) {
      const nowMs = now();
      const known = windows.get(name);
      const isOver = known === undefined || nowMs - known.since >= WINDOW_MS;
      const current = isOver ? { since: nowMs, admitted: 0, dropped: known?.dropped ?? 0 } : known;
      windows.set(name, current);
      if (current.admitted >= PER_WINDOW) {
        current.dropped += 1;
        return undefined;
      }
      current.admitted += 1;
      const { dropped } = current;
      current.dropped = 0;
      return dropped;
    },
  };
}
