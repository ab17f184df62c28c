// Gets the sshd that tests of remote hosts run on a port of their own. Debian's package is unpacked, not installed: installing
// it would start a server for the whole network. Run by setup.mjs; takes seconds, and nothing when it is there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findSshd, sshdFolder } from './sshd-folder.ts';

const STEP_TIMEOUT_MS = 5 * 60_000;
const NEEDS = 'Tests of remote hosts need sshd and ssh. Install and try again: openssh-server, openssh-client.';
/** libwrap0 is the one library of sshd that a small Debian lacks. */
const packages = ['openssh-server', 'libwrap0'];

function run(command: string, args: readonly string[], cwd?: string): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    timeout: STEP_TIMEOUT_MS,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}\n${NEEDS}`);
}

/** Two set-ups at once do no harm: each works in a folder of its own, and the first one's stays. */
function unpack(target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const work = mkdtempSync(`${target}-unpacking-`);
  try {
    run('apt-get', ['download', ...packages], work);
    for (const file of readdirSync(work)) if (file.endsWith('.deb')) run('dpkg-deb', ['-x', join(work, file), work]);
    if (!existsSync(target)) renameSync(work, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function has(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

const isRoot = process.getuid?.() === 0;
if (findSshd() === undefined) {
  if (!existsSync('/usr/bin/apt-get')) throw new Error(NEEDS);
  console.log(`Unpacking sshd for the tests (under 1 MB, kept in ${sshdFolder()})…`);
  if (isRoot) run('apt-get', ['update']);
  unpack(sshdFolder());
}
if (!has('ssh', '-V')) {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) throw new Error(NEEDS);
  console.log('Installing openssh-client (apt-get)…');
  run('apt-get', ['install', '--yes', '--no-install-recommends', 'openssh-client']);
}
// Started by root, sshd drops its rights to this account; Debian's package would have created it.
if (isRoot && !has('getent', 'passwd', 'sshd')) {
  console.log('Creating the system account sshd, which sshd requires when root starts it…');
  run('useradd', ['--system', '--no-create-home', '--home-dir', '/run/sshd', '--shell', '/usr/sbin/nologin', 'sshd']);
}
