// Runs the sallyport command inside the test's own process, on a made-up machine, and keeps what it printed.
import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { type CommandContext, run } from '@sallyport/cli';
import { fakeNode, type InstallerWorld } from './installer-world.ts';

export interface CommandRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runCommand(
  world: InstallerWorld,
  args: readonly string[],
  overrides: Partial<CommandContext> = {},
): Promise<CommandRun> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const exitCode = await run(args, {
    machine: world.machine,
    cwd: world.home,
    stdin: new PassThrough(),
    stdout,
    stderr,
    terminalColumns: undefined,
    randomBytes,
    now: Date.now,
    pid: 4242,
    untilInterrupted: () => new Promise(() => {}),
    node: fakeNode,
    program: 'sallyport',
    bundles: '/nowhere',
    confirm: undefined,
    sendSignal: (pid, signal) => void process.kill(pid, signal),
    openAddress: () => {},
    installer: world.ports,
    ...overrides,
  });
  return { exitCode, stdout: textIn(stdout), stderr: textIn(stderr) };
}

function textIn(stream: PassThrough): string {
  const bytes: unknown = stream.read();
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : '';
}
