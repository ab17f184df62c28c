// Two hundred callers at once, and a secret that goes through every room: each gets its own answer, and nobody keeps it.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { isRecord } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink } from '../../support/page-link.ts';
import { configurePlainServer, plainServerLog } from '../../support/plain-server.ts';
import { verifies } from '../../support/verifies.ts';

/** One agent over the gateway's socket: says who it is, calls a tool so many times at once, and hears all answers. */
async function callAtOnce(world: GatewayWorld, n: number, calls: number): Promise<readonly string[]> {
  const { socket: path = '', token } = world.record() ?? {};
  const socket = connect(path);
  const say = (message: object) => socket.write(`${JSON.stringify(message)}\n`);
  say({ token, role: 'agent', stay: n.toString(16).padStart(32, '0'), client: `agent ${n}` });
  for (let id = 1; id <= calls; id += 1) {
    const params = { name: 'plain__echo', arguments: { agent: n, call: id } };
    say({ jsonrpc: '2.0', id, method: 'tools/call', params });
  }
  const answers: string[] = [];
  for await (const line of createInterface(socket)) {
    const { result } = JSON.parse(line);
    if (result === undefined) continue;
    answers.push(result.content[0].text);
    if (answers.length === calls) break;
  }
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
  return answers.sort();
}

it('two hundred agents at once are each answered, with what is their own', async () => {
  const world = openGatewayWorld();
  configurePlainServer(world);
  await world.startGateway();
  const link = openPageLink(await world.openExtension());
  await link.ask('host_grant_permission', { scope: 'mcp:tools.call', grant_type: 'ALLOW_ALWAYS' });
  const agents = Array.from({ length: 200 }, (_, n) => callAtOnce(world, n, 5));
  // A page is served in the middle of it.
  expect(await link.ask('host_call_tool', { tool_name: 'plain/echo' })).toMatchObject({
    type: 'host_call_tool_result',
  });
  const answers = await Promise.all(agents);
  expect(answers).toEqual(
    Array.from({ length: 200 }, (_, n) => [1, 2, 3, 4, 5].map((call) => JSON.stringify({ agent: n, call }))),
  );
  expect(plainServerLog(world)).toHaveLength(1001);
  const { stats } = await link.ask('host_get_stats');
  expect(stats).toMatchObject({ totalCalls: 1001, failedCalls: 0 });
}, 60_000);

it(
  verifies(
    'a secret that goes through every room is in no file and no figure, in debug mode neither',
    'S4-sec-no-payloads',
    'S4-api-debug-mode',
  ),
  async () => {
    const secret = 'hunter2-planted-secret';
    const args = { [secret]: secret };
    const world = openGatewayWorld();
    world.env.SALLYPORT_DEBUG = '1';
    configurePlainServer(world);
    await world.startGateway();
    const link = openPageLink(await world.openExtension());
    const call = (tool_name: string, fields = {}) => link.ask('host_call_tool', { tool_name, args, ...fields });
    // Refused without a grant, then by its list, its budget, its run and its time; then run, well and badly.
    await call('plain/echo');
    await link.ask('host_grant_permission', { scope: 'mcp:tools.call', allowed_tools: ['plain/fail'] });
    await call('plain/echo');
    await link.ask('host_grant_permission', { scope: 'mcp:tools.call' });
    for (let n = 0; n < 6; n += 1) await call('plain/echo');
    await call('plain/echo', { run_id: secret });
    await call('plain/hang', { new_run: true, timeout_ms: 50 });
    await call('plain/fail', { new_run: true });
    await call(secret, { new_run: true });
    await call(`plain/${secret}`, { new_run: true });
    const { client } = await world.openAgent('modern');
    await client.callTool({ name: 'plain__echo', arguments: args });
    await client.callTool({ name: 'plain__crash', arguments: args });
    await client.callTool({ name: secret, arguments: args }).catch(() => {});
    const stats = JSON.stringify(await link.ask('host_get_stats'));
    const files = world.everything();
    for (const seen of [
      'plain/echo',
      'plain/hang',
      'plain/crash',
      'argumentCount',
      '"kind":"limit"',
      '"kind":"server"',
    ]) {
      expect(files).toContain(seen);
    }
    expect([files.includes(secret), stats.includes(secret)]).toEqual([false, false]);
    expect(isRecord(JSON.parse(stats).stats)).toBe(true);
  },
);
