// Removes records and locks of dead processes, so that exactly one process does it.
import { linkSync, lstatSync, renameSync } from 'node:fs';
import { limits } from '@sallyport/protocol';
import { createPrivateFile, removeFile } from './private-file.ts';
import { reasonOf } from './private-folder.ts';

export interface DeadFileOptions {
  readonly path: string;
  /** The nonce of the dead file. Another file may have replaced it since it was read. */
  readonly nonce: string;
  readonly nonceAt: (path: string) => string;
  /** Only the process that creates this file removes the dead one. Its name must contain the dead file's nonce. */
  readonly takeover: string;
  readonly ourNonce: string;
  readonly nowMs: number;
}

/** True when the caller may retry at once, false while another process is removing the file. */
export function removeDeadFile({ path, nonce, nonceAt, takeover, ourNonce, nowMs }: DeadFileOptions): boolean {
  const isLeft = (file: string) => isOlderThan(file, limits.runDirectory.takeoverStaleMs, nowMs);
  if (!isFirst(() => createPrivateFile(takeover, ourNonce))) {
    if (isLeft(takeover)) moveAway(takeover, ourNonce, isLeft);
    return false;
  }
  try {
    // Another process may have replaced it between our read and our takeover.
    if (nonceAt(path) === nonce) moveAway(path, ourNonce, (moved) => nonceAt(moved) === nonce);
    return true;
  } finally {
    removeFile(takeover);
  }
}

/** False when the file exists already; other errors are thrown. */
export function isFirst(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if (reasonOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export function isOlderThan(path: string, ageMs: number, nowMs: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && nowMs - found.mtimeMs > ageMs;
}

/** Renames a file, checks it again, and removes it; one that is not dead is put back. */
function moveAway(path: string, ourNonce: string, isDead: (moved: string) => boolean): void {
  const moved = `${path}.${ourNonce}.dead`;
  try {
    renameSync(path, moved);
  } catch {
    return; // Another process removed it already.
  }
  if (!isDead(moved)) isFirst(() => linkSync(moved, path));
  removeFile(moved);
}
