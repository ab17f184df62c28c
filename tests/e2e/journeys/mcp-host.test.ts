// The four acceptance groups of seed 004 as four journeys: real gateway, real native host, real servers, a page, an agent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink, type PageLink } from '../../support/page-link.ts';
import { plainServer, plainServerLog } from '../../support/plain-server.ts';
import { everything, upstreams } from '../../support/upstreams.ts';
import { verifies } from '../../support/verifies.ts';

function openWorld(): GatewayWorld {
  const world = openGatewayWorld();
  const plain = plainServer(`--log=${join(world.home, 'plain.log')}`);
  const mcpServers = {
    plain,
    // Behind a shell, as many people start theirs.
    wrapped: {
      command: 'sh',
      args: ['-c', `"${plain.command}" "${plain.args[0]}" --log="${world.home}/wrapped.log"; true`],
    },
    everything: everything(),
    files: { command: process.execPath, args: [upstreams.filesystem, world.home] },
  };
  writeFileSync(join(world.home, 'config.json'), JSON.stringify({ mcpServers }));
  return world;
}

async function stateOf(world: GatewayWorld, id: string): Promise<string | undefined> {
  const { servers } = await sallyportJson(world, 'servers', 'list');
  return servers.find((server: { id: string }) => server.id === id)?.state;
}

const call = (link: PageLink, tool_name: string, fields = {}) =>
  link.ask('host_call_tool', { tool_name, new_run: true, ...fields });
const code = (expected: string) => ({ type: 'error', error: { code: expected } });

describe('seed 004', () => {
  it(verifies(
    'lifecycle: servers are spawned, restarted after a crash up to the maximum, and stopped with their children',
    'S4-accept-spawn',
    'S4-accept-restart',
    'S4-accept-stop',
    'S4-restart-max',
    'S4-restart-backoff',
    'S4-state-running',
    'S4-state-crashed',
    'S4-scope-server-connect',
    'S4-metric-server-health',
  ), async () => {
    const world = openWorld();
    await world.startGateway();
    const link = openPageLink(await world.openExtension());
    await link.ask('host_grant_permission', { scope: 'mcp:tools.call', grant_type: 'ALLOW_ALWAYS' });
    for (const id of ['plain', 'wrapped', 'everything', 'files']) {
      await eventually(`${id} runs`, async () => (await stateOf(world, id)) === 'running', 30_000);
    }
    const crashedAt: number[] = [];
    for (let n = 1; n <= 4; n += 1) {
      expect(await call(link, 'plain/crash')).toMatchObject(code('ERR_SERVER_UNAVAILABLE'));
      crashedAt.push(Date.now());
      // Meanwhile the others work.
      expect(await call(link, 'everything/echo', { args: { message: 'hi' } })).toMatchObject({
        result: { content: [{ text: 'Echo: hi' }] },
      });
      const next = n < 4 ? 'running' : 'failed';
      await eventually(`plain is ${next}`, async () => (await stateOf(world, 'plain')) === next, 15_000);
      if (n < 4) expect(Date.now() - (crashedAt.at(-1) ?? 0)).toBeGreaterThanOrEqual(n * 2000 - 100);
    }
    const { entries } = await sallyportJson(world, 'journal', '--kind', 'server', '--last', '200');
    const states = entries.filter((entry: { server: string }) => entry.server === 'plain');
    expect(states.map(({ state }: { state: string }) => state)).toEqual([
      ...['starting', 'running'],
      ...['crashed', 'restarting', 'running'],
      ...['crashed', 'restarting', 'running'],
      ...['crashed', 'restarting', 'running'],
      ...['crashed', 'failed'],
    ]);
    // A page without permission to start it finds it down; with it, its call starts it.
    expect(await call(link, 'plain/echo')).toMatchObject(code('ERR_SERVER_UNAVAILABLE'));
    await link.ask('host_grant_permission', { scope: 'mcp:server.connect' });
    expect(await call(link, 'plain/echo')).toMatchObject({ type: 'host_call_tool_result' });
    const before = world.running().length;
    await sallyport(world, ['servers', 'disable', 'wrapped']);
    await eventually('shell and server are gone', () => world.running().length === before - 2);
    await sallyport(world, ['stop']);
    // The native host is the browser's own.
    await eventually('no server is left', () => world.running().length === 1);
  }, 120_000);

  it(
    verifies(
      'discovery: the tools of real servers are listed, named serverId/toolName',
      'S4-accept-list',
      'S4-accept-namespace',
      'S4-servers-many',
    ),
    async () => {
      const world = openWorld();
      await world.startGateway();
      const link = openPageLink(await world.openExtension());
      await link.ask('host_grant_permission', { scope: 'mcp:tools.list' });
      const listed = await eventually('all servers are listed', async () => {
        const { tools } = await link.ask('host_list_tools');
        const names = Array.isArray(tools) ? tools.map(({ name }) => String(name)) : [];
        return ['plain/echo', 'wrapped/echo', 'everything/echo', 'files/read_text_file'].every((name) =>
          names.includes(name),
        )
          ? names
          : undefined;
      });
      expect(listed.filter((name) => !/^(plain|wrapped|everything|files)\/[^/]+$/.test(name))).toEqual([]);
      const { client } = await world.openAgent('modern');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['everything__echo', 'files__read_text_file']),
      );
    },
  );

  it(
    verifies(
      'permission: nothing without a grant, once expires, always outlives kill -9',
      'S4-accept-no-permission',
      'S4-accept-once',
      'S4-accept-always',
      'S4-grant-once-ttl',
    ),
    async () => {
      const world = openWorld();
      await world.startGateway();
      const link = openPageLink(await world.openExtension());
      expect(await link.ask('host_list_tools')).toMatchObject(code('ERR_SCOPE_REQUIRED'));
      expect(await call(link, 'plain/echo')).toMatchObject(code('ERR_SCOPE_REQUIRED'));
      await link.ask('host_grant_permission', { scope: 'mcp:tools.call', expires_at: Date.now() + 2000 });
      expect(await call(link, 'plain/echo')).toMatchObject({ type: 'host_call_tool_result' });
      await eventually('it has expired', async () => {
        const { error } = await call(link, 'plain/echo');
        return Object(error).code === 'ERR_SCOPE_REQUIRED';
      });
      for (const scope of ['mcp:tools.list', 'mcp:tools.call']) {
        await link.ask('host_grant_permission', { scope, grant_type: 'ALLOW_ALWAYS', allowed_tools: ['plain/echo'] });
      }
      await world.killGateway();
      await world.startGateway();
      await eventually('the page is served again', async () => {
        const { type } = await call(link, 'plain/echo');
        return type === 'host_call_tool_result';
      });
      expect(await link.ask('host_list_tools')).toMatchObject({ tools: [{ name: 'plain/echo' }] });
      expect(await call(link, 'plain/fail')).toMatchObject(code('ERR_TOOL_NOT_ALLOWED'));
    },
  );

  it(
    verifies(
      'calls: a known tool works, an unknown one, a late one and one whose server is down say what they are',
      'S4-accept-call',
      'S4-accept-unknown-tool',
      'S4-accept-timeout',
      'S4-accept-server-down',
      'S4-err-tool-not-found',
    ),
    async () => {
      const world = openWorld();
      writeFileSync(join(world.home, 'note.txt'), 'from the file');
      await world.startGateway();
      const link = openPageLink(await world.openExtension());
      await link.ask('host_grant_permission', { scope: 'mcp:tools.call', grant_type: 'ALLOW_ALWAYS' });
      expect(await call(link, 'files/read_text_file', { args: { path: join(world.home, 'note.txt') } })).toMatchObject({
        result: { content: [{ type: 'text', text: 'from the file' }] },
        provenance: { serverId: 'files', toolName: 'read_text_file' },
      });
      expect(await call(link, 'files/no_such_tool')).toMatchObject(code('ERR_TOOL_NOT_FOUND'));
      expect(await call(link, 'plain/hang', { timeout_ms: 300 })).toMatchObject(code('ERR_TOOL_TIMEOUT'));
      await eventually('it was told to stop', () => plainServerLog(world).includes('cancelled hang'));
      expect(await call(link, 'plain/crash')).toMatchObject(code('ERR_SERVER_UNAVAILABLE'));
      // Until it is started again, two seconds later.
      expect(await call(link, 'plain/echo', { timeout_ms: 100 })).toMatchObject(code('ERR_SERVER_UNAVAILABLE'));
      await sallyport(world, ['servers', 'disable', 'plain']);
      await eventually('it is away', async () => {
        const { error } = await call(link, 'plain/echo');
        return Object(error).code === 'ERR_SERVER_UNAVAILABLE';
      });
    },
  );
});
