import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leaveDeadSocket } from '../../../../tests/support/dead-socket.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { removeDeadHosts } from './dead-hosts.ts';
import { readMachine } from './machine.ts';
import { openRunDirectory } from './private-folder.ts';
import { tokenPath, writeRecord } from './record.ts';
import { listenPrivately } from './socket.ts';
import { writeToken } from './token.ts';

describe('the hosts that were killed', () => {
  it('leave the run directory when another looks, and those that live stay', async () => {
    const machine = readMachine();
    const run = openRunDirectory(join(temporaryFolder(), 'run'), machine);
    const [alive, dead, gone] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
    for (const id of [alive, dead, gone]) {
      const socket = join(run.hosts, `${id}.sock`);
      writeToken(tokenPath(run.hosts, id), 'f'.repeat(64));
      writeRecord(run.hosts, { id, pid: 1, version: '0', startedAt: '2026-01-01T00:00:00Z', socket });
    }
    await leaveDeadSocket(join(run.hosts, `${dead}.sock`));
    const server = createServer();
    onTestFinished(() => void server.close());
    await listenPrivately(server, join(run.hosts, `${alive}.sock`));
    expect((await removeDeadHosts(run, machine)).sort()).toEqual([dead, gone]);
    expect(readdirSync(run.hosts).sort()).toEqual(['json', 'sock', 'token'].map((ending) => `${alive}.${ending}`));
  });
});
