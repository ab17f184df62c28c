import { PassThrough } from 'node:stream';
import { PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { CommandEntry } from './commands/table.ts';
import type { CommandContext } from './context.ts';
import { nodeDisk } from './install/disk.ts';
import { noRegistry } from './install/registry.ts';
import { run } from './run.ts';

function entry(name: string, act: (isJson: boolean) => void, loaded: string[] = []): CommandEntry {
  return {
    name,
    summary: `does ${name}`,
    load: async () => {
      loaded.push(name);
      return {
        define: (command, frame) => {
          command.option('--loud', 'be loud').action(() => act(frame().output.isJson));
        },
      };
    },
  };
}

async function start(args: readonly string[], table: readonly CommandEntry[], env: Record<string, string> = {}) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const context: CommandContext = {
    machine: { platform: 'linux', env, uid: 1, accountHome: '/home/ada', accountName: 'ada' },
    cwd: '/',
    stdin: new PassThrough(),
    stdout,
    stderr,
    terminalColumns: undefined,
    randomBytes: (size) => new Uint8Array(size),
    now: () => 0,
    pid: 1,
    untilInterrupted: () => new Promise(() => {}),
    node: { path: '/usr/bin/node', version: 'v22.0.0' },
    program: 'sallyport',
    bundles: '/nowhere',
    confirm: undefined,
    sendSignal: () => {},
    openAddress: () => {},
    installer: {
      disk: nodeDisk,
      registry: noRegistry,
      exists: () => false,
      readBundle: () => undefined,
      probeNode: () => undefined,
      recordEnvironment: async () => ({ variables: {} }),
      alone: (_, change) => change(),
    },
  };
  const exitCode = await run(args, context, table);
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  return { exitCode, stdout: text(stdout), stderr: text(stderr) };
}

describe('the frame of the command', () => {
  it('loads the command that is called, and no other', async () => {
    const loaded: string[] = [];
    const ran: boolean[] = [];
    const table = [entry('one', (isJson) => ran.push(isJson), loaded), entry('two', () => {}, loaded)];
    await start(['one'], table);
    await start(['--json', 'one', '--loud'], table);
    await start(['one', '--json'], table);
    expect(ran).toEqual([false, true, true]);
    expect(loaded).toEqual(['one', 'one', 'one']);
    await start(['--help'], table);
    expect(loaded).toHaveLength(3);
  });

  it('shows the help on stdout when asked, or when nothing was asked', async () => {
    const table = [entry('one', () => {}), entry('two', () => {})];
    for (const args of [[], ['--help'], ['help']]) {
      const { exitCode, stdout, stderr } = await start(args, table);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/one +does one\n +two +does two/);
    }
    for (const args of [
      ['one', '--help'],
      ['help', 'one'],
    ]) {
      expect((await start(args, table)).stdout).toContain('--loud');
    }
  });

  it('shows no default for an option that may be repeated', async () => {
    const load: CommandEntry['load'] = async () => ({
      define: (command) => void command.option('--of <name>', 'of this', (value) => [value], []),
    });
    const { stdout } = await start(['many', '--help'], [{ name: 'many', summary: 'does many things', load }]);
    expect(stdout).toMatch(/--of <name> +of this\n/);
  });

  it('prints the version', async () => {
    expect(await start(['--version'], [])).toEqual({ exitCode: 0, stdout: `${PRODUCT_VERSION}\n`, stderr: '' });
  });

  it('exits with 2 on a misuse, and names the command that was probably meant', async () => {
    const { exitCode, stdout, stderr } = await start(['instal'], [entry('install', () => {})]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain("unknown command 'instal'");
    expect(stderr).toContain('Did you mean install?');
    expect(stderr).toContain('sallyport --help');
    const json = await start(['install', 'extra', '--json'], [entry('install', () => {})]);
    expect(json.exitCode).toBe(2);
    expect(JSON.parse(json.stdout).error).toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: expect.stringContaining('too many arguments'),
      hint: 'Run "sallyport install --help" for usage.',
    });
  });

  it.each([
    [['nope', '--help']],
    [['nope', '-h', '--json']],
    [['--json', 'help', 'nope']],
    [['help', 'nope', '--help']],
  ])('does not take %j for a request for help', async (args) => {
    const { exitCode, stdout, stderr } = await start(args, [entry('install', () => {})]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("unknown command 'nope'")]);
    if (args.includes('--json')) expect(JSON.parse(stdout).error.code).toBe('ERR_INPUT_INVALID');
    else expect(stdout).toBe('');
  });

  it('exits with 2 when the input is at fault and with 1 when something else is, with the remedy on stderr', async () => {
    const failing = (code: 'ERR_INPUT_INVALID' | 'ERR_SERVER_UNAVAILABLE') =>
      entry('fail', () => {
        throw new SallyportError(code, 'It is broken.', { hint: 'Mend it.' });
      });
    expect(await start(['fail'], [failing('ERR_INPUT_INVALID')])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'It is broken.\nMend it.\n',
    });
    const json = await start(['fail', '--json'], [failing('ERR_SERVER_UNAVAILABLE')]);
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({
      error: { code: 'ERR_SERVER_UNAVAILABLE', message: 'It is broken.', hint: 'Mend it.' },
    });
  });

  it('names the file that may not be used, which is no fault of our own', async () => {
    const table = [
      entry('write', () => {
        throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: '/home/ada/x' });
      }),
    ];
    expect(await start(['write'], table)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'No permission to read or write /home/ada/x.\nGive this user access to that folder, and try again.\n',
    });
  });

  it('shows where a fault of our own came from only when asked', async () => {
    const table = [
      entry('crash', () => {
        throw new TypeError('x is not a function');
      }),
    ];
    const { exitCode, stderr } = await start(['crash'], table);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/Internal error: x is not a function\nRun again with SALLYPORT_DEBUG=1/);
    expect(stderr).not.toContain('run.test.ts');
    expect((await start(['crash'], table, { SALLYPORT_DEBUG: '1' })).stderr).toContain('run.test.ts');
  });
});
