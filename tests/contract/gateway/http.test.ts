// The gateway's HTTP door: who comes in, what they meet at which address, and how it is opened.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { connectClient, messageOf } from '../../support/http-door.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';

async function openHttp(world: GatewayWorld, ...flags: string[]): Promise<URL> {
  await world.startGateway();
  const { url } = await sallyportJson(world, 'serve', '--port', '0', ...flags);
  return new URL(url);
}

const at = (url: URL, path: string) => new URL(`${url.pathname}/${path}`, url);

function post(url: URL, message: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
}

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

it.each(['legacy', 'modern'] as const)(
  'an agent of the %s era has all apps at /mcp, one app at /mcp/<app>',
  async (era) => {
    const world = openGatewayWorld();
    await world.openHost();
    const url = await openHttp(world);
    const key = await addAgent(world, 'Ada');
    const { client } = await connectClient(url, era, key);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('browser__echo');
    const alone = await connectClient(at(url, 'browser'), era, key);
    expect((await alone.client.listTools()).tools.map(({ name }) => name)).toContain('echo');
    const result = await alone.client.callTool({ name: 'echo', arguments: { text: 'hello' } });
    expect(result.content).toEqual([{ type: 'text', text: 'hello' }]);
    const entries = world
      .read('data/journal.jsonl')
      .split('\n')
      .filter((line) => line.includes('"kind":"call"'));
    expect(JSON.parse(entries.at(-1) ?? '{}')).toMatchObject({ agent: { name: 'Ada' }, tool: 'browser/echo' });
  },
);

it('in the new era an agent is one session, or one for each label; each MCP session is one of its own', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const url = await openHttp(world);
  const key = await addAgent(world, 'Ada');
  const sessionAt = async (address: URL, era: 'legacy' | 'modern') => {
    const { client } = await connectClient(address, era, key);
    await client.callTool({ name: 'browser__whoami' });
    return host.calls.at(-1)?.agent;
  };
  const [one, again, labelled, session] = [
    await sessionAt(url, 'modern'),
    await sessionAt(url, 'modern'),
    await sessionAt(at(url, '~two'), 'modern'),
    await sessionAt(url, 'legacy'),
  ];
  expect(one).toMatchObject({ name: 'Ada', remembered: true });
  expect(again).toEqual(one);
  expect(labelled).toMatchObject({ id: Reflect.get(Object(one), 'id') });
  const sessions = [one, labelled, session].map((agent) => Reflect.get(Object(agent), 'session'));
  expect(new Set(sessions).size).toBe(3);
});

it('without a key, or with one that was revoked, nobody comes in', async () => {
  const world = openGatewayWorld();
  const url = await openHttp(world);
  const key = await addAgent(world, 'Ada');
  const bearer = { authorization: `Bearer ${key}` };
  expect((await post(url, initialize)).status).toBe(401);
  expect((await post(url, initialize, { authorization: `Bearer ${'0'.repeat(64)}` })).status).toBe(401);
  expect((await post(url, initialize, bearer)).status).toBe(200);
  await sallyport(world, ['agents', 'revoke', 'Ada']);
  expect((await post(url, initialize, bearer)).status).toBe(401);
  expect((await post(at(url, 'nothing'), initialize, bearer)).status).toBe(404);
  expect((await fetch(new URL('/.well-known/oauth-protected-resource', url))).status).toBe(404);
});

it('an agent that is sent away loses its sessions, and what it had under way', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const url = await openHttp(world);
  const key = await addAgent(world, 'Ada');
  const { client } = await connectClient(url, 'legacy', key);
  const hanging = client.callTool({ name: 'browser__hang' }).catch(() => 'ended');
  await eventually('the call is under way', () => host.calls.length === 1);
  expect(await sallyportJson(world, 'stop', 'Ada')).toEqual({ dismissed: 1, stopped: true });
  await eventually('its call was cancelled', () => host.cancelled.length === 1);
  await expect(client.listTools({}, { cacheMode: 'refresh' })).rejects.toThrow(/404|Session not found/);
  await client.close();
  await hanging;
});

it.each(['legacy', 'modern'] as const)(
  'a call of the %s era that is under way when the gateway stops is answered',
  async (era) => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    const url = await openHttp(world);
    const { client } = await connectClient(url, era, await addAgent(world, 'Ada'));
    const hanging = client.callTool({ name: 'browser__hang' });
    await eventually('the call is under way', () => host.calls.length === 1);
    const [outcome] = await Promise.all([hanging, sallyport(world, ['stop'])]);
    expect(outcome).toMatchObject(failedWith({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } }));
    expect(outcome.content).toMatchObject([{ text: expect.stringContaining('The Sallyport gateway was stopped.') }]);
  },
);

it('with --no-auth a caller without a token meets the servers alone', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  writeConfig(world.home, { mine: fixture(world.home) });
  const url = await openHttp(world, '--no-auth');
  const init = { accept: 'application/json, text/event-stream' };
  expect((await post(at(url, 'browser'), initialize, init)).status).toBe(403);
  expect((await post(url, initialize, { ...init, authorization: 'Bearer wrong' })).status).toBe(401);
  const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const params = { _meta: { ...version, 'io.modelcontextprotocol/clientCapabilities': {} } };
  const ask = async (
    method: string,
    more: object,
    name?: string,
  ): Promise<Record<string, { tools: { name: string }[] }>> => {
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name ? { 'mcp-name': name } : {}),
    };
    const response = await post(url, { method, params: { ...params, ...more } }, headers);
    // A slow answer comes as a stream.
    return JSON.parse(JSON.stringify(await messageOf(response)));
  };
  const { result } = await ask('tools/list', {});
  const names = result?.tools.map(({ name }) => name) ?? [];
  expect(names.filter((name) => name.startsWith('mine__')).length).toBeGreaterThan(0);
  expect(names.filter((name) => name.startsWith('browser__'))).toEqual([]);
  expect(await ask('tools/call', { name: 'browser__echo', arguments: { text: 'x' } }, 'browser__echo')).toMatchObject({
    result: { isError: true, ...failedWith({ code: 'ERR_PERMISSION_DENIED' }) },
  });
});

it('a change of "http" in config.json is not applied to a gateway that runs, and its log says what to do', async () => {
  const world = openGatewayWorld();
  // The record may be there before the log is.
  const isThere = () => existsSync(join(world.home, 'data/logs/gateway.log'));
  const isTold = () => world.read('data/logs/gateway.log').includes('"http" is read when the gateway starts');
  writeConfig(world.home, {});
  await world.startGateway();
  writeConfig(world.home, {}, { http: { port: 1 } });
  await eventually('the log tells', () => isThere() && isTold());
  expect(world.read('data/logs/gateway.log')).toContain('Run "sallyport stop"');
});

it('serve refuses a taken port and says what to do, and the gateway goes on', async () => {
  const world = openGatewayWorld();
  const squatter = createServer();
  onTestFinished(() => void squatter.close());
  const port = await new Promise<number>((resolve) => {
    squatter.listen(0, '127.0.0.1', () => resolve(Number(Reflect.get(Object(squatter.address()), 'port'))));
  });
  const refused = await sallyport(world, ['serve', '--port', String(port)]);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/is in use.*\n.*--port N/) });
  expect(world.record()).toBeUndefined();
  await world.startGateway();
  expect(await sallyport(world, ['serve', '--port', String(port)])).toMatchObject({ exitCode: 1 });
  expect(world.record()).toBeDefined();
});

it('a shim with a key is that agent; with a key that nobody has it hears why it is not served', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const key = await addAgent(world, 'Ada');
  const { client } = await world.openAgent('modern', { name: 'liar', env: { SALLYPORT_KEY: key } });
  await client.callTool({ name: 'browser__whoami' });
  expect(host.calls.at(-1)?.agent).toMatchObject({ name: 'Ada', remembered: true });
  await sallyport(world, ['agents', 'rotate', 'Ada']);
  await expect(client.listTools()).rejects.toThrow(/revoked or replaced/);
  const { client: stranger } = await world.openAgent('legacy', { name: 'somebody' });
  await stranger.callTool({ name: 'browser__whoami' });
  expect(host.calls.at(-1)?.agent).toMatchObject({ name: 'somebody', remembered: false });
  await eventually('the status tells them apart', async () => {
    const { agents } = await sallyportJson(world, 'status');
    return agents.some(({ name, isNamed }: { name: string; isNamed: boolean }) => name === 'somebody' && !isNamed);
  });
});
