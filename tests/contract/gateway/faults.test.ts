// What breaks under an agent: the gateway, the browser, the config. The agent goes on, and no call runs twice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { Era } from '../../support/agent.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { verifies } from '../../support/verifies.ts';

const eras: readonly Era[] = ['legacy', 'modern'];

describe.each(eras)('under an agent of the %s era', (era) => {
  it('a killed gateway is replaced, and a call it had is answered once, its outcome unknown', async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    const { client } = await world.openAgent(era);
    const hanging = client.callTool({ name: 'browser__hang' });
    await eventually('the call reached the host', () => host.calls.length === 1);
    const first = world.record();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    expect(await hanging).toMatchObject({
      isError: true,
      ...failedWith({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } }),
    });
    expect((await client.listTools()).tools).toHaveLength(5);
    const result = await client.callTool({ name: 'browser__echo', arguments: { text: 'again' } });
    expect(result).toMatchObject({ structuredContent: { text: 'again' } });
    expect(world.record()?.nonce).not.toBe(first?.nonce);
    // The first call was never sent again.
    expect(host.calls.map(({ tool }) => tool)).toEqual(['hang', 'echo']);
    expect(host.calls[0]?.agent).toEqual(host.calls[1]?.agent);
    expect(world.read('data/logs/shim.log')).toContain('The gateway stopped; calls lost with it: 1.');
  });

  it('a gateway that is gone while nothing was asked is back before the next question', async () => {
    const world = openGatewayWorld();
    await world.openHost();
    const { client, heard } = await world.openAgent(era);
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    await client.listTools();
    const first = world.record();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await eventually('another gateway is there', () => {
      const { nonce } = world.record() ?? {};
      return nonce !== undefined && nonce !== first?.nonce;
    });
    // Tools may have changed while nobody could tell.
    await eventually('the agent was told to look', () => heard.includes('notifications/tools/list_changed'));
    expect(heard.filter((method) => method.includes('acknowledged'))).toEqual([]);
  });

  it(verifies('a browser that goes away fails its calls at once, by name', 'S4-err-server-unavailable'), async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    const { client } = await world.openAgent(era);
    const hanging = client.callTool({ name: 'browser__hang' });
    await eventually('the call reached the host', () => host.calls.length === 1);
    await host.close();
    expect(await hanging).toMatchObject({
      isError: true,
      ...failedWith({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } }),
    });
    const startedAt = performance.now();
    expect(await client.callTool({ name: 'browser__work' })).toMatchObject({
      ...failedWith({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'not_run' } }),
    });
    expect(performance.now() - startedAt).toBeLessThan(1000);
    // The browser comes back as another host and knocks.
    await world.openHost();
    await eventually('its tools work again', async () => {
      const result = await client.callTool({ name: 'browser__work' });
      return result.isError !== true;
    });
  });
});

it('many agents that come at once, or lose their gateway at once, meet at one and the same', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  const agents = await Promise.all(Array.from({ length: 8 }, (_, i) => world.openAgent(eras[i % 2] ?? 'legacy')));
  const echoes = (text: string) =>
    Promise.all(agents.map(({ client }) => client.callTool({ name: 'browser__echo', arguments: { text } })));
  const onlyOne = () => world.running(world.programs.gateway).length === 1;
  for (const result of await echoes('one')) expect(result).toMatchObject({ structuredContent: { text: 'one' } });
  await eventually('one gateway is left', onlyOne);
  process.kill(world.record()?.pid ?? 0, 'SIGKILL');
  await eventually('the shims noticed', () => world.everything().split('The gateway stopped').length > agents.length);
  for (const result of await echoes('two')) expect(result).toMatchObject({ structuredContent: { text: 'two' } });
  await eventually('one gateway is left', onlyOne);
}, 20_000);

it('a config that cannot be read lets nothing through and says where it is wrong', async () => {
  const world = openGatewayWorld();
  writeFileSync(join(world.home, 'config.json'), '{\n  "policy": {"browser/*": "allwo"}\n}');
  await expect(world.openAgent('legacy')).rejects.toThrow(/config\.json cannot be used.*browser\/\*/);
});

it('a link that broke under a living host is dialled again', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const { client } = await world.openAgent('legacy');
  await client.listTools();
  host.breakLink();
  await eventually('the gateway said hello again', () => host.greetings === 2);
  await eventually('calls work again', async () => {
    const result = await client.callTool({ name: 'browser__work' });
    return result.isError !== true;
  });
});

it(verifies('arguments and results appear in no file of the product', 'S4-sec-no-payloads'), async () => {
  const world = openGatewayWorld();
  await world.openHost();
  const { client } = await world.openAgent('modern');
  const secret = 'hunter2-planted-secret';
  await client.callTool({ name: 'browser__echo', arguments: { text: secret } });
  await client.callTool({ name: 'browser__echo', arguments: { [secret]: secret, text: 1 } });
  await client.callTool({ name: secret }).catch(() => {});
  await client.callTool({ name: `browser__${secret}`, arguments: { secret } }).catch(() => {});
  const files = world.everything();
  expect(files).toContain('browser/echo');
  expect(files).not.toContain(secret);
});

it('stop ends the gateway; the agent stays and has another as soon as it asks', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  const { client } = await world.openAgent('legacy');
  await client.listTools();
  const { pid = 0, socket = '', token } = world.record() ?? {};
  const control = connect(socket);
  control.write(`${JSON.stringify({ token, role: 'cli' })}\n`);
  control.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'stop' })}\n`);
  await eventually('the gateway is gone', () => !world.running().includes(pid));
  expect(world.record()).toBeUndefined();
  expect((await client.listTools()).tools).toHaveLength(5);
  expect(world.record()?.pid).not.toBe(pid);
});

it('a shim says nothing but protocol on stdout, whatever it is sent, and goes with its agent', async () => {
  const world = openGatewayWorld();
  const shim = spawn(process.execPath, [world.programs.shim], { env: world.env, stdio: ['pipe', 'pipe', 'pipe'] });
  const answers: unknown[] = [];
  createInterface(shim.stdout).on('line', (line) => answers.push(JSON.parse(line)));
  shim.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await eventually('it was answered', () => answers.length === 1);
  shim.stdin.write('no json\n\n[1]\n{"jsonrpc":"1.0","id":2}\n{"jsonrpc":"2.0","id":3,"method":"no/such"}\n');
  await eventually('all were answered', () => answers.length === 5);
  shim.stdin.end();
  const [code] = await once(shim, 'exit');
  expect(code).toBe(0);
  expect(answers).toMatchObject([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: null, error: { code: -32700 } },
    { jsonrpc: '2.0', id: null, error: { code: -32600 } },
    { jsonrpc: '2.0', id: 2, error: { code: -32600 } },
    { jsonrpc: '2.0', id: 3, error: { code: -32601 } },
  ]);
});
