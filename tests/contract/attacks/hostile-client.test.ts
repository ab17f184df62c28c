// SECURITY.md, "an agent that has only our tools" and "a flood": what a client that means harm can do to the doors.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { connectClient, messageOf, openDoorWorld } from '../../support/http-door.ts';
import { hostile, writeConfig } from '../../support/upstreams.ts';

const nestedJson = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** As text: JSON.stringify fails on what JSON.parse takes. */
function deepCall(levels: number): string {
  const params = `{"name":"echo","arguments":{"a":${nestedJson(levels)}}}`;
  return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`;
}

it('a posted message nested 20,000 levels deep is refused by its id, and others are served', async () => {
  const world = await openDoorWorld();
  const refused = await world.post(deepCall(20_000));
  expect(refused.status).toBe(400);
  expect(await messageOf(refused)).toMatchObject({
    id: 7,
    error: { message: 'A message may be nested 256 levels deep at most.' },
  });
  const { client } = await connectClient(world.url, 'legacy');
  expect((await client.listTools()).tools).toHaveLength(1);
  expect(world.faults).toEqual([]);
});

it('arguments of a call over stdio that nest too deep are refused, and the next call is served', async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, { other: hostile(world.home) });
  const { client } = await world.openAgent('legacy');
  const echo = (args: Record<string, unknown>) => client.callTool({ name: 'other__echo', arguments: args });
  await expect(echo({ a: JSON.parse(nestedJson(200)) })).resolves.toMatchObject({ content: [{ text: 'called echo' }] });
  await expect(echo({ a: JSON.parse(nestedJson(1000)) })).rejects.toThrow('nested 256 levels deep at most');
  await expect(echo({})).resolves.toMatchObject({ content: [{ text: 'called echo' }] });
});

it('more connections than the door holds are closed, and idle ones make room for others', async () => {
  const world = await openDoorWorld({ headersMs: 2000 });
  const { maxConnections } = limits.door;
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  let closed = 0;
  for (let n = 0; n < maxConnections + 100; n += 1) {
    const socket = connect(Number(world.url.port), '127.0.0.1');
    socket
      .on('error', () => {})
      .on('close', () => (closed += 1))
      .resume();
    sockets.push(socket);
    await once(socket, 'connect');
  }
  await eventually('those beyond the bound are closed', () => closed >= 100);
  // Whoever says nothing is cut after its time.
  await eventually('all idle ones are gone', () => closed === maxConnections + 100);
  const { client } = await connectClient(world.url, 'legacy');
  expect((await client.listTools()).tools).toHaveLength(1);
}, 30_000);
