// Finds processes that a suite started and nobody ended: by the suite's folder in their command line or environment.
import { readdirSync, readFileSync } from 'node:fs';

export interface LeftBehind {
  readonly pid: number;
  readonly commandLine: string;
}

/** Those whose command line names the folder. Zombies have no command line and do not count. Only Linux can tell. */
export function processesNaming(folder: string): LeftBehind[] {
  return processes().filter(({ commandLine }) => commandLine.includes(folder));
}

/** Those who work on this home of ours, whatever their command line says. */
export function processesOfHome(home: string): LeftBehind[] {
  return processes().filter(({ pid, commandLine }) => {
    const isLiving = commandLine !== '';
    return isLiving && (commandLine.includes(home) || read(pid, 'environ').includes(`SALLYPORT_HOME=${home}`));
  });
}

/** A process that is dying loses its command line first, and its sockets later; a zombie has lost both. Only Linux can tell. */
export function hasEnded(pid: number): boolean {
  const state = /^\d+ \(.*\) (\w)/s.exec(read(pid, 'stat'))?.[1];
  return state === undefined || state === 'Z' || state === 'X';
}

function processes(): LeftBehind[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map((entry) => ({ pid: Number(entry), commandLine: read(Number(entry), 'cmdline').replaceAll('\0', ' ').trim() }));
}

function read(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // It ended between the listing and the reading.
  }
}
