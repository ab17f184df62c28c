// Notices when a shell without integration has no program running, so that its terminal can be used again.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Undefined if the system does not say. */
export type HasChildren = (pid: number) => Promise<boolean | undefined>;

const POLL_MS = 500;
/** A program that runs for longer keeps its terminal until it is closed. */
const GIVE_UP_MS = 60 * 60 * 1000;

/**
 * Resolves with true when the shell twice had no children, since a typed command starts a moment later; with false when that
 * cannot be known, or when the signal aborts.
 */
export async function whenIdle(pid: number, hasChildren: HasChildren, signal: AbortSignal): Promise<boolean> {
  let idle = 0;
  for (let passedMs = 0; passedMs < GIVE_UP_MS && !signal.aborted; passedMs += POLL_MS) {
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
    const isBusy = await hasChildren(pid);
    if (isBusy === undefined) return false;
    idle = isBusy ? 0 : idle + 1;
    if (idle === 2) return !signal.aborted;
  }
  return false;
}

/** By /proc on Linux, by pgrep on macOS. */
export function childrenBySystem(platform: NodeJS.Platform): HasChildren {
  if (platform === 'linux') {
    return (pid) =>
      readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').then(
        (text) => text.trim() !== '',
        () => undefined,
      );
  }
  if (platform !== 'darwin') return async () => undefined;
  return (pid) =>
    new Promise((resolve) => {
      execFile('/usr/bin/pgrep', ['-P', String(pid)], (error) => {
        resolve(error === null ? true : error.code === 1 ? false : undefined);
      });
    });
}
