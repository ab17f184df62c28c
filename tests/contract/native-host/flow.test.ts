// How much flows, and how it stays in bounds: long messages, slow readers on either side, pings that pass between.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkingBrowser } from '../../support/chunking-browser.ts';
import { frame, type Json } from '../../support/frames.ts';
import { type HostProcess, startHost } from '../../support/host-process.ts';
import { framedClient } from '../../support/raw-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { verifies } from '../../support/verifies.ts';

const MiB = 1024 * 1024;
const residentBytes = ({ child }: HostProcess) =>
  1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }));

/** Preloaded into a host: counts how often stdout was full, and how often it was written to all the same. */
const writeSpy = (log: string) => `
const { writeFileSync } = require('node:fs');
const { stdout } = process;
const write = stdout.write.bind(stdout);
let [isFull, waits, hasty] = [false, 0, 0];
const note = () => writeFileSync(${JSON.stringify(log)}, waits + ' ' + hasty);
stdout.prependListener('drain', () => { isFull = false; });
stdout.write = (bytes, ...rest) => {
  if (isFull && bytes.length > 0) { hasty += 1; note(); }
  const mayGoOn = write(bytes, ...rest);
  if (!mayGoOn && !isFull) { isFull = true; waits += 1; note(); }
  return mayGoOn;
};`;

describe('a long message', () => {
  it('of 5 MB comes from the browser to a framed client and to a line client', async () => {
    const host = await startHost();
    const result = { text: 'ä'.repeat(2_500_000) };
    const framed = await host.framed();
    framed.send({ method: 'x' });
    await host.next('tool_request');
    host.send({ type: 'tool_response', result });
    expect(await framed.next()).toEqual({ result });
    const lines = await host.lines();
    lines.send({ command: 'getContent' });
    await host.next('tool_request');
    host.send({ type: 'tool_response', result });
    expect(await lines.next()).toEqual({ success: true, ...result });
  });

  it('of 3 MB from a line client comes in chunks to a browser side that can take them', async () => {
    const host = await startHost();
    const browser = await chunkingBrowser(host);
    const client = await host.lines();
    const text = 'long "quoted" ä €\n'.repeat(180_000);
    client.send({ command: 'type', text });
    const { id, params } = await host.next('tool_request');
    expect(params).toEqual({ command: 'type', text });
    expect(browser.chunksReceived).toBeGreaterThan(20);
    expect(host.frameSizes.filter((size) => size > MiB)).toEqual([]);
    browser.send({ type: 'tool_response', id, result: { text } });
    expect(await client.next()).toEqual({ success: true, text });
  });

  it('that the browser side gives up fails for its asker, and the next call goes out', async () => {
    const host = await startHost();
    host.send(chunkHello());
    await host.next('hello');
    const client = await host.lines();
    client.send({ id: 1, command: 'type', text: 'a'.repeat(500_000) });
    const chunk = await host.next('chunk');
    const error = { code: 'ERR_FRAME_TOO_LARGE', message: 'No room here.' };
    host.send({ type: 'ack', id: chunk.id, seq: 0, error });
    expect(await client.next()).toMatchObject({ id: 1, success: false, code: 'ERR_FRAME_TOO_LARGE' });
    client.send({ command: 'click' });
    await host.next('tool_request');
  });

  it('goes in chunks to a client that declared them', async () => {
    const host = await startHost();
    const browser = await chunkingBrowser(host);
    const client = await framedClient(host.record().socket);
    const hello = { type: 'hello', role: 'client', wire: [1, 1], version: '0', capabilities: ['ids', 'chunks'] };
    await client.ask({ ...hello, token: host.token() });
    client.send({ id: 1, method: 'x' });
    const { id } = await host.next('tool_request');
    browser.send({ type: 'tool_response', id, result: 'a'.repeat(1_000_000) });
    let json = '';
    for (let isLast = false; !isLast; ) {
      const chunk = await client.next('a chunk', ({ type }) => type === 'chunk');
      json += String(chunk.data);
      isLast = chunk.last === true;
      client.send({ type: 'ack', id: chunk.id, seq: chunk.seq });
    }
    expect(JSON.parse(json)).toEqual({ id: 1, result: 'a'.repeat(1_000_000) });
  });

  it('that a client never acknowledges is held within bounds, and harms nobody', async () => {
    const host = await startHost();
    const client = await framedClient(host.record().socket);
    const hello = { type: 'hello', role: 'client', wire: [1, 1], version: '0', capabilities: ['chunks'] };
    await client.ask({ ...hello, token: host.token() });
    const other = await host.framed();
    await host.next('mcp_connected', ({ count }) => count === 2);
    for (let n = 0; n < 20; n += 1) host.send({ type: 'notification', n, text: 'a'.repeat(200_000) });
    for (let n = 0; n < 20; n += 1) expect((await other.next()).n).toBe(n);
    await host.logged('Failed to send to client 1: Too many large messages');
    host.send({ type: 'ping' });
    await host.next('pong');
  });

  it('in chunks without a hello is refused', async () => {
    const host = await startHost();
    host.send({ type: 'chunk', id: '1', seq: 0, last: true, data: '{}' });
    expect((await host.next('error')).error).toContain('hello');
  });

  it('of 32 MiB lets pings through while it is on its way', async () => {
    const host = await startHost();
    const browser = await chunkingBrowser(host);
    const client = await host.framed();
    client.send({ method: 'x' });
    const { id } = await host.next('tool_request');
    browser.send({ type: 'tool_response', id, result: 'a'.repeat(32 * MiB) });
    let answered = 0;
    for (;;) {
      host.send({ type: 'ping' });
      await host.next('pong');
      if (browser.openTransfers === 0) break;
      answered += 1;
    }
    const { result } = await client.next('the reply of 32 MiB');
    expect(String(result).length).toBe(32 * MiB);
    // How long each waits is the benchmark's to say. A ping that waits for the whole transfer is never answered during it.
    expect(answered).toBeGreaterThan(3);
  });
});

describe('a client that reads nothing', () => {
  it(verifies(
    'is told and dropped when too much waits for it, and stalls nobody',
    'S0-recover-write-failure',
    'S0-broadcast-one-fails',
    'S0-client-error-logged',
  ), async () => {
    const host = await startHost();
    const idle = residentBytes(host);
    const deaf = await host.framed();
    const other = await host.framed();
    deaf.send({ method: 'x' });
    const { id } = await host.next('tool_request');
    host.send({ type: 'tool_response', id, result: 0 });
    await deaf.next();
    deaf.socket.pause();
    let highest = 0;
    const body = { type: 'notification', text: 'a'.repeat(8 * MiB) };
    for (let n = 0; n < 20; n += 1) {
      host.send({ ...body, n });
      await other.next('the notification', (message) => message.n === n);
      highest = Math.max(highest, residentBytes(host));
    }
    await host.next('mcp_disconnected', ({ client_id }) => client_id === 1);
    await host.logged(/Failed to send to client 1: it is not reading, \d+ bytes are queued/);
    expect(highest - idle).toBeLessThan(400 * MiB);
    host.send({ type: 'ping' });
    await host.next('pong');
    other.send({ method: 'still served' });
    await host.next('tool_request');
  }, 60_000);

  it('hears why when it reads again in time', async () => {
    const host = await startHost();
    const deaf = await host.framed();
    await host.next('mcp_connected');
    deaf.socket.pause();
    for (let n = 0; n < 135; n += 1) host.send({ type: 'notification', n, text: 'a'.repeat(MiB) });
    await host.logged('is not reading');
    deaf.socket.resume();
    expect(await deaf.next('its farewell', ({ error }) => error !== undefined)).toMatchObject({
      error: { code: 'ERR_RATE_LIMITED' },
    });
    await deaf.closed;
  }, 60_000);

  it(
    verifies(
      'and vanishes is logged, and the others hear what was for all',
      'S0-client-error-logged',
      'S0-broadcast-one-fails',
    ),
    async () => {
      const host = await startHost();
      const gone = await host.framed();
      const other = await host.framed();
      await host.next('mcp_connected', ({ count }) => count === 2);
      gone.socket.pause();
      host.send({ type: 'notification', text: 'a'.repeat(4 * MiB) });
      await other.next();
      gone.socket.destroy();
      await host.next('mcp_disconnected');
      await host.logged(/(Failed to send to client 1:|Client 1 error:)/);
      host.send({ type: 'notification', n: 2 });
      expect(await other.next()).toEqual({ n: 2 });
    },
  );
});

describe('a browser that reads nothing', () => {
  it(verifies(
    'makes calls wait in a bounded queue, and gets them whole and in order',
    'S3-stdout-queue',
    'S3-stdout-drain',
  ), async () => {
    const home = temporaryFolder();
    const [spy, hasty] = [join(home, 'spy.cjs'), join(home, 'hasty.log')];
    writeFileSync(spy, writeSpy(hasty));
    const host = await startHost({ home, env: { NODE_OPTIONS: `--require ${spy}` } });
    host.send({ ...chunkHello(), capabilities: ['ids'] });
    await host.next('hello');
    const client = await host.framed();
    await host.next('mcp_connected');
    const idle = residentBytes(host);
    host.child.stdout.pause();
    const params = 'a'.repeat(1_000_000);
    for (let n = 0; n < 200; n += 1) client.send({ id: n, method: 'x', params });
    const refused = await client.next('a refusal');
    expect(refused).toMatchObject({ error: { code: 'ERR_RATE_LIMITED' } });
    expect(Number(refused.id)).toBeGreaterThan(100);
    for (let n = Number(refused.id) + 1; n < 200; n += 1) {
      expect(await client.next()).toMatchObject({ id: n, error: { code: 'ERR_RATE_LIMITED' } });
    }
    expect(residentBytes(host) - idle).toBeLessThan(400 * MiB);
    host.child.stdout.resume();
    for (let n = 0; n < Number(refused.id); n += 1) {
      const request = await host.next('tool_request');
      host.send({ type: 'tool_response', id: request.id, result: n });
      expect(await client.next()).toEqual({ id: n, result: n });
    }
    const [waits, writes] = readFileSync(hasty, 'utf8').split(' ').map(Number);
    // It was full more than once, and nothing was written before it was not.
    expect([Number(waits) > 1, writes]).toEqual([true, 0]);
  }, 60_000);
});

describe('many clients', () => {
  it(verifies('are served at once, each with a buffer and a number of its own', 'S0-clients-many'), async () => {
    const host = await startHost();
    host.send({ ...chunkHello(), capabilities: ['ids'] });
    await host.next('hello');
    const clients = await Promise.all(Array.from({ length: 500 }, () => host.framed()));
    const calls = clients.map((client, n) => ({ client, n, bytes: frame({ id: n, method: `of client ${n}` }) }));
    // Each has the beginning of a message before any has the end of one.
    for (const { client, bytes } of calls) client.sendBytes(bytes.subarray(0, 9));
    for (const { client, bytes } of calls) client.sendBytes(bytes.subarray(9));
    const numbers = new Set<unknown>();
    for (const _ of calls) {
      const { id, client_id, method } = await host.next('tool_request');
      numbers.add(client_id);
      host.send({ type: 'tool_response', id, result: method });
    }
    expect(numbers).toEqual(new Set(calls.map(({ n }) => n + 1)));
    for (const { client, n } of calls) expect(await client.next()).toEqual({ id: n, result: `of client ${n}` });
  });
});

describe('a client with too many calls', () => {
  it('hears that of the 257th, and each of the others is answered', async () => {
    const host = await startHost();
    host.send({ ...chunkHello(), capabilities: ['ids'] });
    await host.next('hello');
    const client = await host.framed();
    for (let n = 0; n < 257; n += 1) client.send({ id: n, method: 'x' });
    expect(await client.next()).toMatchObject({ id: 256, error: { code: 'ERR_RATE_LIMITED' } });
    for (let n = 0; n < 256; n += 1) {
      host.send({ type: 'tool_response', id: (await host.next('tool_request')).id, result: n });
      expect(await client.next()).toEqual({ id: n, result: n });
    }
  });
});

function chunkHello(): Json {
  return {
    type: 'hello',
    wire: [1, 1],
    version: '0',
    browser: { name: 'Testfox', version: '1' },
    profile: { id: 'p' },
    capabilities: ['ids', 'chunks'],
    tools_hash: '',
  };
}
