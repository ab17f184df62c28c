// Who runs on this machine, as far as ending what we started needs it: members of a group, start times, our marker.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable by which a server's processes are known as ours, in whatever group or session they went. */
export const MARKER_VARIABLE = 'SALLYPORT_SERVER_MARK';

/** Something that two processes with one number do not share. Undefined when there is none of that number. */
export function startTimeOf(pid: number, platform: NodeJS.Platform): string | undefined {
  if (platform === 'linux') return statOf(String(pid))?.startTime;
  if (platform === 'win32') return undefined;
  const text = ask(['-o', 'lstart=', '-p', String(pid)]);
  return text === '' ? undefined : text;
}

export function hasMarker(pid: number, marker: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return false;
  if (platform !== 'linux') return ask(['eww', '-o', 'command=', '-p', String(pid)]).includes(marking(marker));
  return environmentOf(String(pid)).split('\0').includes(marking(marker));
}

/** A server's processes: the group of the first one, while that number is known to be its own, and the marker. */
export interface TreeId {
  readonly groupId?: number;
  readonly marker: string;
  readonly platform: NodeJS.Platform;
}

/** Those that live. Who left the group but carries the marker counts too; only Linux can tell. */
export function membersOf({ groupId, marker, platform }: TreeId): number[] {
  if (platform !== 'linux') {
    const isGroupAlive = groupId !== undefined && signal(platform === 'win32' ? groupId : -groupId, 0);
    return isGroupAlive ? [groupId] : [];
  }
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      const stat = statOf(entry);
      // A zombie has ended; only its parent can clear it away.
      if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return false;
      return stat.groupId === groupId || environmentOf(entry).split('\0').includes(marking(marker));
    })
    .map(Number);
}

/** Reaches all members, those that the signal itself brings forth excepted. */
export function signalTree(tree: TreeId, name: 'SIGTERM' | 'SIGKILL'): void {
  const { groupId, platform } = tree;
  if (platform === 'win32') {
    if (groupId !== undefined) spawnSync('taskkill', ['/pid', String(groupId), '/T', '/F'], { windowsHide: true });
    return;
  }
  if (groupId !== undefined) signal(-groupId, name);
  if (platform === 'linux') for (const pid of membersOf(tree)) signal(pid, name);
}

/** False when there is nobody to signal. A negative number is a group. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name);
  } catch {
    return false; // It has ended, or its number is somebody else's by now.
  }
}

function marking(marker: string): string {
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

function ask(args: readonly string[]): string {
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8', timeout: 2000 });
  return (stdout ?? '').trim();
}
