// The gateway as a process: one per user, found by its record, closed to strangers, gone when nobody needs it.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runDaemon } from '@sallyport/gateway';
import { gatewayRecordPath, readGatewayRecord, readMachine } from '@sallyport/native-host/run-directory';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from '../../support/fake-host.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { raceForTheGateway } from '../../support/start-race.ts';

/** Sends lines to the gateway's socket and returns what came back until it closed. */
async function say(path: string, ...lines: readonly (object | string)[]): Promise<unknown[]> {
  const socket = connect(path);
  const heard: unknown[] = [];
  createInterface(socket).on('line', (line) => heard.push(JSON.parse(line)));
  for (const line of lines) socket.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  await once(socket, 'close');
  return heard;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('its record, socket and journal are for its user alone', async () => {
  const world = openGatewayWorld();
  const { socket } = await world.startGateway();
  const journal = join(world.home, 'data/journal.jsonl');
  await eventually('the journal has its first entry', () => existsSync(journal));
  expect([gatewayRecordPath(world.run), socket, journal].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  expect([world.run.path, join(world.home, 'data')].map(modeOf)).toEqual([0o700, 0o700]);
});

it('whoever has no token, or says nothing it knows, is turned away', async () => {
  const world = openGatewayWorld();
  const { socket, token } = await world.startGateway();
  const denied = [{ type: 'error', error: { code: 'ERR_PERMISSION_DENIED' } }];
  const stay = '0'.repeat(32);
  expect(await say(socket, { role: 'agent', stay, token: 'f'.repeat(64) })).toMatchObject(denied);
  expect(await say(socket, { role: 'cli', token: '' })).toMatchObject(denied);
  expect(await say(socket, 'no json at all')).toMatchObject(denied);
  expect(await say(socket, { jsonrpc: '2.0', id: 1, method: 'initialize' })).toMatchObject(denied);
  const unclear = [{ type: 'error', error: { code: 'ERR_PROTOCOL_ERROR' } }];
  expect(await say(socket, { token, role: 'king' })).toMatchObject(unclear);
  expect(await say(socket, { token, role: 'agent', stay: 'short' })).toMatchObject(unclear);
});

it('a second gateway sees the first and ends with 0', async () => {
  const world = openGatewayWorld();
  const first = await world.startGateway();
  const [code] = await once(world.spawnGateway(), 'exit');
  expect(code).toBe(0);
  expect(world.record()).toEqual(first);
});

it('leaves when nobody needed it for its time, and leaves nothing behind', async () => {
  const world = openGatewayWorld();
  const { pid, socket } = await world.startGateway('--idle-ms', '200');
  await eventually('it has left', () => !world.running().includes(pid));
  expect(world.record()).toBeUndefined();
  expect(existsSync(socket)).toBe(false);
});

it('stays while an agent is there, and leaves after it', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  // Longer than a shim takes to come, on a machine that has much to do.
  const idleMs = 2000;
  const { pid } = await world.startGateway('--idle-ms', String(idleMs));
  const agent = await world.openAgent('legacy');
  await agent.client.listTools();
  const until = Date.now() + idleMs + 500;
  await eventually('more than its time has passed', () => Date.now() > until);
  expect(world.record()?.pid).toBe(pid);
  await agent.close();
  await eventually('it has left', () => !world.running().includes(pid));
});

it.each(['SIGTERM', 'SIGINT'] as const)('%s closes it cleanly', async (signal) => {
  const world = openGatewayWorld();
  const child = world.spawnGateway();
  const { socket } = await eventually('it is there', () => world.record());
  child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(world.record()).toBeUndefined();
  expect(existsSync(socket)).toBe(false);
});

it('goes when the record is no longer its own', async () => {
  const { run, env } = openGatewayWorld();
  const machine = { ...readMachine(), env };
  const daemon = await runDaemon({ machine, pid: process.pid, now: Date.now, random: randomBytes, recordCheckMs: 20 });
  if (!daemon.isOurs) throw new Error('A fresh home has no other gateway.');
  writeFileSync(gatewayRecordPath(run), JSON.stringify({ ...daemon.record, nonce: 'another' }));
  expect(await daemon.ended).toBe('replaced');
  // What it found there is not its own to remove.
  expect(readGatewayRecord(run)?.nonce).toBe('another');
  expect(existsSync(daemon.record.socket)).toBe(false);
});

it.each([
  ['junk', () => 'not json'],
  ['a record whose process is gone', ({ run }: GatewayWorld) => deadRecord(join(run.path, 'gone.sock'))],
])('starts over %s', async (_, record) => {
  const world = openGatewayWorld();
  const before = new Date(Date.now() - 60_000);
  const path = gatewayRecordPath(world.run);
  writeFileSync(path, record(world));
  utimesSync(path, before, before);
  await world.openHost();
  const { client } = await world.openAgent('legacy');
  expect((await client.listTools()).tools).toHaveLength(5);
});

function deadRecord(socket: string): string {
  return JSON.stringify({ nonce: 'dead', pid: 1, version: '0.1.0', socket, token: 'f'.repeat(64) });
}

it('of many gateways that start at once after a kill exactly one lives, round after round', async () => {
  const world = openGatewayWorld();
  const rounds = await raceForTheGateway(world, [2, 4, 8, 3]);
  for (const { owners, living } of rounds) {
    expect(owners).toBe(1);
    expect(living).toHaveLength(1);
  }
}, 60_000);

it('makes room for a newer one: calls under way end, and its agents go over', async () => {
  const world = openGatewayWorld();
  let finish = () => {};
  const answer: Answer = async (call) => {
    if (call.tool === 'hang') await new Promise<void>((resolve) => (finish = resolve));
    return { content: [{ type: 'text', text: call.tool }] };
  };
  const host = await world.openHost({ answer });
  const older = await world.startGateway();
  const first = await world.openAgent('legacy');
  const hanging = first.client.callTool({ name: 'browser__hang' });
  await eventually('the call is under way', () => host.calls.length === 1);
  writeFileSync(gatewayRecordPath(world.run), JSON.stringify({ ...older, version: '0.0.9' }));
  const second = await world.openAgent('modern');
  expect((await second.client.listTools()).tools).toHaveLength(5);
  expect(world.record()?.nonce).not.toBe(older.nonce);
  finish();
  expect(await hanging).toMatchObject({ content: [{ text: 'hang' }] });
  await eventually('the older one has gone', () => !world.running().includes(older.pid));
  expect(await first.client.callTool({ name: 'browser__work' })).toMatchObject({ content: [{ text: 'work' }] });
});
