// Writes one JSON line per entry to a rotated file, and keeps statistics of calls.
import type { ErrorCode } from '@sallyport/protocol';
import type { Entry } from './entry.ts';
import { type NumberedEntry, RecentEntries } from './recent.ts';
import { createRefusalLimiter } from './refusal-limiter.ts';
import { metricOf, Stats, type ToolCallStats } from './stats.ts';

export interface Journal {
  /** Call entries also count in the statistics. */
  record(entry: Entry): void;
  stats(): ToolCallStats;
  /** The newest entries with a number above this one, oldest first. */
  after(number: number): readonly NumberedEntry[];
  /** Adds details to call entries, but never contents. */
  readonly isDebug: boolean;
  setDebug(isDebug: boolean): void;
  close(): void;
}

/** `earlier` reads what the file holds already. */
export function openJournal(
  file: { write(line: string): void; close(): void },
  now: () => number,
  earlier?: () => readonly Entry[],
): Journal {
  const stats = new Stats();
  const recent = new RecentEntries(now(), earlier);
  const limiter = createRefusalLimiter(now);
  let isDebug = false;
  return {
    record(entry) {
      if (entry.kind === 'call') stats.count(metricOf(entry));
      const key = refusalKey(entry);
      const dropped = key === undefined ? 0 : limiter.admit(key);
      if (dropped === undefined) return;
      recent.add(entry);
      file.write(JSON.stringify(dropped === 0 ? entry : { ...entry, heldBack: dropped }));
    },
    stats: () => stats.read(),
    after: (number) => recent.after(number),
    get isDebug() {
      return isDebug;
    },
    setDebug(next) {
      isDebug = next;
    },
    close: () => file.close(),
  };
}

const refusals: readonly (ErrorCode | undefined)[] = [
  'ERR_PERMISSION_DENIED',
  'ERR_SCOPE_REQUIRED',
  'ERR_TOOL_NOT_FOUND',
  'ERR_TOOL_NOT_ALLOWED',
  'ERR_RATE_LIMITED',
  'ERR_BUDGET_EXCEEDED',
  'ERR_INPUT_INVALID',
];

/** The caller and kind of a refusal; undefined for everything else, which is always written. */
function refusalKey(entry: Entry): string | undefined {
  const isRefusal =
    entry.kind === 'limit' || ((entry.kind === 'call' || entry.kind === 'read') && refusals.includes(entry.code));
  if (!isRefusal) return undefined;
  return `${entry.kind} ${'origin' in entry ? entry.origin : entry.agent.id}`;
}
