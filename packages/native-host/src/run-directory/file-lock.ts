// One writer at a time for a file that several processes read, change and write back: a lock beside it, for that moment.
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import { isFirst, isOlderThan, removeDeadFile } from './dead-file.ts';
import type { RandomBytes } from './machine.ts';
import { createPrivateFile, readTextFile, removeFile } from './private-file.ts';
import { reasonOf } from './private-folder.ts';
import { createId, parseJson } from './record.ts';
import { isRunning } from './running.ts';

export interface LockOptions {
  /** Of the file that is changed. Its folder is there. */
  readonly path: string;
  readonly pid: number;
  readonly random: RandomBytes;
  readonly now: () => number;
  readonly waitMs?: number;
}

const RETRY_MS = 10;
/** Stands for the nonce of a lock that cannot be read. */
const UNREADABLE = 'unreadable';

/** Not `.lock`: of files that are not ours alone, that is the name of other programs' locks. */
export function lockOf(path: string): string {
  return `${path}.sallyport-lock`;
}

/**
 * Does what `change` does with no other process of ours between its read and its write. It waits without giving way, as
 * the change itself does not: a lock is held for milliseconds, and no other work of this process can come in between.
 */
export function whileLocked<T>(options: LockOptions, change: () => T): T {
  const lock = lockOf(options.path);
  const nonce = createId(options.random);
  take(lock, nonce, options);
  try {
    return change();
  } finally {
    if (nonceAt(lock) === nonce) removeFile(lock);
  }
}

function take(lock: string, ourNonce: string, options: LockOptions): void {
  const { path, pid, now, waitMs = limits.runDirectory.lockWaitMs } = options;
  try {
    // Counted in tries and not by the clock, which may stand still or be set.
    for (let left = Math.ceil(waitMs / RETRY_MS); left > 0; left -= 1) {
      if (isFirst(() => createPrivateFile(lock, JSON.stringify({ nonce: ourNonce, pid })))) return;
      const nonce = nonceAt(lock);
      const takeover = `${lock}.takeover-${nonce}`;
      const isCleared =
        isLeft(lock, now()) && removeDeadFile({ path: lock, nonce, nonceAt, takeover, ourNonce, nowMs: now() });
      if (!isCleared) sleep(RETRY_MS);
    }
  } catch (error) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `${path} cannot be changed: ${reasonOf(error)}.`, {
      hint: 'Make its folder writable for you, or make room on the disk; then try again.',
      cause: error,
    });
  }
  throw new SallyportError('ERR_SERVER_UNAVAILABLE', `${path} is being changed by process ${ownerOf(lock)}.`, {
    hint: `Try again when that is done. If it hangs, end it, or remove ${lock}.`,
  });
}

/** By an owner that is no more, or that can hardly be the one it was: numbers of processes come again. */
function isLeft(lock: string, nowMs: number): boolean {
  const pid = ownerOf(lock);
  if (typeof pid === 'number' && !isRunning(pid)) return true;
  return isOlderThan(lock, limits.runDirectory.lockStaleMs, nowMs);
}

function read(lock: string): Readonly<Record<string, unknown>> {
  const value = parseJson(readTextFile(lock));
  return isRecord(value) ? value : {};
}

function ownerOf(lock: string): unknown {
  return read(lock).pid;
}

function nonceAt(lock: string): string {
  const { nonce } = read(lock);
  return typeof nonce === 'string' && /^[0-9a-f]{32}$/.test(nonce) ? nonce : UNREADABLE;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
