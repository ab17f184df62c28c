// What comes over the wire becomes a typed message or a sentence about what is wrong, and nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseClientHello, parseLinkMessage, toWireMessage } from './link-message.ts';
import { hostRequestTypes, parseFromBrowser } from './native-message.ts';

describe('a message of the browser side', () => {
  it('keeps all fields of a reply but its type', () => {
    expect(parseFromBrowser({ type: 'tool_response', id: 'c1', result: { content: [] }, future: 1 })).toEqual({
      type: 'tool_response',
      id: 'c1',
      body: { id: 'c1', result: { content: [] }, future: 1 },
    });
  });

  it('may be a reply without an id, as seed 000 has it', () => {
    expect(parseFromBrowser({ type: 'tool_response', result: 1 })).toMatchObject({
      id: undefined,
      body: { result: 1 },
    });
  });

  it('passes each host_* request on unchanged, with its request_id or without', () => {
    for (const type of hostRequestTypes) {
      const message = { type, request_id: 7, origin: 'https://example.com', later: true };
      expect(parseFromBrowser(message)).toEqual({ type: 'host_request', requestId: 7, message });
    }
    expect(parseFromBrowser({ type: 'host_get_stats' })).toMatchObject({ requestId: undefined });
  });

  it('reads a hello and leaves out abilities it does not know', () => {
    const hello = {
      type: 'hello',
      wire: [1, 2],
      version: '0.1.0',
      browser: { name: 'firefox', version: '153.0' },
      profile: { id: 'p1', name: 'work' },
      capabilities: ['ids', 'chunks', 'telepathy'],
      tools_hash: 'abc',
    };
    expect(parseFromBrowser(hello)).toEqual({
      type: 'hello',
      hello: {
        wire: [1, 2],
        version: '0.1.0',
        browser: { name: 'firefox', version: '153.0' },
        profile: { id: 'p1', name: 'work' },
        capabilities: ['ids', 'chunks'],
        toolsHash: 'abc',
      },
    });
    expect(parseFromBrowser({ ...hello, site_access: false })).toMatchObject({ hello: { siteAccess: false } });
    for (const field of ['wire', 'version', 'browser', 'profile', 'tools_hash']) {
      expect(parseFromBrowser({ ...hello, [field]: undefined }), field).toMatchObject({ type: 'invalid' });
    }
  });

  it('of a type nobody knows is named in the words of seed 000', () => {
    expect(parseFromBrowser({ type: 'nonsense' })).toEqual({
      type: 'invalid',
      reason: 'Unknown message type: nonsense',
    });
    expect(parseFromBrowser({})).toEqual({ type: 'invalid', reason: 'Unknown message type: undefined' });
  });

  it('that is anything at all never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseFromBrowser(value)));
    const types = [...hostRequestTypes, 'ping', 'hello', 'chunk', 'ack', 'progress', 'tool_response', 'notification'];
    const anyMessage = fc.tuple(fc.constantFrom(...types), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(fc.property(anyMessage, ([type, rest]) => void parseFromBrowser({ ...rest, type })));
  });
});

describe('a message of the link', () => {
  it.each([
    { type: 'call', id: '1', method: 'call_tool', params: { name: 'click' }, deadlineMs: 5 },
    { type: 'result', id: '1', result: { content: [] } },
    { type: 'failure', id: '1', error: { code: 'ERR_INTERNAL', message: 'm' } },
    { type: 'cancel', id: '1', reason: 'gone' },
    { type: 'progress', id: '1', progress: 1, total: 2, message: 'half' },
    { type: 'event', name: 'browser', params: {} },
    { type: 'ping' },
    { type: 'pong', timestamp: 5 },
    { type: 'chunk', id: '1', seq: 0, last: false, data: 'x' },
    { type: 'chunk', id: '1', seq: 0, last: true, data: '', abort: true },
    { type: 'ack', id: '1', seq: 0 },
    { type: 'ack', id: '1', seq: 0, error: { code: 'ERR_INTERNAL', message: 'm' } },
  ])('is read as it was written: $type', (message) => {
    expect(parseLinkMessage(message)).toEqual(message);
  });

  it('names the agent of a call, whose session is called `stay` on the wire', () => {
    const agent = { id: 'a', name: 'n', session: 's', remembered: true };
    const call = { type: 'call', id: '1', method: 'm', params: 1, deadlineMs: 5 };
    const wire = { id: 'a', name: 'n', stay: 's', remembered: true };
    const read = parseLinkMessage({ ...call, agent: wire });
    expect(read).toEqual({ ...call, agent });
    expect(read && toWireMessage(read)).toEqual({ ...call, agent: wire });
  });

  it('that is anything else is undefined and never throws', () => {
    for (const junk of [null, 5, [], {}, { type: 'call' }, { type: 'call', id: 1 }, { type: 'event', name: 'x' }]) {
      expect(parseLinkMessage(junk)).toBeUndefined();
    }
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseLinkMessage(value)));
  });

  it('begins with a hello that names a role, a range and a token', () => {
    const hello = {
      type: 'hello',
      role: 'gateway',
      wire: [1, 1],
      version: '0.1.0',
      capabilities: ['ids'],
      token: 't',
      gatewayToken: 'g',
    };
    expect(parseClientHello(hello)).toEqual(hello);
    expect(parseClientHello({ ...hello, role: 'host' })).toBeUndefined();
    expect(parseClientHello({ ...hello, token: undefined })).toBeUndefined();
    expect(parseClientHello({ ...hello, wire: [3] })).toBeUndefined();
  });
});
