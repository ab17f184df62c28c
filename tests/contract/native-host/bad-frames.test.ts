// What is no message: from the browser it is answered and passed over, from a client it costs that client alone.
import { describe, expect, it } from 'vitest';
import { frame, rawFrame } from '../../support/frames.ts';
import { startHost } from '../../support/host-process.ts';
import { framedClient } from '../../support/raw-client.ts';
import { verifies } from '../../support/verifies.ts';

const brokenUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);

describe('from the browser', () => {
  it(verifies('a length of 0 is answered, counted and skipped', 'S0-read-length-0'), async () => {
    const host = await startHost();
    host.sendBytes(Buffer.concat([rawFrame(Buffer.alloc(0)), rawFrame(Buffer.alloc(0)), frame({ type: 'ping' })]));
    expect((await host.next('error')).error).toBe('A frame cannot be read: a length of 0 (0 bytes)');
    await host.next('error');
    await host.next('pong');
    await host.logged('2 bad messages so far');
  });

  it.each([
    ['broken JSON', rawFrame(Buffer.from('{"type": "pi')), 'broken JSON'],
    ['broken UTF-8', rawFrame(brokenUtf8), 'broken UTF-8'],
    ['a list', frame([1, 2]), 'must be a JSON object'],
    ['a number', frame(42), 'must be a JSON object'],
    ['null', frame(null), 'must be a JSON object'],
  ])(
    verifies('%s is logged and answered, and the next message is handled', 'S0-recover-bad-json', 'S3-bad-json'),
    async (_, bytes, text) => {
      const host = await startHost();
      host.sendBytes(Buffer.concat([bytes, frame({ type: 'ping' })]));
      expect((await host.next('error')).error).toContain(text);
      await host.next('pong');
      await host.logged(text);
    },
  );

  it(
    verifies('a frame over 64 MiB is told, and ends the host with 1', 'S0-read-length-over', 'S3-oversize'),
    async () => {
      const host = await startHost();
      host.sendBytes(rawFrame(Buffer.from('x'), 64 * 1024 * 1024 + 1));
      expect((await host.next('error')).error).toContain('more than the limit (67108865 bytes)');
      expect(await host.exited).toEqual({ code: 1, signal: null });
    },
  );

  it(verifies('a frame up to 64 MiB is taken', 'S1-limit-extension-to-host'), async () => {
    const host = await startHost();
    const client = await host.framed();
    client.send({ method: 'x' });
    await host.next('tool_request');
    const overhead = Buffer.byteLength(JSON.stringify({ type: 'tool_response', result: '' }));
    host.send({ type: 'tool_response', result: 'a'.repeat(64 * 1024 * 1024 - overhead) });
    const { result } = await client.next('the reply of 64 MiB');
    expect(String(result).length).toBe(64 * 1024 * 1024 - overhead);
  }, 30_000);
});

describe('what nests too deep to be written again', () => {
  const deep = (levels = 20_000) => '['.repeat(levels) + ']'.repeat(levels);
  const rawText = (text: string) => rawFrame(Buffer.from(text));
  const refused = { code: 'ERR_PROTOCOL_ERROR', message: 'A message may be nested 256 levels deep at most.' };

  it('is refused to the browser by its request_id, and the host goes on', async () => {
    const host = await startHost();
    host.sendBytes(rawText(`{"type":"host_get_stats","request_id":"r1","x":${deep()}}`));
    expect(await host.next('error')).toEqual({ type: 'error', request_id: 'r1', error: refused });
    host.sendBytes(rawText(`{"type":"notification","x":${deep()}}`));
    expect(await host.next('error')).toEqual({ type: 'error', error: refused.message });
    host.send({ type: 'ping' });
    await host.next('pong');
  });

  it('is refused to framed and line clients, which are served afterwards', async () => {
    const host = await startHost();
    const framed = await host.framed();
    framed.sendBytes(rawText(`{"method":"x","id":7,"params":${deep()}}`));
    expect(await framed.next()).toEqual({ id: 7, error: refused });
    const lines = await host.lines();
    lines.sendBytes(`{"command":"ping","id":8,"x":${deep()}}\n`);
    expect(await lines.next()).toMatchObject({ id: 8, success: false, code: 'ERR_PROTOCOL_ERROR' });
    expect(await lines.ask({ command: 'ping' })).toMatchObject({ success: true });
  });

  it('as a result is an error to whoever called', async () => {
    const host = await startHost();
    const client = await host.framed();
    client.send({ method: 'x', params: {} });
    const { id } = await host.next('tool_request');
    host.sendBytes(rawText(`{"type":"tool_response","id":"${id}","result":${deep()}}`));
    expect(await client.next()).toEqual({ error: refused });
  });
});

describe('from a framed client', () => {
  it.each([
    ['a length of 0', rawFrame(Buffer.alloc(0))],
    ['a length over 1,048,576', rawFrame(Buffer.from('{'), 1_048_577)],
  ])(
    verifies(
      '%s closes it, and nobody else notices',
      'S0-client-length-0',
      'S0-client-length-over',
      'S0-fatal-invalid-length',
    ),
    async (_, bytes) => {
      const host = await startHost();
      const other = await host.framed();
      const client = await host.framed();
      await host.next('mcp_connected', ({ client_id }) => client_id === 2);
      client.sendBytes(bytes);
      expect(await host.next('mcp_disconnected')).toEqual({ type: 'mcp_disconnected', client_id: 2, count: 1 });
      await client.closed;
      other.send({ method: 'still', params: 'here' });
      await host.next('tool_request', ({ method }) => method === 'still');
    },
  );

  it(verifies('1,048,576 bytes are taken, if they fit the browser once wrapped', 'S0-client-length-over'), async () => {
    const host = await startHost();
    const client = await host.framed();
    const payload = Buffer.from(JSON.stringify({ method: 'x', params: 'a'.repeat(900_000) }));
    client.sendBytes(rawFrame(Buffer.concat([payload, Buffer.alloc(1_048_576 - payload.byteLength, ' ')])));
    expect(String((await host.next('tool_request')).params).length).toBe(900_000);
  });

  it.each([
    ['broken JSON', rawFrame(Buffer.from('{"method": '))],
    ['broken UTF-8', rawFrame(brokenUtf8)],
    ['a list', frame([1, 2])],
    ['a text', frame('x')],
  ])(verifies('%s is logged and answered, and its next frame is handled', 'S0-client-bad-json'), async (_, bytes) => {
    const host = await startHost();
    const client = await host.framed();
    client.sendBytes(bytes);
    expect(await client.next()).toMatchObject({ error: { code: 'ERR_PROTOCOL_ERROR' } });
    client.send({ method: 'next' });
    expect((await host.next('tool_request')).method).toBe('next');
    await host.logged('Failed to parse client message:');
  });

  it('bytes of neither dialect close it', async () => {
    const host = await startHost();
    const client = await host.framed();
    client.sendBytes(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await client.closed;
    const silent = await framedClient(host.record().socket);
    silent.sendBytes(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    await silent.closed;
    host.send({ type: 'ping' });
    await host.next('pong');
  });
});
