// The link to a native host that does not read: what waits for it is bounded.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { capabilities, encodeFrame, PRODUCT_VERSION, WIRE } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { openLink } from './link.ts';

const hello = { type: 'hello', role: 'host', wire: WIRE, version: PRODUCT_VERSION, hostId: 'h', capabilities: [] };

/** Says hello and then reads nothing. */
async function openDeafHost(): Promise<string> {
  const path = join(temporaryFolder(), 'host.sock');
  const server = createServer((socket) => {
    socket.pause();
    socket.on('error', () => {});
    socket.write(encodeFrame(JSON.stringify(hello)));
    onTestFinished(() => void socket.destroy());
  });
  onTestFinished(() => void server.close());
  await once(server.listen(path), 'listening');
  return path;
}

it('disconnects a host that reads nothing once 128 MiB wait for it, and fails its calls', async () => {
  const socket = connect(await openDeafHost());
  const link = await openLink({
    socket,
    hello: { type: 'hello', role: 'gateway', wire: WIRE, version: PRODUCT_VERSION, capabilities, token: 'x' },
    now: () => 0,
    createId: () => 'id',
    onCall: async () => ({}),
  });
  onTestFinished(() => link.close());
  const params = 'x'.repeat(50 * 1024 * 1024);
  const send = (id: string) =>
    link.call({ id, method: 'm', params, deadlineMs: 1 }, { signal: AbortSignal.timeout(10_000) });
  const first = [send('1'), send('2')].map((call) => call.catch((error: unknown) => error));
  expect(socket.destroyed).toBe(false);
  await expect(send('3')).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
  await link.closed;
  for (const error of await Promise.all(first)) expect(error).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
});
