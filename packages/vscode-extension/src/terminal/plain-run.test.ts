import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { quotePosix } from './command-form.ts';
import { followPlainRun } from './plain-run.ts';
import { type PlainFiles, plainFilesAt, plainProgram, plainScript } from './plain-script.ts';

interface Started {
  readonly files: PlainFiles;
  readonly shell: ChildProcess;
  readonly shown: () => string;
  readonly output: () => string;
  readonly follow: (signal?: AbortSignal) => ReturnType<typeof followPlainRun>;
}

/** The shells of this machine; `sh` is on each. */
const shells = ['sh', 'bash', 'dash', 'ksh', 'zsh', 'fish'].filter(
  (shell) => shell === 'sh' || (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, shell))),
);

/** Run by `sh`, as if its line had been typed; in a process group of its own, like a terminal's foreground. */
function start(program: string, command: string, maxBytes = 1_000_000): Started {
  const files = plainFilesAt(join(temporaryFolder(), "it's 1"));
  writeFileSync(files.command, `${command}\n`);
  writeFileSync(files.script, plainScript({ program, command, files, maxBytes }));
  const shell = spawn('sh', [files.script], { stdio: 'pipe', detached: true });
  onTestFinished(() => {
    if (shell.exitCode === null && shell.signalCode === null) process.kill(-(shell.pid ?? 0), 'SIGKILL');
  });
  let shown = '';
  let output = '';
  shell.stdout?.setEncoding('utf8').on('data', (piece: string) => (shown += piece));
  const follow = (signal = new AbortController().signal) =>
    followPlainRun({ files, onOutput: (piece) => (output += piece), isClosed: () => false, signal });
  return { files, shell, shown: () => shown, output: () => output, follow };
}

describe.each(shells)('a command in %s without integration', (program) => {
  it('is shown, and its output and exit code are known', async () => {
    const { follow, output, shown } = start(program, "echo 'ä 100%'; echo wrong >&2; exit 7");
    expect(await follow()).toEqual({ kind: 'ended', exitCode: 7, isShellBusy: false });
    expect(output()).toBe('ä 100%\nwrong\n');
    await eventually('the terminal shows all', () => shown() === `echo 'ä 100%'; echo wrong >&2; exit 7\n${output()}`);
  });

  it('reads what the user types, and its output is there while it runs', async () => {
    const { follow, output, shell } = start(program, 'echo "Name?"; read name; echo "Hello, $name."');
    const ended = follow();
    await eventually('the prompt', () => output() === 'Name?\n');
    shell.stdin?.write('Sally\n');
    expect(await ended).toMatchObject({ kind: 'ended', exitCode: 0 });
    expect(output()).toBe('Name?\nHello, Sally.\n');
  });

  it('ends by Ctrl+C with the code of that', async () => {
    const { follow, output, shell } = start(program, 'echo started; sleep 60');
    const ended = follow();
    await eventually('it runs', () => output() === 'started\n');
    process.kill(-(shell.pid ?? 0), 'SIGINT');
    expect(await ended).toMatchObject({ kind: 'ended', exitCode: 130 });
    expect(output()).toBe('started\n');
  });

  it('that leaves something in the background ends, and its shell counts as busy', async () => {
    const { follow, output } = start(program, 'sleep 60 & echo left');
    expect(await follow()).toEqual({ kind: 'ended', exitCode: 0, isShellBusy: true });
    expect(output()).toBe('left\n');
  });

  it('fills no more of the disk than the output of a command may, and goes on', async () => {
    const { files, shown, follow } = start(program, 'yes | head -c 3000000; exit 5', 512_000);
    expect(await follow()).toMatchObject({ kind: 'ended', exitCode: 5 });
    expect(statSync(files.output).size).toBe(512_000);
    await eventually('the terminal shows all', () => shown().length > 3_000_000);
  });
});

// A script of fish ends by the signal all the same.
it.each(shells.filter((shell) => shell !== 'fish'))(
  'what a command in %s says after Ctrl+C is there',
  async (shell) => {
    const command = "trap 'echo stopped; exit 3' INT; echo started; sleep 60 & wait";
    const started = start(shell, command);
    const ended = started.follow();
    await eventually('it runs', () => started.output() === 'started\n');
    process.kill(-(started.shell.pid ?? 0), 'SIGINT');
    expect(await ended).toMatchObject({ kind: 'ended', exitCode: 3 });
    expect(started.output()).toBe('started\nstopped\n');
  },
);

it.each(shells)('%s reads the quoted name of a script as it is', (shell) => {
  const name = `/it's a "name" for $x & y/1.run`;
  expect(spawnSync(shell, ['-c', `printf %s ${quotePosix(name)}`], { encoding: 'utf8' }).stdout).toBe(name);
});

it('a command is called typed when its script never starts, and closed when the terminal or the window is', async () => {
  const files = plainFilesAt(join(temporaryFolder(), 'never'));
  const never = new AbortController();
  const options = { files, onOutput: () => {}, isClosed: () => false, signal: never.signal };
  expect(await followPlainRun({ ...options, startMs: 1 })).toEqual({ kind: 'typed' });
  expect(await followPlainRun({ ...options, isClosed: () => true })).toMatchObject({ kind: 'closed' });
  never.abort();
  expect(await followPlainRun(options)).toMatchObject({ kind: 'closed' });
});

it('what a command wrote last is there when its terminal closes', async () => {
  const files = plainFilesAt(join(temporaryFolder(), 'closed'));
  writeFileSync(files.output, 'first\n');
  let output = '';
  let looks = 0;
  const isClosed = () => {
    looks += 1;
    if (looks > 1) writeFileSync(files.output, 'first\nlast\n');
    return looks > 1;
  };
  const { signal } = new AbortController();
  const ended = await followPlainRun({ files, isClosed, signal, onOutput: (piece) => (output += piece) });
  expect([ended.kind, output]).toEqual(['closed', 'first\nlast\n']);
});

it('shells that run a file are served, others and those of Windows are not', () => {
  expect(['sh', 'dash', 'bash', 'zsh', 'fish'].map((shell) => plainProgram(shell, 'linux'))).toEqual([
    'sh',
    'dash',
    'bash',
    'zsh',
    'fish',
  ]);
  expect([plainProgram('nu', 'linux'), plainProgram(undefined, 'linux'), plainProgram('bash', 'win32')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
