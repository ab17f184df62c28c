// Ends a browser whose owner was killed (kill -9), which the owner itself cannot do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * A shell that waits for end of input. Only our process holds the write end, so the kernel closes it however we end. A shell
 * takes under 2 MB, a second Node 40.
 */
const SCRIPT = 'read -r _; kill -s TERM "$1" 2>/dev/null; sleep 2; kill -s KILL -- "-$1" 2>/dev/null';

export interface Watchdog {
  /** Stops watching. Idempotent. */
  close(): Promise<void>;
}

/** Watches the leader's process group; does nothing on Windows, which has neither groups nor sh. */
export function openWatchdog(leaderPid: number, platform: NodeJS.Platform): Watchdog {
  if (platform === 'win32') return { close: async () => {} };
  // Detached, or Ctrl+C would end it too early.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(leaderPid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
  });
  // Without a shell there is just no watchdog.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  // The types do not know that a pipe has unref().
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return { close: () => disarm(shell) };
}

async function disarm(shell: ChildProcess): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
  const ended = once(shell, 'exit');
  shell.ref();
  shell.kill('SIGKILL');
  await ended;
}
