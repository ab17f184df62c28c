// Undoes an installation by its ledger: restores what was there before, and leaves what others changed since.
import type { SallyportError } from '@sallyport/protocol';
import type { ApplyOptions } from './apply.ts';
import {
  digestOf,
  draftOf,
  explainDiskFault,
  type Found,
  removeIfThere,
  replaceFile,
  replaceWithLink,
} from './disk.ts';
import {
  type FileBefore,
  type FileEntry,
  type KeyEntry,
  type LedgerEntry,
  locationOf,
  type Part,
  readLedger,
  writeLedger,
} from './ledger.ts';
import type { InstallPart } from './prepare.ts';
import { pathsOf } from './present.ts';
import { ledgerPath } from './wanted.ts';

export interface UndoStep {
  readonly entry: FileEntry | KeyEntry;
  /** `leave`: someone changed it since; `none`: it is already restored. */
  readonly action: 'remove' | 'restore' | 'leave' | 'none';
  readonly note?: string;
}

export interface UndoOutcome {
  readonly step: UndoStep;
  readonly result: 'done' | 'left' | 'failed';
  readonly fault?: SallyportError;
}

/** What to undo; everything by default. */
export interface UndoRequest {
  readonly host: string | undefined;
  readonly browsers: readonly string[];
  readonly parts: readonly InstallPart[];
  /** Keeps the bundles: client entries use them. */
  readonly keepsClients?: boolean;
}

/** The steps, last change first. Changes nothing. */
export function planUndo(request: UndoRequest, { disk, registry, platform, data }: ApplyOptions): UndoStep[] {
  const entries = readLedger(disk, ledgerPath(platform, data)).filter(isChange);
  return entriesToUndo(entries, request)
    .reverse()
    .map((entry) => {
      try {
        return entry.kind === 'file' ? planFile(entry, disk.look(entry.path)) : planKey(entry, registry);
      } catch (thrown) {
        throw explainDiskFault(thrown, locationOf(entry));
      }
    });
}

/** Launchers and bundles stay while a manifest needs them, bundles also while a client does. */
function entriesToUndo(entries: readonly (FileEntry | KeyEntry)[], request: UndoRequest): (FileEntry | KeyEntry)[] {
  const { host, browsers, parts, keepsClients = false } = request;
  const isManifestChosen = ({ purpose }: FileEntry | KeyEntry): boolean =>
    parts.includes('browsers') &&
    (host === undefined || purpose.host === host) &&
    (browsers.length === 0 || (purpose.browsers ?? []).every((name) => browsers.includes(name)));
  const manifests = entries.filter(({ purpose }) => purpose.part === 'manifest');
  const remainingManifests = manifests.filter((entry) => !isManifestChosen(entry));
  const chosenByPart: Readonly<Record<Part, (entry: FileEntry | KeyEntry) => boolean>> = {
    manifest: isManifestChosen,
    launcher: (entry) =>
      parts.includes('browsers') && !remainingManifests.some(({ purpose }) => purpose.host === entry.purpose.host),
    bundle: () =>
      (parts.includes('browsers') || parts.includes('agents')) && remainingManifests.length === 0 && !keepsClients,
    environment: () =>
      parts.includes('environment') && (remainingManifests.length === 0 || !parts.includes('browsers')),
  };
  return entries.filter((entry) => chosenByPart[entry.purpose.part](entry));
}

function planFile(entry: FileEntry, found: Found): UndoStep {
  const { before, ours, purpose } = entry;
  if (matchesBefore(found, before)) return { entry, action: 'none' };
  // Only manifests are compared: the rest is in our own folder, where the gateway updates it.
  const isOurs = purpose.part !== 'manifest' || (found.kind === 'file' && ours.includes(digestOf(found.bytes)));
  if (found.kind === 'folder' || found.kind === 'other' || !isOurs) {
    const kept = before.kind === 'file' ? `; the original is kept as ${before.backup}` : '';
    return { entry, action: 'leave', note: `changed by someone else since${kept}` };
  }
  return { entry, action: before.kind === 'absent' ? 'remove' : 'restore' };
}

function planKey(entry: KeyEntry, registry: ApplyOptions['registry']): UndoStep {
  const isThere = registry.exists(entry.key);
  const value = isThere ? registry.read(entry.key) : undefined;
  const { before } = entry;
  const isRestored = before.kind === 'absent' ? !isThere : isThere && value === before.value;
  if (isRestored) return { entry, action: 'none' };
  if (value === undefined || !entry.ours.includes(value)) {
    return { entry, action: 'leave', note: 'changed by someone else since' };
  }
  return { entry, action: before.kind === 'absent' ? 'remove' : 'restore' };
}

function matchesBefore(found: Found, before: FileBefore): boolean {
  if (before.kind === 'absent') return found.kind === 'absent';
  if (before.kind === 'link') return found.kind === 'link' && found.target === before.target;
  return found.kind === 'file' && found.mode === before.mode && digestOf(found.bytes) === before.digest;
}

/** Carries out the steps, then removes folders and keys we made that are empty now. */
export function applyUndo(steps: readonly UndoStep[], options: ApplyOptions): UndoOutcome[] {
  const { disk, platform, data } = options;
  const path = ledgerPath(platform, data);
  const entries = readLedger(disk, path);
  const outcomes = steps.map((step) => undoOne(step, options));
  const undone = outcomes.filter(({ result }) => result !== 'failed').map(({ step }) => locationOf(step.entry));

  const changes = entries.filter(isChange).filter((entry) => !undone.includes(locationOf(entry)));
  const { sep } = pathsOf(platform);
  const containsData = (entry: LedgerEntry) => `${data}${sep}`.startsWith(`${locationOf(entry)}${sep}`);
  const created = entries.filter((entry): entry is CreatedEntry => !isChange(entry)).reverse();
  const dataFolders = created.filter(containsData);
  const remaining = created.filter((entry) => !containsData(entry) && !removeIfEmpty(entry, options));
  if (changes.length > 0) {
    const kept = new Set<LedgerEntry>([...changes, ...dataFolders, ...remaining]);
    writeLedger(
      disk,
      path,
      entries.filter((entry) => kept.has(entry)),
    );
    return outcomes;
  }
  removeIfThere(disk, draftOf(path));
  removeIfThere(disk, path);
  // Last, because the ledger was in them.
  for (const folder of dataFolders) removeIfEmpty(folder, options);
  return outcomes;
}

function undoOne(step: UndoStep, options: ApplyOptions): UndoOutcome {
  const { entry } = step;
  try {
    if (entry.kind === 'file') undoFile(step, entry, options);
    else undoKey(step, entry, options);
    return { step, result: step.action === 'leave' ? 'left' : 'done' };
  } catch (thrown) {
    return { step, result: 'failed', fault: explainDiskFault(thrown, locationOf(entry)) };
  }
}

function undoFile({ action }: UndoStep, { path, before }: FileEntry, { disk }: ApplyOptions): void {
  removeIfThere(disk, draftOf(path));
  if (action === 'leave') return;
  if (action === 'remove') disk.remove(path);
  if (action === 'restore' && before.kind === 'link') replaceWithLink(disk, path, before.target);
  if (action === 'restore' && before.kind === 'file') {
    const backup = disk.look(before.backup);
    if (backup.kind !== 'file' || digestOf(backup.bytes) !== before.digest) {
      throw new Error(`its backup ${before.backup} is missing or was changed`);
    }
    replaceFile(disk, path, backup.bytes, before.mode, before.modifiedAtMs);
  }
  if (before.kind === 'file') removeIfThere(disk, before.backup);
}

function undoKey({ action }: UndoStep, { key, before }: KeyEntry, { registry }: ApplyOptions): void {
  if (action === 'remove') {
    if (registry.isBare(key)) registry.remove(key);
    else registry.clear(key);
  }
  if (action === 'restore' && before.kind === 'key') {
    if (before.value === undefined) registry.clear(key);
    else registry.write(key, before.value);
  }
}

/** True when it is gone; it stays if it is not empty. */
function removeIfEmpty(entry: CreatedEntry, { disk, registry }: ApplyOptions): boolean {
  try {
    if (entry.kind === 'folder') return disk.removeEmptyFolder(entry.path);
    if (!registry.exists(entry.key)) return true;
    if (!registry.isBare(entry.key) || registry.read(entry.key) !== undefined) return false;
    registry.remove(entry.key);
    return true;
  } catch {
    // A leftover empty folder or key is not worth a failure.
    return false;
  }
}

type CreatedEntry = Extract<LedgerEntry, { kind: 'folder' | 'branch' }>;

function isChange(entry: LedgerEntry): entry is FileEntry | KeyEntry {
  return entry.kind === 'file' || entry.kind === 'key';
}
