import { type CallOptions, type JsonObject, SallyportError, type ToolDeclaration } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { metaKeys } from '../base/meta-keys.ts';
import type { CallOutcome, Offer } from '../base/offer.ts';
import { StreamDoor } from './stream-door.ts';

const provenance = {
  serverId: 'app',
  toolName: 'tool',
  callId: 'c1',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 5,
};
const envelope = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} };

interface Setting {
  readonly door: StreamDoor;
  readonly posted: JsonObject[];
  readonly faults: unknown[];
  /** The calls that reached the offer, with the function that ends each. */
  readonly calls: { name: string; args: JsonObject; options: CallOptions; end: (end: CallOutcome) => void }[];
  changeTools(): void;
  ask(id: number, method: string, params?: JsonObject): Promise<JsonObject>;
}

function openDoor(tools: readonly ToolDeclaration[] = []): Setting {
  const posted: JsonObject[] = [];
  const faults: unknown[] = [];
  const calls: Setting['calls'] = [];
  const listeners = new Set<() => void>();
  const offer: Offer = {
    fence: (text) => `[${text}]`,
    listTools: async () => tools,
    callTool: (name, args, options) => new Promise((end) => calls.push({ name, args, options, end })),
    onToolsChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const door = new StreamDoor({ offer, post: (message) => posted.push(message), onFault: (f) => faults.push(f) });
  return {
    door,
    posted,
    faults,
    calls,
    changeTools: () => listeners.forEach((listener) => void listener()),
    async ask(id, method, params) {
      door.receive({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
      await settled();
      return posted.findLast((message) => message.id === id) ?? {};
    },
  };
}

/** Lets every promise that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the old era', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('agrees to %s', async (protocolVersion) => {
    const { ask } = openDoor();
    expect(await ask(1, 'initialize', { protocolVersion, capabilities: {} })).toMatchObject({
      result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'sallyport' } },
    });
  });

  it('offers its newest version to a client of an unknown one', async () => {
    const { ask } = openDoor();
    const answer = await ask(1, 'initialize', { protocolVersion: '2031-01-01' });
    expect(answer).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });

  it('tells of changed tools once the client is initialized, and not before', () => {
    const { door, posted, changeTools } = openDoor();
    changeTools();
    door.receive({ jsonrpc: '2.0', method: 'notifications/initialized' });
    changeTools();
    expect(posted).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]);
  });

  it('answers ping, and knows no method of the new era', async () => {
    const { ask } = openDoor();
    expect(await ask(1, 'ping')).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(await ask(2, 'server/discover')).toMatchObject({ error: { code: -32601 } });
    expect(await ask(3, 'subscriptions/listen', { notifications: {} })).toMatchObject({ error: { code: -32601 } });
  });
});

describe('the new era', () => {
  it('is discovered', async () => {
    const { ask } = openDoor();
    expect(await ask(1, 'server/discover', { _meta: envelope })).toMatchObject({
      result: {
        resultType: 'complete',
        supportedVersions: expect.arrayContaining(['2026-07-28']),
        capabilities: { tools: { listChanged: true } },
        cacheScope: 'private',
        _meta: { [metaKeys.serverInfo]: { name: 'sallyport' } },
      },
    });
  });

  it('refuses a version it does not speak and names those it does', async () => {
    const { ask } = openDoor();
    const _meta = { ...envelope, [metaKeys.protocolVersion]: '2099-01-01' };
    expect(await ask(1, 'tools/list', { _meta })).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } },
    });
  });

  it.each([
    ['a version that is no text', { ...envelope, [metaKeys.protocolVersion]: 3 }],
    ['no capabilities', { [metaKeys.protocolVersion]: '2026-07-28' }],
  ])('refuses an envelope with %s', async (_, _meta) => {
    const { ask } = openDoor();
    expect(await ask(1, 'tools/list', { _meta })).toMatchObject({ error: { code: -32602 } });
  });

  it.each(['initialize', 'ping', 'logging/setLevel'])('knows no %s', async (method) => {
    const { ask } = openDoor();
    expect(await ask(1, method, { _meta: envelope })).toMatchObject({ error: { code: -32601 } });
  });

  it('tells of changed tools to those who listen for them, until they stop', async () => {
    const { door, ask, posted, changeTools } = openDoor();
    await ask(7, 'subscriptions/listen', { _meta: envelope, notifications: { toolsListChanged: true, other: true } });
    await ask(8, 'subscriptions/listen', { _meta: envelope, notifications: {} });
    changeTools();
    door.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    changeTools();
    const stamped = (id: number) => ({ _meta: { [metaKeys.subscriptionId]: id } });
    const acknowledged = 'notifications/subscriptions/acknowledged';
    expect(posted).toEqual([
      { jsonrpc: '2.0', method: acknowledged, params: { notifications: { toolsListChanged: true }, ...stamped(7) } },
      { jsonrpc: '2.0', method: acknowledged, params: { notifications: {}, ...stamped(8) } },
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: stamped(7) },
    ]);
    await door.close();
    expect(posted.at(-1)).toMatchObject({ id: 8, result: { resultType: 'complete', ...stamped(8) } });
  });
});

describe.each([
  ['old', {}],
  ['new', envelope],
])('a call in the %s era', (_, meta) => {
  const params = { name: 'app__tool', arguments: { a: 1 }, _meta: meta };

  it('brings the result as the app made it, fields and content of the future included', async () => {
    const { ask, calls, posted } = openDoor();
    await ask(1, 'tools/call', params);
    expect(calls).toMatchObject([{ name: 'app__tool', args: { a: 1 } }]);
    const result = { content: [{ type: 'hologram', waves: [1] }], later: { kept: true } };
    calls[0]?.end({ ok: true, result: { relayed: { ...result, _meta: { mark: 1 } } }, provenance });
    await settled();
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      id: 1,
      result: { ...result, _meta: { mark: 1, [metaKeys.provenance]: provenance } },
    });
    expect(JSON.stringify(posted[0]).includes('"resultType":"complete"')).toBe(meta === envelope);
  });

  it('passes progress on under the token of the call', async () => {
    const { ask, calls, posted } = openDoor();
    await ask(1, 'tools/call', { ...params, _meta: { ...meta, progressToken: 'p' } });
    calls[0]?.options.onProgress?.({ progress: 1, total: 2, message: 'half' });
    expect(posted).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 1, total: 2, message: 'half' },
      },
    ]);
  });

  it('that was withdrawn is aborted and not answered', async () => {
    const { door, ask, calls, posted } = openDoor();
    await ask(1, 'tools/call', params);
    door.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(calls[0]?.options.signal.aborted).toBe(true);
    calls[0]?.end({ ok: true, result: { relayed: {} }, provenance });
    await settled();
    expect(posted).toEqual([]);
  });

  it('is aborted when the agent leaves, and nothing is posted after that', async () => {
    const { door, ask, calls, posted } = openDoor();
    await ask(1, 'tools/call', params);
    await door.close();
    await door.close();
    expect(calls[0]?.options.signal.reason).toMatchObject({ code: 'ERR_CANCELLED' });
    calls[0]?.end({ ok: false, error: new SallyportError('ERR_CANCELLED', 'gone') });
    await settled();
    expect(posted).toEqual([]);
  });

  it('is answered with the reason when the server goes away, unless it was withdrawn', async () => {
    const { door, ask, posted } = openDoor();
    await ask(1, 'tools/call', params);
    await ask(2, 'tools/call', params);
    door.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await door.retire(new SallyportError('ERR_SERVER_UNAVAILABLE', 'The window closes.'));
    expect(posted).toMatchObject([{ id: 2 }]);
    expect(JSON.stringify(posted)).toContain('The window closes.');
  });
});

describe('bad input', () => {
  it.each([
    ['a line that is no JSON', undefined, { id: null, error: { code: -32700 } }],
    ['a list', [1], { id: null, error: { code: -32600 } }],
    ['another protocol', { jsonrpc: '1.0', id: 4, method: 'ping' }, { id: 4, error: { code: -32600 } }],
    ['no method', { jsonrpc: '2.0', id: 5 }, { id: 5, error: { code: -32600 } }],
    ['an id that is none', { jsonrpc: '2.0', id: {}, method: 'ping' }, { id: null, error: { code: -32600 } }],
    ['params that are none', { jsonrpc: '2.0', id: 6, method: 'ping', params: [] }, { id: 6, error: { code: -32600 } }],
  ])('%s is answered', (_, message, answer) => {
    const { door, posted } = openDoor();
    door.receive(message);
    expect(posted).toMatchObject([answer]);
  });

  it.each([
    ['no name', {}],
    ['arguments that are no object', { name: 'a', arguments: [1] }],
  ])('a call with %s is refused', async (_, params) => {
    const { ask, calls } = openDoor();
    expect(await ask(1, 'tools/call', params)).toMatchObject({ error: { code: -32602 } });
    expect(calls).toEqual([]);
  });

  it('a second request of the same id is refused while the first is open', async () => {
    const { ask, posted } = openDoor();
    await ask(1, 'tools/call', { name: 'a' });
    await ask(1, 'tools/call', { name: 'a' });
    expect(posted).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  });

  it('an answer that nobody asked for is ignored', () => {
    const { door, posted } = openDoor();
    door.receive({ jsonrpc: '2.0', id: 1, result: {} });
    expect(posted).toEqual([]);
  });

  it('more open requests than an agent can need are refused, and those before are untouched', async () => {
    const { door, posted, calls } = openDoor();
    for (let id = 0; id <= 1024; id += 1)
      door.receive({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'a' } });
    await settled();
    expect(calls).toHaveLength(1024);
    expect(posted).toMatchObject([{ id: 1024, error: { code: -32603 } }]);
  });

  it('a fault of ours is told as one, and its text stays inside', async () => {
    const faults: unknown[] = [];
    const posted: JsonObject[] = [];
    const offer: Offer = {
      fence: (text) => text,
      listTools: async () => {
        throw new Error('secret detail');
      },
      callTool: () => Promise.reject(new Error('never')),
      onToolsChanged: () => () => {},
    };
    const door = new StreamDoor({ offer, post: (message) => posted.push(message), onFault: (f) => faults.push(f) });
    door.receive({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await settled();
    expect(posted).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(JSON.stringify(posted)).not.toContain('secret detail');
    expect(faults).toHaveLength(1);
  });
});
