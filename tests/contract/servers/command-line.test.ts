// sallyport servers, as a person uses it: beside a live gateway that follows the file, and without one.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sallyport } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { fixture, fixtureServer } from '../../support/upstreams.ts';

const node = process.execPath;

it('adds, lists, disables, enables, restarts and removes a server, and a live gateway follows', async () => {
  const world = openGatewayWorld();
  await world.startGateway();
  const server = [node, fixtureServer, `--of=${world.home}`];
  const added = await sallyport(world, ['servers', 'add', 'My Server', '--', ...server]);
  expect(added, added.stderr).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/my-server +running +stdio +14/),
  });
  expect((await sallyport(world, ['servers'])).stdout).toMatch(/my-server +running/);
  expect((await sallyport(world, ['status'])).stdout).toContain('My Server, running (14 tools)');
  const list = async () => JSON.parse((await sallyport(world, ['servers', 'list', '--json'])).stdout).servers;
  const [before] = await list();
  expect(before).toMatchObject({ id: 'my-server', state: 'running', restarts: 0, protocol: '2025-06-18' });

  await expect(sallyport(world, ['servers', 'add', 'my server', '--', 'other'])).resolves.toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('already'),
  });
  await sallyport(world, ['servers', 'restart', 'my-server']);
  const [after] = await list();
  expect(after).toMatchObject({ state: 'running', restarts: 1 });
  expect(after.pid).not.toBe(before.pid);

  await sallyport(world, ['servers', 'disable', 'my-server']);
  await eventually('it was stopped', async () => (await list())[0].state === 'disabled');
  expect((await sallyport(world, ['servers', 'enable', 'my-server'])).stdout).toMatch(/my-server +running/);
  await sallyport(world, ['servers', 'remove', 'my-server']);
  await eventually('it is gone', async () => (await list()).length === 0);
  await eventually('with its process', () => world.running().length === 1);
  expect(await sallyport(world, ['servers', 'remove', 'my-server'])).toMatchObject({ exitCode: 2 });
}, 30_000);

it('edits keep comments, and what cannot be read is left alone', async () => {
  const world = openGatewayWorld();
  const path = join(world.home, 'config.json');
  writeFileSync(path, '{\n  // mine\n  "policy": {}, // stays\n}\n');
  const header = 'X-Key: $' + '{env:KEY}';
  await sallyport(world, ['servers', 'add', 'far', '--url', 'https://example.org/mcp', '--header', header]);
  const text = world.read('config.json');
  expect(text).toContain('// mine');
  expect(text).toContain('// stays');
  expect(text).toContain('"X-Key": "$' + '{env:KEY}"');
  expect((await sallyport(world, ['servers'])).stdout).toMatch(/far +no gateway +any/);
  expect(await sallyport(world, ['servers', 'add', 'bad'])).toMatchObject({ exitCode: 2 });
  writeFileSync(path, '{ broken');
  expect(await sallyport(world, ['servers', 'add', 'x', '--', 'y'])).toMatchObject({ exitCode: 2 });
  expect(world.read('config.json')).toBe('{ broken');
});

it('imports from Claude Code, Cursor and VS Code, keeps what is there, and never itself', async () => {
  const world = openGatewayWorld();
  const write = (path: string, value: object) => {
    mkdirSync(join(world.home, path, '..'), { recursive: true });
    writeFileSync(join(world.home, path), JSON.stringify(value));
  };
  write('config.json', { mcpServers: { kept: { command: 'mine' } } });
  write('.claude.json', {
    mcpServers: { kept: { command: 'theirs' }, sallyport: { command: 'sallyport', args: ['mcp'] } },
    projects: { [world.home]: { mcpServers: { project: { command: 'p', env: { K: '$' + '{TOKEN:-none}' } } } } },
  });
  write('.cursor/mcp.json', {
    mcpServers: { remote: { url: 'https://example.org/sse', type: 'sse', oauth: { clientId: 'c' } } },
  });
  write('.config/Code/User/mcp.json', {
    inputs: [{ id: 'api-key', type: 'promptString' }],
    servers: { code: { type: 'stdio', command: 'c', env: { KEY: '$' + '{input:api-key}' }, gallery: true } },
  });
  const dry = await sallyport(world, ['servers', 'import', '--dry-run']);
  expect(dry.stdout).toContain('project: would be added');
  expect(world.read('config.json')).not.toContain('project');
  const { stdout } = await sallyport(world, ['servers', 'import']);
  expect(stdout).toContain('kept: already there');
  expect(stdout).toContain('set the environment variable API_KEY');
  const { mcpServers } = JSON.parse(world.read('config.json'));
  expect(mcpServers).toEqual({
    kept: { command: 'mine' },
    project: { command: 'p', env: { K: '$' + '{env:TOKEN}' } },
    remote: { type: 'sse', url: 'https://example.org/sse', oauth: { clientId: 'c' } },
    code: { type: 'stdio', command: 'c', env: { KEY: '$' + '{env:API_KEY}' } },
  });
  expect(existsSync(join(world.home, 'run', 'gateway.json'))).toBe(false);
});

it('a broken edit keeps what was in force, and a good one takes hold', async () => {
  const world = openGatewayWorld();
  const path = join(world.home, 'config.json');
  const config = (servers: object) => writeFileSync(path, JSON.stringify({ mcpServers: servers }));
  config({ one: fixture(world.home) });
  const { client, heard } = await world.openAgent('legacy');
  const before = await client.callTool({ name: 'one__pid' });
  writeFileSync(path, '{ "mcpServers": {');
  await eventually('it was said', () => world.read('data/logs/gateway.log').includes('The previous config stays'));
  await expect(client.callTool({ name: 'one__pid' })).resolves.toMatchObject({ content: before.content });
  config({ one: fixture(world.home), browser: fixture(world.home) });
  await eventually('the new one is there', async () =>
    (await client.listTools()).tools.some(({ name }) => name === 'browser-mcp__echo'),
  );
  await expect(client.callTool({ name: 'one__pid' })).resolves.toMatchObject({ content: before.content });
  expect(heard).toContain('notifications/tools/list_changed');
  expect(world.read('data/logs/gateway.log')).toContain('The name "browser" is reserved');
}, 15_000);
