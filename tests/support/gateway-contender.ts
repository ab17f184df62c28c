// A process that wants to be the gateway: binds its socket, claims the record at the word "go", says who owns it, stays.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import {
  claimGatewayRecord,
  createId,
  createToken,
  listenPrivately,
  openRunDirectory,
  readMachine,
} from '@sallyport/native-host/run-directory';

async function contend(path: string): Promise<void> {
  const machine = readMachine();
  const run = openRunDirectory(path, machine);
  const nonce = createId(randomBytes);
  const socket = join(run.path, `gateway-${nonce}.sock`);
  await listenPrivately(createServer(), socket);
  console.log('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  process.stdin.once('end', () => process.exit());
  const record = { nonce, pid: process.pid, version: '0.0.0', socket, token: createToken(randomBytes) };
  const claim = await claimGatewayRecord({ run, machine, record, now: Date.now });
  console.log(JSON.stringify({ isOurs: claim.isOurs, nonce: claim.isOurs ? nonce : claim.record.nonce }));
}

void contend(process.argv[1] ?? '');
