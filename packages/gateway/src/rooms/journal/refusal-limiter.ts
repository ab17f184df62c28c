// Record: limits repeated refusals, so one caller cannot push everything else out of the journal.
import { BoundedMap } from '@sallyport/protocol';

export interface Damper {
  /** How many entries with this name were dropped before this one; undefined when this one is dropped too. */
  admit(name: string): number | undefined;
}

interface Minute {
  since: number;
  admitted: number;
  heldBack: number;
}

const WINDOW_MS = 60_000;
const PER_WINDOW = 30;
const REMEMBERED = 1000;

export function createDamper(now: () => number): Damper {
  const minutes = new BoundedMap<string, Minute>(REMEMBERED);
  return {
    admit(name) {
      const nowMs = now();
      const known = minutes.get(name);
      const isOver = known === undefined || nowMs - known.since >= WINDOW_MS;
      const minute = isOver ? { since: nowMs, admitted: 0, heldBack: known?.heldBack ?? 0 } : known;
      minutes.set(name, minute);
      if (minute.admitted >= PER_WINDOW) {
        minute.heldBack += 1;
        return undefined;
      }
      minute.admitted += 1;
      const { heldBack } = minute;
      minute.heldBack = 0;
      return heldBack;
    },
  };
}
