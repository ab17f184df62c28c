// A real sshd on a port of the loopback, with keys and a config of its own, and a "remote" home below the test's folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findSshd } from '../../scripts/sshd-folder.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** What `ssh` calls it. */
export const HOST = 'box';

export interface SshServer {
  /** A folder for the PATH with an `ssh` that reads the test's own config. */
  readonly bin: string;
  /** SALLYPORT_HOME on the remote side. */
  readonly home: string;
  readonly port: number;
  start(): Promise<void>;
  /** Kills sshd and every connection to it, as a server that loses power does. */
  kill(): Promise<void>;
  /** The processes of its connections. */
  connections(): number[];
}

export async function openSshServer(folder: string): Promise<SshServer> {
  const sshd = findSshd();
  if (sshd === undefined) throw new Error('No sshd. "npm test" gets one: node scripts/setup.mjs --sshd');
  const port = await freePort();
  const at = (name: string) => join(folder, name);
  const home = at('far');
  const bin = at('bin');
  for (const path of [home, bin]) mkdirSync(path, { recursive: true });
  for (const key of ['host-key', 'user-key'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(key)]);
  writeFileSync(
    at('sshd_config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${at('host-key')}`,
      `AuthorizedKeysFile ${at('user-key.pub')}`,
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      // The folder of a test is below /tmp, which anybody may write.
      'StrictModes no',
      'PidFile none',
      // HOME too, so that no profile of the account runs.
      `SetEnv SALLYPORT_HOME=${home} HOME=${home}`,
      '',
    ].join('\n'),
  );
  writeFileSync(
    at('ssh_config'),
    [
      `Host ${HOST}`,
      '  HostName 127.0.0.1',
      `  Port ${port}`,
      `  IdentityFile ${at('user-key')}`,
      '  IdentitiesOnly yes',
      '  GSSAPIAuthentication no',
      `  UserKnownHostsFile ${at('known_hosts')}`,
      '  StrictHostKeyChecking accept-new',
      '',
    ].join('\n'),
  );
  const ssh = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, 'ssh'), `#!/bin/sh\nexec ${ssh} -F ${at('ssh_config')} "$@"\n`);
  chmodSync(join(bin, 'ssh'), 0o755);
  // Where sshd of Debian confines itself when root starts it.
  if (process.getuid?.() === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });

  let child: ChildProcess | undefined;
  let said = '';

  async function start(): Promise<void> {
    const started = spawn(sshd?.program ?? '', ['-D', '-e', '-f', at('sshd_config')], {
      env: { ...process.env, ...sshd?.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.stderr.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4096);
    });
    child = started;
    await eventually(`sshd listens: ${said}`, () => accepts(port));
  }

  async function kill(): Promise<void> {
    const old = child;
    if (old === undefined) return;
    const theirs = connections();
    const ended = once(old, 'exit');
    old.kill('SIGKILL');
    for (const pid of theirs) end(pid);
    await ended;
    child = undefined;
  }

  /** Children of the listener, and theirs: an unprivileged sshd for each connection, and its commands. */
  function connections(): number[] {
    const all = parents();
    const below = (pid: number): number[] =>
      [...all].filter(([, parent]) => parent === pid).flatMap(([found]) => [found, ...below(found)]);
    return child?.pid === undefined ? [] : below(child.pid);
  }

  onTestFinished(kill);
  await start();
  return { bin, home, port, start, kill, connections };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function parents(): Map<number, number> {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return new Map(
    pids.flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return [[Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
      } catch {
        return [];
      }
    }),
  );
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
