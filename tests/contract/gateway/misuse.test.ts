// Commands as a person gets them wrong, and homes in which something stands in the way: each answer says what to do next.
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sallyport } from '../../support/command-in-world.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';

it('a config.json that cannot be read is no empty one: nothing starts by it, and nothing is written over it', async () => {
  const world = openGatewayWorld();
  const path = join(world.home, 'config.json');
  mkdirSync(path);
  const said = { exitCode: 1, stderr: expect.stringContaining(`${path} cannot be read: EISDIR.`) };
  for (const args of [
    ['servers'],
    ['servers', 'add', 'x', '--', 'y'],
    ['servers', 'remove', 'x'],
    ['tools'],
    ['serve'],
  ]) {
    expect(await sallyport(world, args), args.join(' ')).toMatchObject(said);
  }
  expect((await sallyport(world, ['doctor'])).stdout).toMatch(/BROKEN {2}config\.json .*cannot be read: EISDIR/);
  expect(statSync(path).isDirectory()).toBe(true);
  expect(world.record()).toBeUndefined();
});

it('a rule holds on when its file can no longer be read', async () => {
  const world = openGatewayWorld();
  const path = join(world.home, 'config.json');
  writeFileSync(path, '{ "policy": { "browser/*": "deny" } }');
  await world.openHost();
  const { client } = await world.openAgent('legacy');
  rmSync(path);
  mkdirSync(path);
  await eventually('it was said', () => world.read('data/logs/gateway.log').includes('The previous config stays'));
  await expect(client.callTool({ name: 'browser__echo', arguments: { text: 'x' } })).resolves.toMatchObject({
    ...failedWith({ code: 'ERR_PERMISSION_DENIED' }),
  });
});

it.each([
  [
    'servers lsit',
    'unknown command \'lsit\' for "sallyport servers". Commands: list, add,',
    'sallyport servers --help',
  ],
  ['grants lsit', "unknown command 'lsit'", 'sallyport grants --help'],
  ['tools aprove', "unknown command 'aprove'", 'sallyport tools --help'],
  ['agents lsit', "unknown command 'lsit'", 'sallyport agents --help'],
  ['servers add', "missing required argument 'name'", 'sallyport servers add --help'],
  ['agents revoke a b', 'too many arguments', 'sallyport agents revoke --help'],
  ['journal --limit 3', "unknown option '--limit'", 'sallyport journal --help'],
])('"sallyport %s" says that there is %s, and which help to look at', async (words, what, help) => {
  const world = openGatewayWorld();
  const { exitCode, stdout, stderr } = await sallyport(world, words.split(' '));
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(what);
  expect(stderr).toContain(`Run "${help}" for usage.`);
});

it('the bare word for many things lists them, and "help" after it shows its help', async () => {
  const world = openGatewayWorld();
  expect((await sallyport(world, ['servers', 'help'])).stdout).toContain('Usage: sallyport servers [');
  for (const words of ['servers help add', 'help servers add', 'servers add --help']) {
    expect((await sallyport(world, words.split(' '))).stdout, words).toContain('Usage: sallyport servers add [');
  }
  for (const word of ['agents', 'servers', 'grants', 'tools']) {
    expect(await sallyport(world, [word]), word).toMatchObject({ exitCode: 0, stderr: '' });
  }
});

it.each([
  ['grants revoke deadbeef', 2, 'No such decision.\nRun "sallyport grants list" to see all.'],
  ['tools approve nope', 2, 'None of these needs approval.\n"sallyport tools" marks those that do.'],
  ['stop Nobody', 2, 'No agent "Nobody" is known.\n"sallyport status" shows who is connected'],
  ['resume Nobody', 2, '"Nobody" is not stopped.\nNo agent is.'],
  ['agents rotate Nobody', 2, 'There is no agent "Nobody".\nSee "sallyport agents list".'],
  ['agents families Nobody', 2, 'There is no agent "Nobody".\nSee "sallyport agents list".'],
  ['agents revoke Nobody', 2, 'There is no agent "Nobody".\nSee "sallyport agents list".'],
  ['remote remove nowhere', 2, 'There is no remote host "nowhere".\nSee "sallyport remote list".'],
  ['servers remove nope', 2, 'There is no server "nope" in '],
  ['servers enable nope', 2, 'There is no server "nope" in '],
  ['servers disable nope', 2, 'There is no server "nope" in '],
  ['servers restart nope', 2, 'No server with this name is enabled.\nSee "sallyport servers list".'],
  ['servers login nope', 2, 'There is no server "nope" in '],
  ['servers logout nope', 2, 'There is no server "nope" in '],
  ['grants allow Nobody', 2, 'A grant is for a web origin or for an agent that has a key.'],
  ['call browser/nope', 1, 'There is no tool of this name. (browser/nope)\nRun "sallyport tools" to list all tools.'],
  ['logs nope', 2, 'There is no log of "nope" yet.\nThere are logs of: gateway.'],
  ['servers import --from cluade', 2, 'cluade.\n--from takes claude, cursor, vscode, or a file.'],
])('"sallyport %s" ends with %i and says where to look', async (words, exitCode, said) => {
  const world = openGatewayWorld();
  await world.openHost();
  await world.startGateway();
  // Its record is there before its first line.
  await eventually('it has a log', () => existsSync(join(world.home, 'data', 'logs', 'gateway.log')));
  const ended = await sallyport(world, words.split(' '));
  expect(ended).toEqual({ exitCode, stdout: '', stderr: expect.stringContaining(said) });
  const { error, ...rest } = JSON.parse((await sallyport(world, [...words.split(' '), '--json'])).stdout);
  expect(rest).toEqual({});
  expect(`${error.message}\n${error.hint}`).toContain(said);
});

it('a file where the data folder should be is named by every command that needs the folder', async () => {
  const world = openGatewayWorld();
  writeFileSync(join(world.home, 'data'), '');
  for (const args of [['agents'], ['agents', 'add', 'a'], ['tools'], ['journal'], ['logs'], ['grants']]) {
    const { exitCode, stderr } = await sallyport(world, args);
    expect([exitCode, stderr], args.join(' ')).toEqual([1, expect.stringContaining(join(world.home, 'data'))]);
    expect(stderr, args.join(' ')).not.toContain('Internal error');
  }
  expect((await sallyport(world, ['doctor'])).stdout).toMatch(
    /BROKEN {2}agents\.json .*data cannot be used: EEXIST.\n.*move it away/,
  );
});

it('decisions that cannot be read start no gateway that would do without them, and it is said', async () => {
  const world = openGatewayWorld();
  const path = join(world.home, 'data', 'grants.json');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { exitCode, stderr } = await sallyport(world, ['grants']);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${path} cannot be read: EISDIR.`)]);
});

it('the doctor names a damaged book of agents, and counts a sound one', async () => {
  const world = openGatewayWorld();
  await sallyport(world, ['agents', 'add', 'one']);
  expect((await sallyport(world, ['doctor'])).stdout).toMatch(/ok {6}agents\.json +1 agent has a key/);
  writeFileSync(join(world.home, 'data', 'agents.json'), 'junk');
  expect((await sallyport(world, ['doctor'])).stdout).toMatch(/BROKEN {2}agents\.json .*is damaged/);
});

it('a name that becomes another one, and a family that no tool is of, are said', async () => {
  const world = openGatewayWorld();
  expect((await sallyport(world, ['servers', 'add', 'browser', '--', 'y'])).stdout).toContain(
    'The server "browser" was added as "browser-mcp";',
  );
  await sallyport(world, ['servers', 'remove', 'browser']);
  await sallyport(world, ['agents', 'add', 'a']);
  await world.openHost();
  await world.startGateway();
  const { exitCode, stderr } = await sallyport(world, ['agents', 'families', 'a', '--on', 'core', 'coer']);
  expect([exitCode, stderr]).toEqual([0, 'Note: no current tool is in the family "coer".\n']);
});
