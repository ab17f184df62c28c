// Every command in three wrong usages: exit code 2, what is wrong on stderr, one JSON value with --json, and nothing written.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands } from '../../packages/cli/src/commands/table.ts';
import { runCommand } from '../support/command-run.ts';
import { type InstallerWorld, openInstallerWorld } from '../support/installer-world.ts';

/** What a command needs to be right but for the mistake. */
const needed: Readonly<Record<string, readonly string[]>> = { call: ['browser/tabs'] };

let world: InstallerWorld;
let before: unknown;

beforeAll(() => {
  world = openInstallerWorld('linux');
  before = world.snapshot();
});

afterAll(() => world.close());

const usages = commands.flatMap(({ name }) => {
  const right = [name, ...(needed[name] ?? [])];
  return [
    { args: [...right, '--nope'], said: "unknown option '--nope'" },
    { args: [...right, 'a', 'b', 'c', 'd'], said: /too many arguments|unknown command 'a'/ },
    { args: [...right, '--config', '/nowhere/config.json'], said: 'File not found: /nowhere/config.json.' },
  ].map(({ args, said }) => [args.join(' '), args, said] as const);
});

it.each(usages)(
  'sallyport %s',
  async (_, args, said) => {
    const plain = await runCommand(world, args);
    expect({ ...plain, stderr: '' }).toEqual({ exitCode: 2, stdout: '', stderr: '' });
    expect(plain.stderr).toMatch(said);
    const json = await runCommand(world, [...args, '--json']);
    expect(json.exitCode).toBe(2);
    expect(JSON.parse(json.stdout)).toEqual({
      error: {
        code: 'ERR_INPUT_INVALID',
        message: expect.stringMatching(said),
        hint: expect.stringMatching(/^(Run "sallyport \S+( \S+)? --help" for usage\.|Pass the path of an existing)/),
      },
    });
    expect(world.snapshot()).toEqual(before);
    // The first of them loads the command line.
  },
  60_000,
);
