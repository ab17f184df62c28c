import { describe, expect, it } from 'vitest';
import type { Command, DebuggerSessions } from './debugger-session.ts';
import { ResponseBodies } from './response-bodies.ts';

const TAB = 3;
const URL = 'https://shop.example/a';
const subject = { tabId: TAB, agentSession: 's', signal: new AbortController().signal };
const wanted = { method: 'GET', url: URL, startedAtMs: 50_000 };

/** A debugger that answers with what `bodies` has for an id. */
function open(bodies: Readonly<Record<string, object>> = {}, { isAttached = true, mayDebug = true } = {}) {
  const sent: string[] = [];
  const listeners: ((params: unknown) => void)[] = [];
  const command: Command = async (method, params) => {
    sent.push(method);
    const found = bodies[String(params?.requestId)];
    if (method === 'Network.getResponseBody' && found === undefined) throw new Error('No resource');
    return { ...found };
  };
  const sessions = {
    isAttached: () => isAttached,
    run: async (_: unknown, work: (command: Command) => Promise<unknown>) => work(command),
    listen: (_: number, name: string, listener: (params: unknown) => void) => {
      if (name === 'Network.requestWillBeSent') listeners.push(listener);
    },
  };
  // Only these three are used.
  const responses = new ResponseBodies({ sessions: sessions as unknown as DebuggerSessions, mayDebug: () => mayDebug });
  const fire = (requestId: string, url: string, atMs: number, method = 'GET') => {
    for (const listener of listeners) listener({ requestId, request: { url, method }, wallTime: atMs / 1000 });
  };
  return { responses, fire, sent, command };
}

describe('the body of a response', () => {
  it('is that of the request with this address and method that began at the same time', async () => {
    const { responses, fire } = open({ a: { body: 'first' }, b: { body: 'second' } });
    await responses.keep(subject);
    fire('a', URL, 49_000);
    fire('b', URL, 50_100);
    fire('c', URL, 50_000, 'POST');
    fire('d', `${URL}/other`, 50_000);
    expect(await responses.read(subject, wanted, [])).toEqual({ text: 'second' });
    expect(await responses.read(subject, { ...wanted, startedAtMs: 53_000 }, [])).toEqual({ missing: 'notKept' });
  });

  it('is not that of a later request for the same, where its own was not kept', async () => {
    const { responses, fire } = open({ a: { body: 'of the later one' } });
    await responses.keep(subject);
    fire('a', URL, 51_002);
    const later = { ...wanted, startedAtMs: 51_000 };
    expect(await responses.read(subject, wanted, [wanted, later])).toEqual({ missing: 'notKept' });
    expect(await responses.read(subject, later, [wanted, later])).toEqual({ text: 'of the later one' });
  });

  it('is not that of an address to which a redirect led', async () => {
    const { responses, fire } = open({ a: { body: 'of the bank' } });
    await responses.keep(subject);
    fire('a', URL, 50_000);
    fire('a', 'https://bank.example/', 50_010);
    expect(await responses.read(subject, wanted, [])).toEqual({ missing: 'notKept' });
  });

  it('is missing where it is binary, gone, from before, or where there is no debugger', async () => {
    const { responses, fire } = open({ a: { body: 'AAAA', base64Encoded: true } });
    await responses.keep(subject);
    expect(await responses.read(subject, wanted, [])).toEqual({ missing: 'notKept' });
    fire('a', URL, 50_000);
    fire('b', `${URL}/b`, 50_000);
    expect(await responses.read(subject, wanted, [])).toEqual({ missing: 'binary' });
    expect(await responses.read(subject, { ...wanted, url: `${URL}/b` }, [])).toEqual({ missing: 'gone' });
    const none = new ResponseBodies({ sessions: undefined, mayDebug: () => false });
    await none.keep(subject);
    expect(await none.read(subject, wanted, [])).toEqual({ missing: 'browser' });
    expect(await open({}, { mayDebug: false }).responses.read(subject, wanted, [])).toEqual({ missing: 'debugger' });
  });

  it('costs nothing before an agent looks at requests, and never attaches the debugger', async () => {
    const before = open();
    await before.responses.attached(TAB, before.command);
    expect(before.sent).toEqual([]);
    const apart = open({}, { isAttached: false });
    await apart.responses.keep(subject);
    await apart.responses.read(subject, wanted, []);
    expect(apart.sent).toEqual([]);
    // With the next action.
    await apart.responses.attached(TAB, apart.command);
    expect(apart.sent).toEqual(['Network.enable']);
    apart.responses.forget(TAB);
    await apart.responses.attached(TAB, apart.command);
    expect(apart.sent).toEqual(['Network.enable']);
  });
});
