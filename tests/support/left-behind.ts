// Finds processes that a suite started and nobody ended: those whose command line names the suite's folder.
import { readdirSync, readFileSync } from 'node:fs';

export interface LeftBehind {
  readonly pid: number;
  readonly commandLine: string;
}

/** Zombies have no command line and do not count. Only Linux can tell. */
export function processesNaming(folder: string): LeftBehind[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map((entry) => ({ pid: Number(entry), commandLine: commandLineOf(entry) }))
    .filter(({ commandLine }) => commandLine.includes(folder));
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It ended between the listing and the reading.
  }
}
