// Every command and subcommand in at least three wrong usages: exit code 2, what is wrong on stderr, one JSON value with --json, and nothing written.
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../../tests/support/command-run.ts';
import { type InstallerWorld, openInstallerWorld } from '../../../tests/support/installer-world.ts';
import { commands } from './commands/table.ts';

/** What a required argument is, where a word like any other would be another mistake. */
const right: Readonly<Record<string, string>> = { tool: 'browser/tabs' };

/** Values that options refuse before anything is asked for. */
const values: Readonly<Record<string, readonly (readonly [wrong: string, said: string])[]>> = {
  up: [['--browser nope', 'Unknown browser "nope".']],
  serve: [
    ['--port abc', "argument 'abc' is invalid"],
    ['--port 65536', "argument '65536' is invalid"],
  ],
  call: [['browser/tabs {nope', 'The arguments must be a JSON object.']],
  'tools approve': [['', 'No tools were named.']],
  'servers add': [
    ['x', 'A server needs either a command or --url.'],
    ['x --url nope', '"url" must begin with http'],
    ['x --env A -- y', '--env needs a name'],
  ],
  'servers import': [['--from /nowhere/mcp.json', 'File not found: /nowhere/mcp.json.']],
  'grants allow': [['https://example.com --for soon', '"soon" is not a duration.']],
  'grants revoke': [['', 'Nothing to revoke was named.']],
  journal: [
    ['--since soon', '"soon" is not a duration.'],
    ['--last 5x', '--last must be a number above 0.'],
  ],
  logs: [
    ['--last 0', '--last must be a number above 0.'],
    ['--last 5x', '--last must be a number above 0.'],
  ],
  stop: [
    ['Ada --all', 'Name one agent, or give --all, but not both.'],
    ['Ada --hold', '--hold and --force are for the gateway'],
  ],
  install: [
    ['--only nope', '--only does not know the part "nope".'],
    ['--browser nope', 'nope'],
    ['--extension-id nope', 'nope'],
    ['--name Nope!', 'Nope!'],
  ],
  uninstall: [
    ['--only nope', '--only does not know the part "nope".'],
    ['--purge --only agents', '--purge removes everything'],
    ['--name Nope!', 'Nope!'],
  ],
};

let world: InstallerWorld;
let before: unknown;

beforeAll(() => {
  world = openInstallerWorld('linux');
  before = world.snapshot();
});

afterAll(() => world.close());

const leaves = await Promise.all(
  commands.map(async ({ name, load }) => {
    const command = new Command(name);
    (await load()).define(command, () => {
      throw new Error('Nothing runs here.');
    });
    return [command, ...command.commands].map((own) => ({
      words: own === command ? [name] : [name, own.name()],
      taken: own.registeredArguments,
    }));
  }),
);

const usages = leaves.flat().flatMap(({ words, taken }) => {
  const needed = taken.filter(({ required }) => required).map((argument) => right[argument.name()] ?? 'x');
  const whole = [...words, ...needed];
  const tooMany = taken.some(({ variadic }) => variadic) ? [] : ['a', 'b', 'c', 'd'];
  return [
    { args: [...whole, '--nope'], said: "unknown option '--nope'" },
    { args: [...whole, '--config', '/nowhere/config.json'], said: 'File not found: /nowhere/config.json.' },
    { args: [...words, '--config'], said: /argument missing|missing required argument/ },
    ...(tooMany.length > 0 ? [{ args: [...whole, ...tooMany], said: /too many arguments|unknown command 'a'/ }] : []),
    ...(needed.length > 0 ? [{ args: words, said: 'missing required argument' }] : []),
    ...(values[words.join(' ')] ?? []).map(([wrong, said]) => ({
      args: [...words, ...wrong.split(' ').filter((word) => word !== '')],
      said,
    })),
  ];
});

it('knows every command that it has wrong values for', () => {
  const names = leaves.flat().map(({ words }) => words.join(' '));
  expect(Object.keys(values).filter((name) => !names.includes(name))).toEqual([]);
});

it.each(usages.map(({ args, said }) => [args.join(' '), args, said] as const))(
  'sallyport %s',
  async (_, args, said) => {
    const plain = await runCommand(world, args);
    expect(plain).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringContaining('\n') });
    if (typeof said === 'string') expect(plain.stderr).toContain(said);
    else expect(plain.stderr).toMatch(said);
    expect(plain.stderr).not.toContain('Internal error');
    const json = await runCommand(world, ['--json', ...args]);
    const { error, ...rest } = JSON.parse(json.stdout);
    expect([json.exitCode, rest, error.code]).toEqual([2, {}, 'ERR_INPUT_INVALID']);
    // The same words for a person and for a program.
    expect(json.stderr).toBe(plain.stderr);
    expect(plain.stderr).toContain(error.message);
    if (error.hint !== undefined) expect(plain.stderr).toContain(error.hint);
    expect(world.snapshot()).toEqual(before);
    // The first of them loads the command line.
  },
  60_000,
);
