// Keeps this process and what it starts on one core: where the scheduler puts two processes moves a round trip fivefold.
import { spawnSync } from 'node:child_process';

export interface Pinning {
  readonly core: number;
  /** Gives back the cores the process had before. */
  release(): void;
}

/** Undefined where the system has no taskset. */
export function pinToOneCore(pid: number): Pinning | undefined {
  const before = affinityOf(pid);
  const core = Number(before?.split(/[,-]/).at(-1));
  if (before === undefined || !Number.isInteger(core) || !setAffinity(pid, String(core))) return undefined;
  return { core, release: () => void setAffinity(pid, before) };
}

function affinityOf(pid: number): string | undefined {
  const { status, stdout } = spawnSync('taskset', ['-cp', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.split(':').at(-1)?.trim() : undefined;
}

/** Of all threads: those of the garbage collector would else run beside us on the other core. */
function setAffinity(pid: number, cores: string): boolean {
  return spawnSync('taskset', ['-acp', cores, String(pid)]).status === 0;
}
