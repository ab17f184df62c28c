// Record: what happened, for the user: one entry a line in a file that rotates within its bound, and the figures of it.
import type { Entry } from './entry.ts';
import { metricOf, Stats, type ToolCallStats } from './stats.ts';

export interface Journal {
  /** An entry of a call also counts in the statistics. */
  record(entry: Entry): void;
  stats(): ToolCallStats;
  /** In debug mode entries say more of a call, and still nothing of what was in it. */
  readonly isDebug: boolean;
  setDebug(isDebug: boolean): void;
  close(): void;
}

export function openJournal(file: { write(line: string): void; close(): void }): Journal {
  const stats = new Stats();
  let isDebug = false;
  return {
    record(entry) {
      if (entry.kind === 'call') stats.count(metricOf(entry));
      file.write(JSON.stringify(entry));
    },
    stats: () => stats.read(),
    get isDebug() {
      return isDebug;
    },
    setDebug(next) {
      isDebug = next;
    },
    close: () => file.close(),
  };
}
