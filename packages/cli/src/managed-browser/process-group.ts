// A browser and all that it started, met as one process group: signalled together, and known to be gone.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../install/disk.ts';

const POLL_MS = 20;

/** A process that was started detached, by its id. On Windows, which has no groups, it stands for the tree below it. */
export interface ProcessGroup {
  readonly leaderPid: number;
  readonly platform: NodeJS.Platform;
}

/** Asks the leader alone: it takes its children along in good order. */
export function askToEnd({ leaderPid, platform }: ProcessGroup): void {
  if (platform === 'win32') spawnSync('taskkill', ['/pid', String(leaderPid), '/T']);
  else signal(leaderPid, 'SIGTERM');
}

/** Ends all of them at once. */
export function killGroup({ leaderPid, platform }: ProcessGroup): void {
  if (platform === 'win32') spawnSync('taskkill', ['/pid', String(leaderPid), '/T', '/F']);
  else signal(-leaderPid, 'SIGKILL');
}

/** True as soon as no member runs, false when the deadline passes first. */
export async function hasEndedWithin(group: ProcessGroup, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(group)) {
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

export function isAlive({ leaderPid, platform }: ProcessGroup): boolean {
  if (!signal(platform === 'win32' ? leaderPid : -leaderPid, 0)) return false;
  // Members whose parent died stay as zombies until process 1 reaps them, which can take seconds in a container.
  return platform !== 'linux' || hasRunningMember(leaderPid);
}

function hasRunningMember(groupId: number): boolean {
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    const stat = statOf(entry);
    return stat !== undefined && stat.groupId === groupId && stat.state !== 'Z' && stat.state !== 'X';
  });
}

function statOf(pid: string): { state: string; groupId: number } | undefined {
  try {
    // "pid (name) state parent group …", where the name may hold spaces and brackets.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', , groupId] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, groupId: Number(groupId) };
  } catch {
    return undefined; // It ended between the listing and the reading.
  }
}

/** False when there is nobody to signal. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name);
  } catch (error) {
    // macOS answers EPERM for a group of zombies; nothing of ours runs there under another user.
    if (['ESRCH', 'EPERM'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}
