import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contend, killedGateway } from '../../../../tests/support/gateway-contenders.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import {
  claimGatewayRecord,
  type GatewayRecord,
  gatewayRecordPath,
  readGatewayRecord,
  releaseGatewayRecord,
} from './gateway-record.ts';
import { readMachine } from './machine.ts';
import { openRunDirectory, type RunDirectory } from './private-folder.ts';
import { listenPrivately } from './socket.ts';

const machine = readMachine();
const newRun = () => openRunDirectory(join(temporaryFolder(), 'run'), machine);

function recordOf(run: RunDirectory, nonce: string): GatewayRecord {
  return { nonce, pid: 1, version: '0.0.0', socket: join(run.path, `gateway-${nonce}.sock`), token: 'f'.repeat(64) };
}

async function alive(run: RunDirectory, nonce: string): Promise<GatewayRecord> {
  const record = recordOf(run, nonce);
  const server = createServer();
  onTestFinished(() => void server.close());
  await listenPrivately(server, record.socket);
  return record;
}

const claim = (run: RunDirectory, record: GatewayRecord, deadlineMs = 15_000) =>
  claimGatewayRecord({ run, machine, record, now: Date.now, deadlineMs });

describe("the gateway's record", () => {
  it('is published whole and found by readers', async () => {
    const run = newRun();
    const record = await alive(run, 'one');
    expect(await claim(run, record)).toEqual({ isOurs: true });
    expect(readGatewayRecord(run)).toEqual(record);
  });

  it('of a gateway that lives is handed to whoever comes later', async () => {
    const run = newRun();
    const [first, second] = [await alive(run, 'one'), await alive(run, 'two')];
    await claim(run, first);
    expect(await claim(run, second)).toEqual({ isOurs: false, record: first });
    expect(readGatewayRecord(run)).toEqual(first);
  });

  it('of a dead gateway gives way, and so does its socket', async () => {
    const run = newRun();
    const dead = await killedGateway(run.path);
    const record = await alive(run, 'two');
    expect(await claim(run, record)).toEqual({ isOurs: true });
    expect(existsSync(dead.socket)).toBe(false);
    expect(readdirSync(run.path).sort()).toEqual(['editors', 'gateway-two.sock', 'gateway.json', 'hosts']);
  });

  it('waits for a takeover under way and gives up at its deadline', async () => {
    const run = newRun();
    const dead = await killedGateway(run.path);
    writeFileSync(join(run.path, `takeover-${dead.nonce}`), 'another');
    await expect(claim(run, await alive(run, 'two'), 200)).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    expect(readGatewayRecord(run)).toEqual(dead);
  });

  it('passes over a takeover that a crash left behind', async () => {
    const run = newRun();
    const dead = await killedGateway(run.path);
    const takeover = join(run.path, `takeover-${dead.nonce}`);
    writeFileSync(takeover, 'another');
    utimesSync(takeover, new Date(Date.now() - 6000), new Date(Date.now() - 6000));
    expect(await claim(run, await alive(run, 'two'))).toEqual({ isOurs: true });
    expect(existsSync(takeover)).toBe(false);
  });

  it('that is junk gives way once it is old, since a writer on Windows may be in the midst of it', async () => {
    const run = newRun();
    const path = gatewayRecordPath(run);
    writeFileSync(path, '{"nonce":');
    const record = await alive(run, 'two');
    await expect(claim(run, record, 100)).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    utimesSync(path, new Date(Date.now() - 6000), new Date(Date.now() - 6000));
    expect(await claim(run, record)).toEqual({ isOurs: true });
  });

  it('is released by its owner and by nobody else', async () => {
    const run = newRun();
    await claim(run, await alive(run, 'one'));
    releaseGatewayRecord(run, 'two');
    expect(readGatewayRecord(run)?.nonce).toBe('one');
    releaseGatewayRecord(run, 'one');
    releaseGatewayRecord(run, 'one');
    expect(readGatewayRecord(run)).toBeUndefined();
  });

  it('is created exclusively on Windows, where there is no link', async () => {
    const run = newRun();
    const record = await alive(run, 'one');
    const windows = { run, machine: { ...machine, platform: 'win32' as const }, now: Date.now };
    expect(await claimGatewayRecord({ ...windows, record })).toEqual({ isOurs: true });
    const second = await claimGatewayRecord({ ...windows, record: await alive(run, 'two') });
    expect(second).toEqual({ isOurs: false, record });
    expect(JSON.parse(readFileSync(gatewayRecordPath(run), 'utf8'))).toEqual(record);
  });

  it.each([2, 3, 4, 6, 8, 10, 12, 16])(
    'has exactly one owner when %i processes start at once after a kill',
    async (count) => {
      const run = newRun();
      await killedGateway(run.path);
      const claims = await contend(run.path, count);
      const owners = claims.filter(({ isOurs }) => isOurs);
      expect(owners).toHaveLength(1);
      expect(claims.map(({ nonce }) => nonce)).toEqual(Array(count).fill(owners[0]?.nonce));
      expect(readdirSync(run.path).filter((name) => /^takeover|\.tmp$|\.dead/.test(name))).toEqual([]);
    },
    30_000,
  );
});
