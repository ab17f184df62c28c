// The system's processes, as far as we need them to end what we started: group members, start times, our marker.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The environment variable that marks a server's processes as ours, in whatever group or session they are. */
export const MARKER_VARIABLE = 'SALLYPORT_SERVER_MARK';

/** Tells processes apart that had the same pid. Undefined when no such process runs. */
export function startTimeOf(pid: number, platform: NodeJS.Platform): string | undefined {
  if (platform === 'linux') return statOf(String(pid))?.startTime;
  if (platform === 'win32') return undefined;
  const text = runPs(['-o', 'lstart=', '-p', String(pid)]);
  return text === '' ? undefined : text;
}

export function hasMarker(pid: number, marker: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return false;
  if (platform !== 'linux') return runPs(['eww', '-o', 'command=', '-p', String(pid)]).includes(markerEntry(marker));
  return environmentOf(String(pid)).split('\0').includes(markerEntry(marker));
}

/** A server's processes: the group of the first one, while its pid is known to be ours, and the marker. */
export interface TreeId {
  readonly groupId?: number;
  readonly marker: string;
  readonly platform: NodeJS.Platform;
}

/** Running processes of the group and, on Linux, those outside it that carry the marker. */
export function membersOf({ groupId, marker, platform }: TreeId): number[] {
  if (platform !== 'linux') {
    const isGroupAlive = groupId !== undefined && signal(platform === 'win32' ? groupId : -groupId, 0);
    return isGroupAlive ? [groupId] : [];
  }
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      const stat = statOf(entry);
      // A zombie has ended and waits for its parent to reap it.
      if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return false;
      return stat.groupId === groupId || environmentOf(entry).split('\0').includes(markerEntry(marker));
    })
    .map(Number);
}

/** Signals all current members. */
export function signalTree(tree: TreeId, name: 'SIGTERM' | 'SIGKILL'): void {
  const { groupId, platform } = tree;
  if (platform === 'win32') {
    if (groupId !== undefined) spawnSync('taskkill', ['/pid', String(groupId), '/T', '/F'], { windowsHide: true });
    return;
  }
  if (groupId !== undefined) signal(-groupId, name);
  if (platform === 'linux') for (const pid of membersOf(tree)) signal(pid, name);
}

/** False when there is no such process. A negative number is a group. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name);
  } catch {
    return false; // It has ended, or its pid belongs to another user by now.
  }
}

function markerEntry(marker: string): string {
  return `${MARKER_VARIABLE}=${marker}`;
}

interface Stat {
  readonly state: string;
  readonly groupId: number;
  readonly startTime: string;
}

function statOf(pid: string): Stat | undefined {
  try {
    // "pid (name) state parent group …", where the name may hold spaces and brackets; the 22nd field is the start.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', groupId: Number(fields[2]), startTime: fields[19] ?? '' };
  } catch {
    return undefined; // It ended between the listing and the reading.
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // Another user's, or it has ended.
  }
}

function runPs(args: readonly string[]): string {
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8', timeout: 2000 });
  return (stdout ?? '').trim();
}
