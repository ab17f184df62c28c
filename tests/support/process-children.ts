// The processes below one, as Linux tells them.
import { readdirSync, readFileSync } from 'node:fs';

export interface Descendant {
  readonly pid: number;
  readonly commandLine: string;
  /** What it calls itself, in fifteen characters. */
  readonly name: string;
}

/** Children, their children, and so on. */
export function descendantsOf(root: number): Descendant[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map((entry) => [Number(entry), parentOf(Number(entry))]),
  );
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).map((pid) => ({
    pid,
    commandLine: read(pid, 'cmdline'),
    name: read(pid, 'comm').trim(),
  }));
}

function parentOf(pid: number): number | undefined {
  // The name in brackets may hold anything; what follows it does not.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ');
  return fields?.[1] === undefined ? undefined : Number(fields[1]);
}

function read(pid: number, file: 'cmdline' | 'comm' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // It ended between the listing and the reading.
  }
}
