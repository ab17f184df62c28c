// The installer's file operations, each atomic.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { SallyportError } from '@sallyport/protocol';

/** What is at a path. Links are never followed. */
export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number; readonly modifiedAtMs: number }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' };

export interface Disk {
  look(path: string): Found;
  /** The parent must exist. */
  makeFolder(path: string): void;
  /** Throws if the path exists. */
  writeNew(path: string, bytes: Buffer, mode: number): void;
  linkNew(path: string, target: string): void;
  setModified(path: string, atMs: number): void;
  /** Atomically replaces a file or link at `to`. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** False when the folder is not empty; it then stays. */
  removeEmptyFolder(path: string): boolean;
}

export const nodeDisk: Disk = {
  look(path) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: 'absent' };
    if (stat.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) };
    if (stat.isDirectory()) return { kind: 'folder' };
    if (!stat.isFile()) return { kind: 'other' };
    return { kind: 'file', bytes: readFileSync(path), mode: stat.mode & 0o7777, modifiedAtMs: stat.mtimeMs };
  },
  makeFolder: (path) => void mkdirSync(path, { mode: 0o700 }),
  writeNew(path, bytes, mode) {
    const file = openSync(path, 'wx', mode);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // Unlike the mode of open(), chmod ignores the umask.
    chmodSync(path, mode);
  },
  linkNew: (path, target) => symlinkSync(target, path),
  setModified: (path, atMs) => utimesSync(path, atMs / 1000, atMs / 1000),
  rename: renameSync,
  remove: unlinkSync,
  removeEmptyFolder(path) {
    try {
      rmdirSync(path);
      return true;
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return true;
      if (codeOf(thrown) === 'ENOTEMPTY' || codeOf(thrown) === 'EEXIST') return false;
      throw thrown;
    }
  },
};

/** The temporary path of a file; predictable, so that leftovers of a crash can be found. */
export function draftOf(path: string): string {
  return `${path}.sallyport-new`;
}

/** Replaces a file atomically. */
export function replaceFile(disk: Disk, path: string, bytes: Buffer, mode: number, modifiedAtMs?: number): void {
  const draft = draftOf(path);
  removeIfThere(disk, draft);
  disk.writeNew(draft, bytes, mode);
  if (modifiedAtMs !== undefined) disk.setModified(draft, modifiedAtMs);
  disk.rename(draft, path);
}

export function replaceWithLink(disk: Disk, path: string, target: string): void {
  const draft = draftOf(path);
  removeIfThere(disk, draft);
  disk.linkNew(draft, target);
  disk.rename(draft, path);
}

export function removeIfThere(disk: Disk, path: string): void {
  const { kind } = disk.look(path);
  if (kind === 'file' || kind === 'link') disk.remove(path);
}

export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const explanations = [
  {
    codes: ['EACCES', 'EPERM', 'EROFS'],
    sentence: (path: string) => `No permission to read or write ${path}.`,
    hint: 'Give this user access to that folder, and try again.',
  },
  {
    codes: ['ENOTDIR', 'EEXIST', 'EISDIR'],
    sentence: (path: string) => `Something else is in the way of ${path}.`,
    hint: 'Move it away, and try again.',
  },
  {
    codes: ['ENOSPC', 'EDQUOT'],
    sentence: (path: string) => `The disk is too full to write ${path}.`,
    hint: 'Free some space, and try again.',
  },
];

function explanationOf(thrown: unknown) {
  return explanations.find(({ codes }) => codes.includes(codeOf(thrown) ?? ''));
}

/** The path of a file system error that the user can fix. */
export function failedPathOf(thrown: unknown): string | undefined {
  const isKnown = explanationOf(thrown) !== undefined;
  return isKnown && thrown instanceof Error && 'path' in thrown ? String(thrown.path) : undefined;
}

/** Turns a file system error into a message and a hint. */
export function explainDiskFault(thrown: unknown, path: string): SallyportError {
  if (thrown instanceof SallyportError) return thrown;
  const known = explanationOf(thrown);
  const reason = codeOf(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
  return new SallyportError('ERR_INTERNAL', known?.sentence(path) ?? `${path} could not be changed (${reason}).`, {
    hint: known?.hint ?? 'Try again; what was changed so far is recorded.',
    data: { path, reason },
    cause: thrown,
  });
}

export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
