// The context of a real process: streams, terminal, and the machine's own disk, registry, Node and shell.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Machine, whileLocked } from '@sallyport/native-host/run-directory';
import { ask } from './ask.ts';
import type { CommandContext } from './context.ts';
import { nodeDisk } from './install/disk.ts';
import { recordEnvironment } from './install/environment.ts';
import type { InstallerPorts } from './install/prepare.ts';
import { noRegistry, openRegistry, runRegExe } from './install/registry.ts';
import { openAddress } from './open-address.ts';

const NODE_PROBE_MS = 5_000;

/** Relative to this package, never to the working directory: bundles are executed, and that folder may be anyone's. */
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const published = beside('../bundles/');
const builtFromClone = beside('../../../dist/');

export function openContext(of: NodeJS.Process, machine: Machine): CommandContext {
  const bundles = [published, builtFromClone].find((folder) => existsSync(folder)) ?? published;
  return {
    machine,
    cwd: of.cwd(),
    stdin: of.stdin,
    stdout: of.stdout,
    stderr: of.stderr,
    terminalColumns: of.stdout.isTTY ? of.stdout.columns : undefined,
    randomBytes,
    now: Date.now,
    pid: of.pid,
    untilInterrupted: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) of.once(signal, () => resolve());
      }),
    node: { path: of.execPath, version: of.version },
    program: bundles === published ? 'sallyport' : 'npx sallyport',
    bundles,
    confirm: of.stdin.isTTY && of.stdout.isTTY ? (question, options) => ask(of, question, options) : undefined,
    sendSignal: (pid, signal) => void of.kill(pid, signal),
    openAddress: (address) => openAddress(machine.platform, address),
    installer: openPorts(machine, bundles, of.pid),
  };
}

function openPorts(machine: Machine, bundles: string, pid: number): InstallerPorts {
  return {
    disk: nodeDisk,
    registry:
      machine.platform === 'win32'
        ? openRegistry({ run: runRegExe(machine.env.SystemRoot ?? 'C:\\Windows'), temporaryFolder: tmpdir() })
        : noRegistry,
    exists: existsSync,
    readBundle: (file) => {
      const path = join(bundles, file);
      return existsSync(path) ? readFileSync(path) : undefined;
    },
    probeNode,
    recordEnvironment: (node) =>
      recordEnvironment({
        shell: machine.platform === 'win32' ? undefined : machine.env.SHELL,
        node,
        env: machine.env,
        mark: randomBytes(16).toString('hex'),
      }),
    alone: (path, change) => whileLocked({ path, pid, random: randomBytes, now: Date.now }, change),
  };
}

function probeNode(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    accessSync(path, constants.X_OK);
    const answer = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: NODE_PROBE_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return /^v\d+\.\d+\.\d+/.test(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
