// Files that say "I am here" and outlive whoever wrote them: how one that is dead is cleared away, by one process alone.
import { linkSync, lstatSync, renameSync } from 'node:fs';
import { limits } from '@sallyport/protocol';
import { createPrivateFile, removeFile } from './private-file.ts';
import { reasonOf } from './private-folder.ts';

export interface DeadFileOptions {
  readonly path: string;
  /** Of the file that was found dead: another may stand there by now. */
  readonly nonce: string;
  readonly nonceAt: (path: string) => string;
  /** Whoever holds this file, and nobody else, removes the dead one; its name must hold the dead one's nonce. */
  readonly takeover: string;
  readonly ourNonce: string;
  readonly nowMs: number;
}

/** True when the race may go on at once, false when another is clearing. */
export function removeDeadFile({ path, nonce, nonceAt, takeover, ourNonce, nowMs }: DeadFileOptions): boolean {
  const isLeft = (file: string) => isOlderThan(file, limits.runDirectory.takeoverStaleMs, nowMs);
  if (!isFirst(() => createPrivateFile(takeover, ourNonce))) {
    if (isLeft(takeover)) moveAway(takeover, ourNonce, isLeft);
    return false;
  }
  try {
    // Another may have cleared it and written anew between our look and our takeover.
    if (nonceAt(path) === nonce) moveAway(path, ourNonce, (moved) => nonceAt(moved) === nonce);
    return true;
  } finally {
    removeFile(takeover);
  }
}

/** False when someone was first; any other fault is thrown. */
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

/** Removes a file after a second look at it under a name of our own; what proves alive is put back. */
function moveAway(path: string, ourNonce: string, isDead: (moved: string) => boolean): void {
  const moved = `${path}.${ourNonce}.dead`;
  try {
    renameSync(path, moved);
  } catch {
    return; // Gone already: someone else cleared it.
  }
  if (!isDead(moved)) isFirst(() => linkSync(moved, path));
  removeFile(moved);
}
