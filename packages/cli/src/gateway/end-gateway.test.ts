import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gatewayRecordPath, openRunDirectory, readMachine } from '@sallyport/native-host/run-directory';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { endGateway } from './end-gateway.ts';

/** A process that lives on, and a socket that accepts and never answers. */
async function openHungGateway() {
  const home = temporaryFolder();
  const machine = { ...readMachine(), env: { SALLYPORT_HOME: home } };
  const run = openRunDirectory(join(home, 'run'), machine);
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const socket = join(run.path, 'gateway-hung.sock');
  const server = createServer(() => {}).listen(socket);
  await once(server, 'listening');
  onTestFinished(() => {
    child.kill('SIGKILL');
    server.close();
  });
  const record = { nonce: 'a'.repeat(32), pid: child.pid, version: PRODUCT_VERSION, socket, token: 'b'.repeat(64) };
  writeFileSync(gatewayRecordPath(run), JSON.stringify(record), { mode: 0o600 });
  return { machine, child };
}

it('sends signals only when forced, to the process of the record, the harder one last', async () => {
  const { machine, child } = await openHungGateway();
  const signals: string[] = [];
  const sendSignal = (pid: number, signal: NodeJS.Signals) => {
    signals.push(`${pid === child.pid} ${signal}`);
    if (signal === 'SIGKILL') process.kill(pid, signal);
  };
  expect(await endGateway(machine, { isForced: true, sendSignal, patienceMs: 60 })).toBe('killed');
  expect(signals).toEqual(['true SIGTERM', 'true SIGKILL']);
});

it('signals nobody where no gateway runs', async () => {
  const machine = { ...readMachine(), env: { SALLYPORT_HOME: temporaryFolder() } };
  const sendSignal = () => expect.unreachable();
  expect(await endGateway(machine, { isForced: true, sendSignal, patienceMs: 60 })).toBe('absent');
});
