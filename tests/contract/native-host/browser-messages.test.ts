// What the host answers to the extension, message by message, as a real process.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { frame, rawFrame } from '../../support/frames.ts';
import { startHost } from '../../support/host-process.ts';
import { verifies } from '../../support/verifies.ts';

describe('the host answers the extension', () => {
  it(verifies('ping with pong and the time', 'S0-ping-pong', 'S3-stdin-to-stdout'), async () => {
    const host = await startHost();
    const before = Date.now();
    host.send({ type: 'ping' });
    const pong = await host.next('pong');
    expect(Object.keys(pong)).toEqual(['type', 'timestamp']);
    expect(pong.timestamp).toBeGreaterThanOrEqual(before);
    expect(pong.timestamp).toBeLessThanOrEqual(Date.now());
  });

  it(verifies('get_status with the version of the product', 'S0-get-status'), async () => {
    const host = await startHost();
    host.send({ type: 'get_status' });
    expect(await host.next('status_response')).toEqual({
      type: 'status_response',
      native_host_version: PRODUCT_VERSION,
    });
  });

  it(verifies('any other type with an error that names it', 'S0-unknown-type', 'S0-missing-type'), async () => {
    const host = await startHost();
    host.send({ type: 'make_tea' });
    host.send({ no: 'type' });
    host.send({ type: 7 });
    host.send({ type: 'ping' });
    expect(await host.next('error')).toEqual({ type: 'error', error: 'Unknown message type: make_tea' });
    expect(await host.next('error')).toEqual({ type: 'error', error: 'Unknown message type: undefined' });
    expect(await host.next('error')).toEqual({ type: 'error', error: 'Unknown message type: 7' });
    await host.next('pong');
  });

  it(verifies('in the order in which it was asked', 'S0-main-loop-order', 'S0-read-several-at-once'), async () => {
    const host = await startHost();
    const asked = Array.from({ length: 50 }, (_, n) => ({ type: n % 3 === 0 ? 'ping' : `unknown_${n}` }));
    host.sendBytes(Buffer.concat(asked.map(frame)));
    for (const { type } of asked) {
      const answer = await host.received.next();
      expect(answer.type === 'pong' ? 'ping' : String(answer.error).replace('Unknown message type: ', '')).toBe(type);
    }
  });

  it(
    verifies(
      'a frame that comes byte by byte, once, when its last byte is there',
      'S0-read-in-pieces',
      'S0-frame-layout',
      'S1-frame-layout',
      'S1-read-steps',
      'S3-frame-layout',
      'S3-decode-short-header',
      'S3-decode-incomplete',
      'S3-decode-rest',
      'S3-stdin-split',
    ),
    async () => {
      const host = await startHost();
      const bytes = Buffer.concat([frame({ type: 'tüv — 検査' }), frame({ type: 'ping' })]);
      for (const byte of bytes) {
        host.sendBytes(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
      expect(await host.received.next()).toEqual({ type: 'error', error: 'Unknown message type: tüv — 検査' });
      expect((await host.received.next()).type).toBe('pong');
      expect(host.received.waiting).toEqual([]);
    },
  );

  it(
    verifies(
      'with frames that count bytes, not characters',
      'S0-write-frame',
      'S1-write-steps',
      'S3-encode',
      'S0-frame-layout',
    ),
    async () => {
      const host = await startHost();
      host.send({ type: 'ä€😀' });
      const answer = await host.next('error');
      // The reader in support takes exactly the announced bytes and parses them; one byte off and it throws.
      expect(answer.error).toBe('Unknown message type: ä€😀');
      expect(host.frameSizes.at(-1)).toBe(Buffer.byteLength(JSON.stringify(answer)));
      host.send({ type: 'ping' });
      await host.next('pong');
    },
  );

  it(verifies('whether or not it says hello', 'S3-no-versioning'), async () => {
    const host = await startHost();
    const client = await host.framed();
    client.send({ method: 'x', params: {} });
    await host.next('tool_request');
    host.send({ type: 'tool_response', result: 'served' });
    expect(await client.next()).toEqual({ result: 'served' });
    expect(host.received.waiting.map(({ type }) => type)).not.toContain('hello');
  });

  it('hello with hello, and only then', async () => {
    const host = await startHost();
    host.send(helloOf({ wire: [1, 1] }));
    expect(await host.next('hello')).toEqual({
      type: 'hello',
      wire: [1, 1],
      version: PRODUCT_VERSION,
      host_id: host.record().id,
      capabilities: ['ids', 'chunks', 'held', 'raw'],
    });
    expect(host.record()).toMatchObject({ browser: { name: 'Testfox', version: '1' }, profile: { id: 'p1' } });
  });

  it('a hello of another wire version with who is older and what to do', async () => {
    const host = await startHost();
    host.send(helloOf({ wire: [7, 9] }));
    expect((await host.next('error')).error).toMatch(/^ERR_VERSION_MISMATCH: the native host .* "sallyport install"/);
    host.send(helloOf({ wire: 'one' }));
    expect((await host.next('error')).error).toContain('hello lacks');
  });
});

describe('what the host logs', () => {
  it(
    verifies('is on stderr in the form of the seed', 'S0-log-stderr', 'S0-log-form', 'S3-stderr-diagnostics'),
    async () => {
      const host = await startHost({ args: ['chrome-extension://abcdefghijklmnopabcdefghijklmnop/'] });
      await host.stop();
      const lines = host.stderr().trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(2);
      for (const line of lines) {
        expect(line).toMatch(/^\[Sallyport Native Host\] \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S/);
      }
      expect(lines[0]).toContain('another extension, chrome-extension://abcdefghijklmnopabcdefghijklmnop/');
    },
  );

  it('is in a file of the data folder too, since browsers drop stderr', async () => {
    const host = await startHost();
    await host.stop();
    expect(readFileSync(join(host.home, 'data', 'logs', 'host.log'), 'utf8')).toBe(host.stderr());
    expect(readdirSync(join(host.home, 'data', 'logs'))).toEqual(['host.log']);
  });

  it('never holds what passed through it', async () => {
    const host = await startHost();
    const client = await host.framed();
    client.send({ method: 'x', params: { secret: 'PLANTED-1' } });
    client.sendBytes(rawFrame(Buffer.from('{"PLANTED-2": broken')));
    const lines = await host.lines();
    lines.send({ command: 'PLANTED-3' });
    lines.sendBytes('PLANTED-4 is no JSON\n');
    await lines.next();
    await lines.next();
    host.sendBytes(rawFrame(Buffer.from('PLANTED-5')));
    await host.next('tool_request');
    host.send({ type: 'tool_response', result: 'PLANTED-6' });
    await client.next('the reply', ({ result }) => result === 'PLANTED-6');
    const token = host.token();
    await host.stop();
    expect(host.stderr()).not.toContain('PLANTED');
    expect(host.stderr()).not.toContain(token);
  });
});

function helloOf(fields: Record<string, unknown>) {
  return {
    type: 'hello',
    version: '0.0.1',
    browser: { name: 'Testfox', version: '1' },
    profile: { id: 'p1' },
    capabilities: [],
    tools_hash: 'h',
    ...fields,
  };
}
