// Ends a browser whose owner died without a word (kill -9, a terminal torn away): nothing inside the owner can do that.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * A shell that waits for the end of its input. The write end lives in our process alone, so the kernel closes it however
 * we end. A shell holds under 2 MB, where a second Node would hold 40.
 */
const SCRIPT = 'read -r _; kill -s TERM "$1" 2>/dev/null; sleep 2; kill -s KILL -- "-$1" 2>/dev/null';

export interface Watchdog {
  /** Calls it off. May be called again. */
  close(): Promise<void>;
}

/** Guards the process group of that leader. On Windows, which has neither groups nor sh, there is nobody to guard it. */
export function openWatchdog(leaderPid: number, platform: NodeJS.Platform): Watchdog {
  if (platform === 'win32') return { close: async () => {} };
  // In a session of its own, or Ctrl+C at the terminal would end it before it did its duty.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(leaderPid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
  });
  // Without a shell the browser is merely unguarded.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  // A pipe can be unreferenced as a socket is, which the types do not say.
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return { close: () => callOff(shell) };
}

async function callOff(shell: ChildProcess): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
  const ended = once(shell, 'exit');
  shell.ref();
  shell.kill('SIGKILL');
  await ended;
}
