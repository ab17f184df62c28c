// Carries out an install plan. Each change is recorded in the ledger first, so that a crash loses no record.
import { createHash } from 'node:crypto';
import type { SallyportError } from '@sallyport/protocol';
import type { Platform } from './browsers.ts';
import { type Disk, digestOf, explainDiskFault, type Found, removeIfThere, replaceFile } from './disk.ts';
import {
  type FileBefore,
  type FileEntry,
  type KeyEntry,
  type LedgerEntry,
  type Purpose,
  readLedger,
  withEntry,
  writeLedger,
} from './ledger.ts';
import { type Change, isAsWanted, locationOfWanted } from './plan.ts';
import { pathsOf } from './present.ts';
import type { Registry } from './registry.ts';
import { ledgerPath, type WantedFile, type WantedKey } from './wanted.ts';

export interface Outcome {
  readonly change: Change;
  readonly result: 'done' | 'kept' | 'failed';
  readonly fault?: SallyportError;
}

export interface ApplyOptions {
  readonly disk: Disk;
  readonly registry: Registry;
  readonly platform: Platform;
  readonly data: string;
}

/** In order. A failed manifest does not stop the others; a failed bundle or launcher does, because all manifests need it. */
export function applyInstall(changes: readonly Change[], options: ApplyOptions): Outcome[] {
  const recorder = openRecorder(options);
  const outcomes: Outcome[] = [];
  for (const change of changes) {
    const outcome = applyOne(change, recorder, options);
    outcomes.push(outcome);
    const { part } = change.wanted.purpose;
    if (outcome.result === 'failed' && (part === 'bundle' || part === 'launcher')) break;
  }
  return outcomes;
}

function applyOne(change: Change, recorder: Recorder, options: ApplyOptions): Outcome {
  const { wanted } = change;
  try {
    const isDone = wanted.kind === 'file' ? putFile(wanted, recorder, options) : putKey(wanted, recorder, options);
    return { change, result: isDone ? 'done' : 'kept' };
  } catch (thrown) {
    return { change, result: 'failed', fault: explainDiskFault(thrown, locationOfWanted(wanted)) };
  }
}

/** Checks again instead of trusting the plan: two paths may be one file, and it may have changed since. */
function putFile(wanted: WantedFile, recorder: Recorder, { disk, platform, data }: ApplyOptions): boolean {
  const { dirname, join } = pathsOf(platform);
  const known = recorder.findFile(wanted.path);
  const found = disk.look(wanted.path);
  if (isAsWanted(found, wanted)) {
    recorder.serve(known, wanted.purpose);
    return false;
  }
  if (found.kind === 'folder') throw Object.assign(new Error('a folder is in the way'), { code: 'EISDIR' });
  if (found.kind === 'other') throw Object.assign(new Error('no file, no link'), { code: 'EEXIST' });
  recorder.makeFolders(dirname(wanted.path));

  const isOurs = found.kind === 'file' && known?.ours.includes(digestOf(found.bytes)) === true;
  const backup = join(data, 'backups', createHash('sha256').update(wanted.path).digest('hex').slice(0, 16));
  if (found.kind === 'file' && !isOurs) recorder.makeFolders(dirname(backup));
  recorder.record({
    kind: 'file',
    path: wanted.path,
    purpose: joinPurposes(known, wanted.purpose),
    before: isOurs ? known.before : beforeOf(found, backup),
    ours: [...new Set([...(known?.ours ?? []), digestOf(wanted.bytes)])],
  });
  if (found.kind === 'file' && !isOurs) {
    removeIfThere(disk, backup);
    disk.writeNew(backup, found.bytes, 0o600);
  }
  replaceFile(disk, wanted.path, wanted.bytes, wanted.mode ?? 0o600);
  return true;
}

function beforeOf(found: Exclude<Found, { kind: 'folder' | 'other' }>, backup: string): FileBefore {
  if (found.kind !== 'file') return found;
  const { bytes, mode, modifiedAtMs } = found;
  return { kind: 'file', backup, digest: digestOf(bytes), mode, modifiedAtMs };
}

function putKey(wanted: WantedKey, recorder: Recorder, { registry }: ApplyOptions): boolean {
  const known = recorder.findKey(wanted.key);
  const isThere = registry.exists(wanted.key);
  const value = isThere ? registry.read(wanted.key) : undefined;
  if (value === wanted.value) {
    recorder.serve(known, wanted.purpose);
    return false;
  }
  const isOurs = value !== undefined && known?.ours.includes(value) === true;
  recorder.makeBranches(parentKey(wanted.key));
  recorder.record({
    kind: 'key',
    key: wanted.key,
    purpose: joinPurposes(known, wanted.purpose),
    before: isOurs ? known.before : isThere ? { kind: 'key', value } : { kind: 'absent' },
    ours: [...new Set([...(known?.ours ?? []), wanted.value])],
  });
  registry.write(wanted.key, wanted.value);
  return true;
}

/** Adds the new browsers to those it already serves. */
function joinPurposes(known: FileEntry | KeyEntry | undefined, purpose: Purpose): Purpose {
  if (known?.purpose.browsers === undefined || purpose.browsers === undefined) return purpose;
  return { ...purpose, browsers: [...new Set([...known.purpose.browsers, ...purpose.browsers])] };
}

type Recorder = ReturnType<typeof openRecorder>;

function openRecorder({ disk, registry, platform, data }: ApplyOptions) {
  const { dirname } = pathsOf(platform);
  const path = ledgerPath(platform, data);
  let entries = readLedger(disk, path);

  function missingFolders(folder: string): string[] {
    const missing: string[] = [];
    for (let at = folder; disk.look(at).kind === 'absent' && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
    return missing;
  }

  function record(entry: LedgerEntry): void {
    // The ledger's own folder must exist before it can be recorded.
    for (const folder of missingFolders(data)) {
      disk.makeFolder(folder);
      entries = withEntry(entries, { kind: 'folder', path: folder });
    }
    entries = withEntry(entries, entry);
    writeLedger(disk, path, entries);
  }

  return {
    findFile: (path: string) =>
      entries.find((entry): entry is FileEntry => entry.kind === 'file' && entry.path === path),
    findKey: (key: string) => entries.find((entry): entry is KeyEntry => entry.kind === 'key' && entry.key === key),
    record,
    /** Creates missing folders, each recorded first. */
    makeFolders(folder: string): void {
      for (const missing of missingFolders(folder)) {
        record({ kind: 'folder', path: missing });
        if (disk.look(missing).kind === 'absent') disk.makeFolder(missing);
      }
    },
    makeBranches(key: string): void {
      if (registry.exists(key)) return;
      const parent = parentKey(key);
      if (parent !== key) this.makeBranches(parent);
      record({ kind: 'branch', key });
      registry.create(key);
    },
    /** Records that another browser now uses an existing file or key. */
    serve(entry: FileEntry | KeyEntry | undefined, purpose: Purpose): void {
      if (entry === undefined) return;
      const joined = joinPurposes(entry, purpose);
      if (joined.browsers?.length !== entry.purpose.browsers?.length) record({ ...entry, purpose: joined });
    },
  };
}

function parentKey(key: string): string {
  const end = key.lastIndexOf('\\');
  return end === -1 ? key : key.slice(0, end);
}
