// Signals a browser's process group and waits for its end.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../install/disk.ts';

const POLL_MS = 20;

/** A detached process by its id; on Windows, which has no process groups, its process tree. */
export interface ProcessGroup {
  readonly leaderPid: number;
  readonly platform: NodeJS.Platform;
}

/** Signals only the leader, which shuts down its children. */
export function askToEnd({ leaderPid, platform }: ProcessGroup): void {
  if (platform === 'win32') spawnSync('taskkill', ['/pid', String(leaderPid), '/T']);
  else signal(leaderPid, 'SIGTERM');
}

/** Kills all members. */
export function killGroup({ leaderPid, platform }: ProcessGroup): void {
  if (platform === 'win32') spawnSync('taskkill', ['/pid', String(leaderPid), '/T', '/F']);
  else signal(-leaderPid, 'SIGKILL');
}

/** True once no member runs, false at the deadline. */
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
  // Zombies do not count: in a container, process 1 may take seconds to reap them.
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

/** False when no such process exists. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name);
  } catch (error) {
    // macOS returns EPERM for a group of zombies.
    if (['ESRCH', 'EPERM'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}
