// The ledger: what the installer changed and what was there before, recorded ahead of each change.
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';
import { type Disk, replaceFile } from './disk.ts';

const parts = ['bundle', 'launcher', 'environment', 'manifest'] as const;
export type Part = (typeof parts)[number];

/** What a change is for, so that an installation can be undone in part. */
export interface Purpose {
  readonly part: Part;
  /** The native host's name; bundles and environment are shared. */
  readonly host?: string;
  readonly browsers?: readonly string[];
}

export type FileBefore =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file';
      readonly backup: string;
      readonly digest: string;
      readonly mode: number;
      readonly modifiedAtMs: number;
    }
  | { readonly kind: 'link'; readonly target: string };

/** `value` is the key's default value; a key may have none. */
export type KeyBefore = { readonly kind: 'absent' } | { readonly kind: 'key'; readonly value?: string };

export type LedgerEntry =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly purpose: Purpose;
      readonly before: FileBefore;
      /** Digests of everything we ever wrote there; any other content is someone else's. */
      readonly ours: readonly string[];
    }
  | { readonly kind: 'branch'; readonly key: string }
  | {
      readonly kind: 'key';
      readonly key: string;
      readonly purpose: Purpose;
      readonly before: KeyBefore;
      readonly ours: readonly string[];
    };

export type FileEntry = Extract<LedgerEntry, { kind: 'file' }>;
export type KeyEntry = Extract<LedgerEntry, { kind: 'key' }>;

/** The path or registry key of an entry. */
export function locationOf(entry: LedgerEntry): string {
  return entry.kind === 'folder' || entry.kind === 'file' ? entry.path : entry.key;
}

/** Empty if missing. Throws if damaged, because uninstall depends on it. */
export function readLedger(disk: Disk, path: string): readonly LedgerEntry[] {
  const found = disk.look(path);
  if (found.kind === 'absent') return [];
  const entries = found.kind === 'file' ? parseLedger(found.bytes.toString('utf8')) : undefined;
  if (entries !== undefined) return entries;
  throw new SallyportError('ERR_INTERNAL', `The record of the installation cannot be read: ${path}.`, {
    hint: 'Nothing can be restored without it. Put it back from a backup, or move it away to start over.',
  });
}

export function writeLedger(disk: Disk, path: string, entries: readonly LedgerEntry[]): void {
  replaceFile(disk, path, Buffer.from(`${JSON.stringify({ version: 1, entries }, null, 2)}\n`), 0o600);
}

/** Replaces the entry of the same location, or appends it. */
export function withEntry(entries: readonly LedgerEntry[], entry: LedgerEntry): readonly LedgerEntry[] {
  const index = entries.findIndex((known) => known.kind === entry.kind && locationOf(known) === locationOf(entry));
  return index === -1 ? [...entries, entry] : entries.with(index, entry);
}

function parseLedger(text: string): readonly LedgerEntry[] | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || value.version !== 1 || !Array.isArray(value.entries)) return undefined;
  return value.entries.every(isLedgerEntry) ? value.entries : undefined;
}

function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isRecord(value)) return false;
  switch (value.kind) {
    case 'folder':
      return isText(value.path);
    case 'branch':
      return isText(value.key);
    case 'file':
      return isText(value.path) && isPurpose(value.purpose) && isFileBefore(value.before) && isTexts(value.ours);
    case 'key':
      return isText(value.key) && isPurpose(value.purpose) && isKeyBefore(value.before) && isTexts(value.ours);
    default:
      return false;
  }
}

function isPurpose(value: unknown): value is Purpose {
  if (!isRecord(value) || !parts.some((part) => part === value.part)) return false;
  return (value.host === undefined || isText(value.host)) && (value.browsers === undefined || isTexts(value.browsers));
}

function isFileBefore(value: unknown): value is FileBefore {
  if (!isRecord(value)) return false;
  if (value.kind === 'absent') return true;
  if (value.kind === 'link') return isText(value.target);
  return (
    value.kind === 'file' &&
    isText(value.backup) &&
    isText(value.digest) &&
    Number.isInteger(value.mode) &&
    typeof value.modifiedAtMs === 'number'
  );
}

function isKeyBefore(value: unknown): value is KeyBefore {
  if (!isRecord(value)) return false;
  return value.kind === 'absent' || (value.kind === 'key' && (value.value === undefined || isText(value.value)));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
