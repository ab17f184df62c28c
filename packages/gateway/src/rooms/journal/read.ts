// Reads the journal from all its files: the newest entries that match a filter, oldest first.
import { dirname, join } from 'node:path';
import { EDITOR_JOURNAL, readIfPresent } from '@sallyport/native-host/run-directory';
import { isRecord, limits, parseJson } from '@sallyport/protocol';
import type { Entry, EntryKind } from './entry.ts';

export interface JournalFilter {
  readonly kind?: string;
  /** Part of an agent's name or id. */
  readonly agent?: string;
  readonly origin?: string;
  /** The origin that a browser call or a decision was about. */
  readonly site?: string;
  /** `app/tool`, or an app. */
  readonly tool?: string;
  /** Only failures and refusals. */
  readonly onlyFailed?: boolean;
  /** Milliseconds since 1970. */
  readonly sinceMs?: number;
  /** At most this many, the newest. */
  readonly last?: number;
}

const kinds: readonly EntryKind[] = ['call', 'read', 'limit', 'permission', 'server', 'tool', 'gateway'];

export function isEntryKind(value: string): value is EntryKind {
  return kinds.some((known) => known === value);
}

/** Merges the gateway's entries with direct calls from the editors' journal, by time. */
export function readJournal(path: string, filter: JournalFilter = {}): readonly Entry[] {
  const direct = entriesOf(join(dirname(path), EDITOR_JOURNAL)).filter((entry) => 'direct' in entry);
  const own = entriesOf(path);
  const all = direct.length === 0 ? own : [...own, ...direct].sort((a, b) => a.at.localeCompare(b.at));
  const entries = all.filter((entry) => fits(entry, filter));
  return filter.last === undefined ? entries : entries.slice(-filter.last);
}

/** Skips unreadable lines, such as one that a crash cut short. */
function entriesOf(path: string): readonly Entry[] {
  const files = Array.from({ length: limits.log.files }, (_, age) => (age === 0 ? path : `${path}.${age}`)).reverse();
  return files.flatMap((file) => (readIfPresent(file) ?? '').split('\n')).flatMap(parseEntry);
}

function parseEntry(line: string): Entry[] {
  const value = parseJson(line);
  const isEntry = isRecord(value) && typeof value.at === 'string' && isEntryKind(String(value.kind));
  // We wrote it, and it is only shown.
  return isEntry ? [value as unknown as Entry] : [];
}

function fits(entry: Entry, { kind, agent, origin, site, tool, onlyFailed, sinceMs }: JournalFilter): boolean {
  if (kind !== undefined && entry.kind !== kind) return false;
  if (sinceMs !== undefined && Date.parse(entry.at) < sinceMs) return false;
  if (agent !== undefined && !agentsOf(entry).some((known) => known.includes(agent))) return false;
  if (origin !== undefined && !('origin' in entry && entry.origin === origin)) return false;
  if (site !== undefined && !('site' in entry && entry.site === site)) return false;
  if (tool !== undefined && !isOfTool(entry, tool)) return false;
  return onlyFailed !== true || isFailure(entry);
}

function agentsOf(entry: Entry): readonly string[] {
  if ('agent' in entry) return [entry.agent.name, entry.agent.id];
  return 'agentKey' in entry ? [entry.agentKey] : [];
}

function isOfTool(entry: Entry, wanted: string): boolean {
  if (entry.kind === 'read') return entry.server === wanted;
  return 'tool' in entry && isTool(entry.tool, wanted);
}

function isTool(name: string | undefined, wanted: string): boolean {
  return name === wanted || name?.startsWith(`${wanted}/`) === true;
}

function isFailure(entry: Entry): boolean {
  switch (entry.kind) {
    case 'call':
    case 'read':
      return entry.outcome !== 'result';
    case 'limit':
      return entry.blocked;
    case 'permission':
      return entry.result === 'refused' || entry.result === 'DENY';
    case 'server':
      return ['crashed', 'failed', 'signed-out'].includes(entry.state);
    case 'tool':
      return entry.event !== 'approved';
    case 'gateway':
      return entry.event === 'grants_lost';
  }
}
