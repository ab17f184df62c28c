import { limits, type Outgoing, SallyportError, type ToolRequest } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { CallScope, Method } from '../base/call.ts';
import { AgentSessions } from '../tabs/agent-sessions.ts';
import { Router } from './router.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };

let clock: FakeClock;
let sent: Record<string, unknown>[];
let outgoing: (Outgoing | undefined)[];
let reported: unknown[];
let calls: CallScope[];
let router: Router;

function request(id: string, method: string, params: unknown = {}): ToolRequest {
  return { type: 'tool_request', id, client_id: 1, agent, method, params, deadline_ms: 5000 };
}

/** Answers are sent some microtasks after what caused them. */
async function answers(count: number): Promise<Record<string, unknown>[]> {
  for (let turn = 0; turn < 20 && sent.length < count; turn += 1) await Promise.resolve();
  return sent;
}

const methods: Record<string, Method> = {
  echo: async (params) => params,
  wait: (_, call) => {
    calls.push(call);
    return new Promise(() => {});
  },
  refuse: () => Promise.reject(new SallyportError('ERR_TAB_OWNED', 'Not yours.', { hint: 'Open one.' })),
  break: () => Promise.reject(new TypeError('secret detail')),
};

beforeEach(() => {
  clock = fakeClock();
  sent = [];
  outgoing = [];
  reported = [];
  calls = [];
  router = new Router({
    sessions: new AgentSessions({
      clock,
      store: { read: async () => [], write: async () => {} },
      onVanished: () => {},
    }),
    onNewSession: () => {},
    methods,
    clock,
    send: (message, how) => {
      sent.push({ ...message });
      outgoing.push(how);
    },
    report: (fault) => reported.push(fault),
  });
});

describe('the router', () => {
  it('answers a call with the result of its method', async () => {
    router.handle(request('1', 'echo', { a: 1 }));
    expect(await answers(1)).toEqual([{ type: 'tool_response', id: '1', result: { a: 1 } }]);
    expect(clock.pending).toBe(0);
  });

  it('answers a refusal with its code, message and hint', async () => {
    router.handle(request('1', 'refuse'));
    const error = { code: 'ERR_TAB_OWNED', message: 'Not yours.', hint: 'Open one.' };
    expect(await answers(1)).toEqual([{ type: 'tool_response', id: '1', error }]);
    expect(reported).toEqual([]);
  });

  it('answers a fault of ours without its text, which goes to the log', async () => {
    router.handle(request('1', 'break'));
    const [answer] = await answers(1);
    expect(answer).toMatchObject({ error: { code: 'ERR_INTERNAL' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(reported).toMatchObject([{ message: 'secret detail' }]);
  });

  it.each([['fly'], ['__proto__'], ['constructor']])('knows no method %s', async (method) => {
    router.handle(request('1', method));
    expect(await answers(1)).toMatchObject([{ error: { code: 'ERR_TOOL_NOT_FOUND' } }]);
  });

  it('refuses a call id of the last 256, and runs it only once', async () => {
    router.handle(request('again', 'wait'));
    router.handle(request('again', 'wait'));
    expect(await answers(1)).toMatchObject([{ id: 'again', error: { code: 'ERR_PROTOCOL_ERROR' } }]);
    expect(calls).toHaveLength(1);
    for (let count = 0; count < limits.call.rememberedIds; count += 1) router.handle(request(`n${count}`, 'echo'));
    await answers(1 + limits.call.rememberedIds);
    // One that still runs is refused however long ago it was made.
    router.handle(request('again', 'echo', 'run'));
    expect((await answers(2 + limits.call.rememberedIds)).at(-1)).toMatchObject({
      error: { code: 'ERR_PROTOCOL_ERROR' },
    });
    router.cancel('again', 'the agent went');
    await answers(3 + limits.call.rememberedIds);
    for (let count = 0; count < limits.call.rememberedIds; count += 1) router.handle(request(`m${count}`, 'echo'));
    await answers(3 + 2 * limits.call.rememberedIds);
    router.handle(request('again', 'echo', 'run'));
    expect((await answers(4 + 2 * limits.call.rememberedIds)).at(-1)).toMatchObject({ id: 'again', result: 'run' });
  });

  it('ends a call at its deadline, though the method goes on', async () => {
    router.handle(request('1', 'wait'));
    clock.advance(4999);
    expect(await answers(1)).toEqual([]);
    clock.advance(1);
    expect(await answers(1)).toMatchObject([
      { id: '1', error: { code: 'ERR_TOOL_TIMEOUT', data: { outcome: 'unknown' } } },
    ]);
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  it('of a deadline that cannot be held leaves time to say what a call waits for', () => {
    router.handle(request('1', 'wait'));
    clock.advance(1000);
    expect(calls[0]?.leftMs()).toBe(4000 - limits.extension.unheldMarginMs);
    calls[0]?.holdTime();
    clock.advance(4000);
    expect([calls[0]?.signal.aborted, sent]).toEqual([true, []]);
  });

  it('is no second clock beside a deadline that is kept elsewhere, but ends what nobody cancels', () => {
    router.handle({ ...request('1', 'wait'), may_hold: true });
    clock.advance(1000);
    expect(calls[0]?.leftMs()).toBe(4000);
    clock.advance(4000 + limits.call.graceMs - 1);
    expect(calls[0]?.signal.aborted).toBe(false);
    clock.advance(1);
    expect(calls[0]?.signal.reason).toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
  });

  it('tells whoever keeps the deadline while the user decides, within the hard cap', () => {
    router.handle({ ...request('1', 'wait'), may_hold: true });
    const resume = calls[0]?.holdTime();
    clock.advance(limits.agent.consentMs);
    expect(calls[0]?.leftMs()).toBeGreaterThan(limits.extension.consentMs);
    resume?.();
    expect(sent).toEqual([
      { type: 'held', id: '1' },
      { type: 'resumed', id: '1' },
    ]);
    expect(calls[0]?.leftMs()).toBe(5000);
    calls[0]?.holdTime();
    clock.advance(limits.agent.hardCapMs);
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  it('cancels a call by its signal, and that one alone', async () => {
    router.handle(request('1', 'wait'));
    router.handle(request('2', 'wait'));
    router.cancel('1', 'the agent went');
    router.cancel('unknown', 'never mind');
    expect(await answers(1)).toMatchObject([{ id: '1', error: { code: 'ERR_CANCELLED' } }]);
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('aborts all calls when its connection is gone', () => {
    router.handle(request('1', 'wait'));
    router.handle(request('2', 'wait'));
    router.close();
    expect(calls.map(({ signal }) => signal.reason)).toMatchObject([
      { code: 'ERR_SERVER_UNAVAILABLE' },
      { code: 'ERR_SERVER_UNAVAILABLE' },
    ]);
  });

  it('tells the asker when the result could not be delivered whole', async () => {
    router.handle(request('1', 'echo', 'large'));
    await answers(1);
    outgoing[0]?.onFailure?.(new SallyportError('ERR_FRAME_TOO_LARGE', 'Too large.'));
    expect(sent.at(-1)).toMatchObject({ id: '1', error: { code: 'ERR_FRAME_TOO_LARGE' } });
  });

  it('tells a method whom it works for', async () => {
    router.handle(request('1', 'wait'));
    expect(calls[0]).toMatchObject({ callId: '1', agent });
  });
});
