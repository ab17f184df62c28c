// What the HTTP door refuses, in which order, and what it leaves behind: nothing.
import { request } from 'node:http';
import { limits, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { connectClient, messageOf, openDoorWorld } from '../../support/http-door.ts';
import { verifies } from '../../support/verifies.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const notFound = { jsonrpc: '2.0', error: { code: -32000, message: 'Session not found' }, id: null };

/** The status of a request with headers that fetch would not send. */
function statusOf(url: URL, method: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

describe('the guard', () => {
  it(
    verifies(
      'wants the token of every request, before any session',
      'S2-bearer-every-request',
      'S2-session-auth-first',
    ),
    async () => {
      const world = await openDoorWorld();
      for (const authorization of ['', 'Bearer wrong', 'Basic abc', `Bearer ${'f'.repeat(63)}`]) {
        for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
          const response = await fetch(world.url, {
            method,
            headers: { authorization, 'mcp-session-id': 'unknown', 'content-type': 'application/json' },
            ...(method === 'POST' ? { body: JSON.stringify(initialize) } : {}),
          });
          expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        }
      }
      expect(world.admitted).toEqual([]);
    },
  );

  it('refuses foreign names and origins before the token and the body', async () => {
    const world = await openDoorWorld();
    const own = `http://127.0.0.1:${world.door.port}`;
    const cases: [Record<string, string>, number][] = [
      [{ host: 'evil.example' }, 403],
      [{ host: 'evil.example:80' }, 403],
      [{ host: '127.0.0.1.evil.example' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'http://localhost:1' }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: own }, 401],
      [{ origin: own, 'sec-fetch-site': 'same-origin' }, 403],
      [{ 'sec-fetch-site': 'same-origin' }, 403],
      [{ 'sec-fetch-site': 'none' }, 403],
      [{ host: `localhost:${world.door.port}` }, 401],
    ];
    for (const [headers, status] of cases) expect(await statusOf(world.url, 'POST', headers, 'junk')).toBe(status);
  });

  it(verifies('has nothing at other paths', 'S2-only-mcp-path'), async () => {
    const world = await openDoorWorld();
    for (const path of [
      '/',
      '/mcp/',
      '/mcpx',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server/mcp',
    ]) {
      expect((await fetch(new URL(path, world.url))).status).toBe(404);
    }
    expect(world.admitted).toEqual([]);
  });

  it('refuses bodies that are too large, no JSON, or no message', async () => {
    const world = await openDoorWorld();
    const large = `"${'x'.repeat(limits.door.bodyMaxBytes)}"`;
    expect((await world.post(large)).status).toBe(413);
    expect(await messageOf(await world.post('{'))).toMatchObject({ error: { code: -32700 } });
    expect(await messageOf(await world.post([initialize]))).toMatchObject({ error: { code: -32600 } });
    expect((await world.post(initialize, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(world.url, { method: 'PUT', headers: { authorization: 'Bearer other' } })).status).toBe(405);
    expect(world.admitted).toEqual([]);
  });

  it('passes on why a visit was refused', async () => {
    const world = await openDoorWorld({
      admit: () => {
        throw new SallyportError('ERR_PERMISSION_DENIED', 'Not without a token.');
      },
    });
    const response = await world.post(initialize);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { data: { code: 'ERR_PERMISSION_DENIED' } } });
    expect(world.faults).toEqual([]);
  });
});

describe('sessions', () => {
  it(
    verifies(
      'are found by their header, are their own, and end by DELETE',
      'S2-session-header',
      'S2-session-new',
      'S2-session-pair',
      'S2-session-closed',
    ),
    async () => {
      const world = await openDoorWorld();
      const ids: string[] = [];
      for (let round = 0; round < 2; round += 1) {
        const begun = await world.post(initialize);
        expect(await messageOf(begun)).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
        ids.push(begun.headers.get('mcp-session-id') ?? '');
      }
      const [first = '', second = ''] = ids;
      expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(second).not.toBe(first);
      expect(await messageOf(await world.post(list, { 'mcp-session-id': first }))).toMatchObject({ id: 2 });
      const stolen = await world.post(list, { 'mcp-session-id': first, authorization: 'Bearer other' });
      expect([stolen.status, await stolen.json()]).toEqual([404, notFound]);
      const ended = await fetch(world.url, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${'f'.repeat(64)}`, 'mcp-session-id': first },
      });
      expect(ended.status).toBe(200);
      expect(world.left).toEqual([first]);
      expect((await world.post(list, { 'mcp-session-id': first })).status).toBe(404);
      expect((await world.post(list, { 'mcp-session-id': second })).status).toBe(200);
      expect(world.sessionCounts).toEqual([1, 2, 1]);
    },
  );

  it(verifies('that are unknown get the known answer, and initialize begins anew', 'S2-session-unknown'), async () => {
    const world = await openDoorWorld();
    const stale = { 'mcp-session-id': '00000000-0000-4000-8000-000000000000' };
    const refused = await world.post(list, stale);
    expect([refused.status, await refused.json()]).toEqual([404, notFound]);
    const renewed = await world.post(initialize, stale);
    expect(renewed.status).toBe(200);
    expect(renewed.headers.get('mcp-session-id')).not.toBe(stale['mcp-session-id']);
  });

  it(verifies('are not made by requests that begin none', 'S2-session-none-kept'), async () => {
    const world = await openDoorWorld();
    expect((await world.post(list)).status).toBe(400);
    expect((await world.post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(400);
    expect((await fetch(world.url, { headers: { authorization: 'Bearer other', accept: '*/*' } })).status).toBe(400);
    expect([world.door.sessionCount, world.admitted]).toEqual([0, []]);
  });

  it('refuse a second request of an id that is open', async () => {
    const world = await openDoorWorld();
    const id = (await world.post(initialize)).headers.get('mcp-session-id') ?? '';
    const call = { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'echo' } };
    const first = world.post(call, { 'mcp-session-id': id });
    const reached = await eventually('the call', () => world.calls[0]);
    expect((await world.post(call, { 'mcp-session-id': id })).status).toBe(400);
    reached.end({ ok: false, error: new SallyportError('ERR_TOOL_FAILED', 'No.') });
    expect(await messageOf(await first)).toMatchObject({ id: 9, result: { isError: true } });
  });

  it('keep a call of the old era whose client lost its connection', async () => {
    const world = await openDoorWorld();
    const id = (await world.post(initialize)).headers.get('mcp-session-id') ?? '';
    const call = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'echo' } });
    const lost = request(world.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${'f'.repeat(64)}`, 'content-type': 'application/json', 'mcp-session-id': id },
    });
    lost.once('error', () => {});
    lost.end(call);
    const reached = await eventually('the call', () => world.calls[0]);
    lost.destroy();
    expect((await world.post(list, { 'mcp-session-id': id })).status).toBe(200);
    expect(reached.options.signal.aborted).toBe(false);
  });
});

describe('the headers of the new era', () => {
  const params = {
    name: 'echo',
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const good = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' };

  it.each([
    ['no version', { 'mcp-method': 'tools/call', 'mcp-name': 'echo' }],
    ['another version', { ...good, 'mcp-protocol-version': '2025-11-25' }],
    ['no method', { 'mcp-protocol-version': '2026-07-28', 'mcp-name': 'echo' }],
    ['another method', { ...good, 'mcp-method': 'tools/list' }],
    ['no name', { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }],
    ['another name', { ...good, 'mcp-name': 'other' }],
    ['a name in broken base64', { ...good, 'mcp-name': '=?base64?###?=' }],
  ])('are refused with %s', async (_, headers) => {
    const world = await openDoorWorld();
    const response = await world.post(call, headers);
    expect([response.status, await response.json()]).toMatchObject([400, { id: 1, error: { code: -32020 } }]);
    expect(world.calls).toEqual([]);
  });

  it('may carry the name in base64', async () => {
    const world = await openDoorWorld();
    const name = `=?base64?${Buffer.from('echo').toString('base64')}?=`;
    const answer = world.post(call, { ...good, 'mcp-name': name });
    (await eventually('the call', () => world.calls[0])).end({
      ok: false,
      error: new SallyportError('ERR_TOOL_FAILED', 'No.'),
    });
    expect((await answer).status).toBe(200);
    expect(world.door.sessionCount).toBe(0);
    await eventually('the guest to leave', () => world.left.length === 1);
  });

  it('come with statuses for what is wrong before a tool is asked', async () => {
    const world = await openDoorWorld();
    const unknown = await world.post({ ...call, method: 'no/such' }, { ...good, 'mcp-method': 'no/such' });
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { error: { code: -32601 } }]);
    const bare = await world.post(list, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' });
    expect([bare.status, await bare.json()]).toMatchObject([400, { error: { code: -32602 } }]);
    const future = { ...params, _meta: { ...params._meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } };
    const newer = await world.post({ ...call, params: future }, { ...good, 'mcp-protocol-version': '2099-01-01' });
    expect([newer.status, await newer.json()]).toMatchObject([400, { error: { code: -32022 } }]);
  });

  it('do not keep a client of the old era from its session', async () => {
    const world = await openDoorWorld();
    const { client } = await connectClient(world.url, 'legacy');
    expect((await client.listTools()).tools).toHaveLength(1);
    expect(world.door.sessionCount).toBe(1);
  });
});
