// A lock file that keeps two processes from changing the same file at once.
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import { isFirst, isOlderThan, removeDeadFile } from './dead-file.ts';
import type { RandomBytes } from './machine.ts';
import { createPrivateFile, readTextFile, removeFile } from './private-file.ts';
import { reasonOf } from './private-folder.ts';
import { createId, parseJson } from './record.ts';
import { isRunning } from './running.ts';

export interface LockOptions {
  /** The file to change. Its folder exists. */
  readonly path: string;
  readonly pid: number;
  readonly random: RandomBytes;
  readonly now: () => number;
  readonly waitMs?: number;
}

const RETRY_MS = 10;
/** Used as the nonce of an unreadable lock. */
const UNREADABLE = 'unreadable';

/** Not `.lock`: other programs use that name for files that they share with us. */
export function lockOf(path: string): string {
  return `${path}.sallyport-lock`;
}

/**
 * Runs `change` while no other process of ours can change the file. Blocks while it waits: a lock is held for milliseconds,
 * and blocking keeps other work of this process from running in between.
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
    // Counts attempts instead of time, since the clock may be set or, in tests, stand still.
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

/** True when the owner has ended, or the lock is so old that its pid was probably reused. */
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
