// Clients of seed 000: frames on a socket, calls that come out at the browser, replies that find their asker.
import { describe, expect, it } from 'vitest';
import { almost } from '../../support/deadline.ts';
import { frame } from '../../support/frames.ts';
import { startHost } from '../../support/host-process.ts';
import { framedClient } from '../../support/raw-client.ts';
import { verifies } from '../../support/verifies.ts';

describe('a call of a framed client', () => {
  it(
    verifies(
      'comes out at the browser, and its reply at the client',
      'S0-bridge-both-ways',
      'S0-tool-request',
      'S0-client-no-greeting',
      'S0-tool-response',
    ),
    async () => {
      const host = await startHost();
      const client = await host.framed();
      client.send({ method: 'execute_tool', params: { tool: 'navigate', args: { url: 'https://example.com' } } });
      const request = await host.next('tool_request');
      expect(request).toEqual({
        type: 'tool_request',
        id: expect.any(String),
        client_id: 1,
        agent: { id: 'unnamed', name: 'unnamed local program', stay: 'unnamed', remembered: false },
        method: 'execute_tool',
        params: { tool: 'navigate', args: { url: 'https://example.com' } },
        deadline_ms: almost(150_000),
      });
      const { id, client_id } = request;
      host.send({ type: 'tool_response', id, client_id, result: { content: 'done' }, extra: [1] });
      expect(await client.next()).toEqual({ result: { content: 'done' }, extra: [1] });
    },
  );

  it(verifies('keeps method and params whatever they hold', 'S0-tool-request-opaque'), async () => {
    const host = await startHost();
    const client = await host.framed();
    const odd = [
      { method: 'x', params: { nested: [{ deep: null }], 'strange key': '\u0000\u{1F600}' } },
      { method: 7, params: 'a text' },
      { method: null, params: [] },
      { params: 0.5 },
      {},
    ];
    for (const message of odd) {
      client.send(message);
      const { method, params } = await host.next('tool_request');
      expect({ method, params }).toEqual({ method: undefined, params: undefined, ...message });
      host.send({ type: 'tool_response', result: null });
      expect(await client.next()).toEqual({ result: null });
    }
  });

  it(verifies('gets back the id that the client gave it', 'S0-tool-response'), async () => {
    const host = await startHost();
    const client = await host.framed();
    for (const id of [0, 'text', null, { odd: true }]) {
      client.send({ id, method: 'x' });
      const request = await host.next('tool_request');
      expect(request.id).not.toEqual(id);
      host.send({ type: 'tool_response', id: request.id, result: 1 });
      expect(await client.next()).toEqual({ id, result: 1 });
    }
  });

  it(
    verifies(
      'may come as two writes, or cut anywhere, or several at once',
      'S0-client-two-writes',
      'S0-client-read-in-pieces',
    ),
    async () => {
      const host = await startHost();
      const client = await host.framed();
      const first = frame({ method: 'größer' });
      client.sendBytes(first.subarray(0, 4));
      client.sendBytes(first.subarray(4));
      expect((await host.next('tool_request')).method).toBe('größer');
      host.send({ type: 'tool_response', result: 1 });
      await client.next();
      for (const byte of frame({ method: 'Stück' })) client.sendBytes(Buffer.from([byte]));
      expect((await host.next('tool_request')).method).toBe('Stück');
      host.send({ type: 'tool_response', result: 2 });
      await client.next();
      client.sendBytes(Buffer.concat(['a', 'b', 'c'].map((method) => frame({ method, id: method }))));
      for (const method of ['a', 'b', 'c']) {
        expect((await host.next('tool_request')).method).toBe(method);
        host.send({ type: 'tool_response', result: method });
        expect(await client.next()).toEqual({ id: method, result: method });
      }
    },
  );

  it('is withdrawn at the browser when its client goes', async () => {
    const host = await startHost();
    const client = await host.framed();
    client.send({ method: 'slow' });
    const { id } = await host.next('tool_request');
    await client.end();
    expect(await host.next('cancel')).toEqual({ type: 'cancel', id, reason: 'its client has disconnected' });
  });

  it('fails with ERR_FRAME_TOO_LARGE when it does not fit the browser once wrapped', async () => {
    const host = await startHost();
    const client = await host.framed();
    const answer = await client.ask({ id: 1, method: 'x', params: 'a'.repeat(1_048_500) });
    expect(answer).toMatchObject({ id: 1, error: { code: 'ERR_FRAME_TOO_LARGE' } });
    client.send({ method: 'short' });
    expect((await host.next('tool_request')).method).toBe('short');
    expect(Math.max(...host.frameSizes)).toBeLessThanOrEqual(1_048_576);
  });

  it(
    verifies(
      'fills a frame of 1,048,576 bytes to the last and no further',
      'S0-max-message-size',
      'S3-max-message',
      'S1-limit-host-to-extension',
    ),
    async () => {
      const host = await startHost();
      const client = await host.framed();
      client.send({ method: 'x', params: '' });
      const empty = await host.next('tool_request');
      host.send({ type: 'tool_response', result: 1 });
      await client.next();
      // The next id has as many digits; the deadline may have lost some milliseconds and with them a digit.
      const room = 1_048_576 - Buffer.byteLength(JSON.stringify(empty));
      expect(await client.ask({ method: 'x', params: 'ä'.repeat(room / 2 + 1) })).toMatchObject({
        error: { code: 'ERR_FRAME_TOO_LARGE' },
      });
      client.send({ method: 'x', params: 'a'.repeat(room) });
      expect(String((await host.next('tool_request')).params).length).toBe(room);
      expect(host.frameSizes.filter((size) => size > 1_048_576)).toEqual([]);
      expect(Math.max(...host.frameSizes)).toBeGreaterThan(1_048_570);
    },
  );
});

describe('framed clients together', () => {
  it(
    verifies(
      'are numbered from 1, announced with their number and counted',
      'S0-mcp-connected',
      'S0-mcp-disconnected',
      'S0-client-id-counter',
      'S0-state-client-count',
      'S0-state-no-clients',
      'S0-recover-client-gone',
    ),
    async () => {
      const host = await startHost();
      const clients = [await host.framed(), await host.framed(), await host.framed()];
      for (const n of [1, 2, 3]) {
        expect(await host.next('mcp_connected')).toEqual({ type: 'mcp_connected', client_id: n, count: n });
      }
      await clients[1]?.end();
      expect(await host.next('mcp_disconnected')).toEqual({ type: 'mcp_disconnected', client_id: 2, count: 2 });
      await host.framed();
      expect(await host.next('mcp_connected')).toEqual({ type: 'mcp_connected', client_id: 4, count: 3 });
      await clients[0]?.end();
      await clients[2]?.end();
      await host.next('mcp_disconnected', ({ count }) => count === 1);
      host.send({ type: 'ping' });
      await host.next('pong');
    },
  );

  it(verifies('hear every notification, without its type', 'S0-notification', 'S0-broadcast-one-frame'), async () => {
    const host = await startHost();
    const [silent, busy] = [await host.framed(), await host.framed()];
    const lines = await host.lines();
    busy?.send({ method: 'x' });
    await host.next('tool_request');
    host.send({ type: 'notification', method: 'tab_closed', params: { tabId: 4 }, id: 'kept' });
    const heard = { method: 'tab_closed', params: { tabId: 4 }, id: 'kept' };
    expect(await silent?.next()).toEqual(heard);
    expect(await busy?.next()).toEqual(heard);
    expect(await lines.ask({ command: 'ping' })).toMatchObject({ success: true });
    expect(lines.received.waiting).toEqual([]);
  });

  it(verifies('hear a reply that answers no call', 'S0-tool-response-unasked'), async () => {
    const host = await startHost();
    const clients = [await host.framed(), await host.framed()];
    await host.next('mcp_connected', ({ count }) => count === 2);
    host.send({ type: 'tool_response', result: 'out of the blue', id: 'kept' });
    for (const client of clients) expect(await client.next()).toEqual({ result: 'out of the blue', id: 'kept' });
  });

  it('get their own replies and no other, in whatever order these come', async () => {
    const host = await startHost();
    const clients = [await host.framed(), await host.framed(), await host.framed()];
    // The first reply shows that this browser side echoes ids; from then on calls go out together.
    clients[0]?.send({ method: 'warm-up' });
    host.send({ type: 'tool_response', id: (await host.next('tool_request')).id, result: 0 });
    await clients[0]?.next();
    for (const [n, client] of clients.entries()) {
      client.send({ id: 7, method: `a${n}` });
      client.send({ id: 8, method: `b${n}` });
    }
    const requests = [];
    for (let n = 0; n < 6; n += 1) requests.push(await host.next('tool_request'));
    for (const { id, method } of requests.reverse()) host.send({ type: 'tool_response', id, result: method });
    for (const [n, client] of clients.entries()) {
      const answers = [await client.next(), await client.next()].sort((a, b) => Number(a.id) - Number(b.id));
      expect(answers).toEqual([
        { id: 7, result: `a${n}` },
        { id: 8, result: `b${n}` },
      ]);
      expect(client.received.waiting).toEqual([]);
    }
  });
});

describe('a framed client of our own socket', () => {
  const hello = { type: 'hello', role: 'client', wire: [1, 1], version: '0', capabilities: ['ids'] };

  it('gets in with the token, as an agent of its own', async () => {
    const host = await startHost();
    const client = await framedClient(host.record().socket);
    expect(await client.ask({ ...hello, token: host.token() })).toMatchObject({
      type: 'hello',
      role: 'host',
      hostId: host.record().id,
    });
    client.send({ method: 'x' });
    const { agent } = await host.next('tool_request');
    expect(agent).toMatchObject({ name: 'local program', remembered: false });
    host.send({ type: 'notification', n: 1 });
    expect(await client.next()).toEqual({ n: 1 });
  });

  it('is refused without it or with a wrong one, and nothing of it reaches the browser', async () => {
    const host = await startHost();
    for (const first of [{ method: 'x' }, { ...hello, token: 'f'.repeat(64) }, { type: 'hello' }, [1]]) {
      const client = await framedClient(host.record().socket);
      const answer = await client.ask(first);
      expect(answer).toMatchObject({ type: 'failure', id: 'hello', error: { code: expect.stringMatching(/^ERR_P/) } });
      await client.closed;
    }
    host.send({ type: 'ping' });
    await host.next('pong');
    expect(host.received.waiting).toEqual([]);
  });

  it('is told when its wire version is too new', async () => {
    const host = await startHost();
    const client = await framedClient(host.record().socket);
    const answer = await client.ask({ ...hello, wire: [5, 6], token: host.token() });
    expect(answer).toMatchObject({ error: { code: 'ERR_VERSION_MISMATCH', hint: expect.any(String) } });
    await client.closed;
  });
});
