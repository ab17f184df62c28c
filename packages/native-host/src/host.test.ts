import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { limits } from '@sallyport/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { fakeClock } from '../../../tests/support/fake-clock.ts';
import { frame, type Json, readFrames } from '../../../tests/support/frames.ts';
import { MessageStream } from '../../../tests/support/message-stream.ts';
import { framedClient, lineClient } from '../../../tests/support/raw-client.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { Host } from './host.ts';
import { legacySocketPath } from './legacy-socket.ts';
import { readMachine } from './run-directory/machine.ts';
import { locateFolders } from './run-directory/product-folders.ts';
import { listRecords } from './run-directory/record.ts';

/** A host in this process, its time in the test's hands. */
async function openHost() {
  const env = { SALLYPORT_HOME: temporaryFolder(), USER: `sallyport-host-${randomBytes(4).toString('hex')}` };
  const machine = { ...readMachine(), env };
  const folders = locateFolders(machine);
  const clock = fakeClock(Date.now());
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const received = new MessageStream<Json>();
  readFrames(stdout, (message) => received.push(message));
  const logged: string[] = [];
  const ends: number[] = [];
  const host = new Host({
    stdin,
    stdout,
    machine,
    locate: () => folders,
    clock,
    random: randomBytes,
    log: (text) => logged.push(text),
    pid: process.pid,
    startGateway: undefined,
    onBusy: () => {},
    onEnd: (code) => ends.push(code),
  });
  await host.open();
  onTestFinished(() => host.close());
  const [record] = listRecords(`${folders.run}/hosts`);
  return { host, clock, stdin, received, logged, ends, own: record?.socket ?? '', seed: legacySocketPath(machine) };
}

describe('a client that connects and says nothing', () => {
  it('at our own socket is not announced, hears nothing and is closed after 60 s', async () => {
    const { clock, stdin, received, logged, own } = await openHost();
    const silent = await framedClient(own);
    stdin.write(frame({ type: 'notification', n: 1 }));
    stdin.write(frame({ type: 'ping' }));
    await received.next('pong', ({ type }) => type === 'pong');
    clock.advance(limits.host.silentClientMs - 1);
    expect(silent.socket.closed).toBe(false);
    clock.advance(1);
    await silent.closed;
    expect([silent.received.waiting, received.waiting]).toEqual([[], []]);
    expect(logged.join()).toContain('stayed silent');
  });

  it('at our own socket is closed too when it sent a beginning and no token', async () => {
    const { clock, own } = await openHost();
    const [three, line] = [await framedClient(own), await lineClient(own)];
    three.sendBytes(Buffer.from([1, 0, 0]));
    line.sendBytes('{"command": "pi');
    await eventually('both to have arrived', () => three.socket.bytesWritten + line.socket.bytesWritten === 18);
    clock.advance(limits.host.silentClientMs);
    await Promise.all([three.closed, line.closed]);
  });

  it('at the seed path counts as framed for as long as it likes', async () => {
    const { clock, stdin, received, seed } = await openHost();
    const silent = await framedClient(seed);
    await received.next('its announcement', ({ type }) => type === 'mcp_connected');
    clock.advance(10 * limits.host.silentClientMs);
    stdin.write(frame({ type: 'notification', n: 1 }));
    expect(await silent.next()).toEqual({ n: 1 });
  });
});

describe('a host', () => {
  it('leaves no timer and no listener when it is closed, also twice', async () => {
    const { host, clock, ends, own, seed } = await openHost();
    await host.close();
    await host.close();
    expect([clock.pending, ends]).toEqual([0, []]);
    await expect(framedClient(own)).rejects.toThrow('ENOENT');
    await expect(framedClient(seed)).rejects.toThrow('ENOENT');
  });

  it('tells its owner once that the browser is gone', async () => {
    const { stdin, ends } = await openHost();
    stdin.end();
    await eventually('the end', () => ends.length > 0);
    stdin.emit('error', new Error('again'));
    expect(ends).toEqual([0]);
  });

  it('gives up a long message of the browser that stopped in the midst', async () => {
    const { clock, stdin, received } = await openHost();
    const browser = { name: 'Testfox', version: '1' };
    const hello = { type: 'hello', wire: [1, 1], version: '0', browser, profile: { id: 'p' }, tools_hash: '' };
    stdin.write(frame({ ...hello, capabilities: ['chunks'] }));
    await received.next();
    stdin.write(frame({ type: 'chunk', id: '1', seq: 0, last: false, data: '{' }));
    expect(await received.next()).toEqual({ type: 'ack', id: '1', seq: 0 });
    clock.advance(limits.chunk.idleMs + 5000);
    stdin.write(frame({ type: 'chunk', id: '1', seq: 1, last: true, data: '}' }));
    expect(await received.next()).toMatchObject({ type: 'ack', id: '1', error: { code: 'ERR_PROTOCOL_ERROR' } });
  });
});
