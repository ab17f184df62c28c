import { limits, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../tests/support/fake-clock.ts';
import { verifies } from '../../../tests/support/verifies.ts';
import { UNNAMED } from './agents.ts';
import type { CallOutcome, Reply } from './reply.ts';
import { type CallRequest, Router } from './router.ts';

type Sent = Record<string, unknown> & { type: string };

function setUp(options: { send?: (message: Sent) => void } = {}) {
  const clock = fakeClock();
  const sent: Sent[] = [];
  const unasked: unknown[] = [];
  const logged: string[] = [];
  const failures: ((error: SallyportError) => void)[] = [];
  const router = new Router({
    clock,
    log: (text) => logged.push(text),
    idPrefix: 'host',
    send: (message, outgoing) => {
      options.send?.(message as Sent);
      sent.push(message as Sent);
      if (outgoing?.onFailure) failures.push(outgoing.onFailure);
    },
    onUnsolicited: (body) => unasked.push(body),
  });
  const call = (fields: Partial<CallRequest> = {}) => {
    const ends: CallOutcome[] = [];
    const id = router.call({
      clientId: 1,
      agent: UNNAMED,
      payload: { method: 'x', params: {} },
      deadlineMs: 1000,
      onEnd: (end) => ends.push(end),
      ...fields,
    });
    return { id, ends };
  };
  const out = () => sent.filter(({ type }) => type === 'tool_request').map(({ id }) => id);
  return { clock, router, sent, unasked, logged, failures, call, out };
}

const reply = (body: Record<string, unknown>): Reply => ({
  body,
  json: JSON.stringify({ type: 'tool_response', ...body }),
});

const codeOf = ([end]: readonly CallOutcome[]) => (end?.ok === false ? end.error.code : end?.ok);

describe('a browser side without ids', () => {
  it('gets one call at a time, and each reply goes to the call that is out', () => {
    const { router, call, out } = setUp();
    const [first, second] = [call(), call()];
    expect(out()).toEqual([first.id]);
    router.reply(undefined, reply({ result: 1 }));
    expect(first.ends).toEqual([{ ok: true, reply: reply({ result: 1 }) }]);
    expect(out()).toEqual([first.id, second.id]);
    router.reply(undefined, reply({ id: 'of its own', result: 2 }));
    expect(second.ends).toEqual([{ ok: true, reply: reply({ id: 'of its own', result: 2 }) }]);
  });

  it('that shows ids once is trusted from then on', () => {
    const { router, call, out } = setUp();
    const [first, second, third] = [call(), call(), call()];
    router.reply(first.id, reply({ id: first.id }));
    expect(out()).toEqual([first.id, second.id, third.id]);
    router.reply(third.id, reply({ n: 3 }));
    router.reply(second.id, reply({ n: 2 }));
    expect([second.ends, third.ends]).toEqual([
      [{ ok: true, reply: reply({ n: 2 }) }],
      [{ ok: true, reply: reply({ n: 3 }) }],
    ]);
  });

  it('keeps the lane of a call that ended early until its reply, which is dropped', () => {
    const { clock, router, call, out, sent } = setUp();
    const first = call();
    clock.advance(1000);
    expect(codeOf(first.ends)).toBe('ERR_TOOL_TIMEOUT');
    expect(sent.at(-1)).toEqual({ type: 'cancel', id: first.id, reason: 'its deadline has passed' });
    const second = call();
    expect(out()).toEqual([first.id]);
    router.reply(undefined, reply({ result: 'late' }));
    expect([first.ends.length, second.ends]).toEqual([1, []]);
    expect(out()).toEqual([first.id, second.id]);
  });

  it('that never sends the late reply fails its lane after 30 s, and opens it when the reply comes after all', () => {
    const { clock, router, call, logged } = setUp();
    call({ deadlineMs: 1000 });
    clock.advance(1000);
    const waiting = call({ deadlineMs: 100_000 });
    clock.advance(limits.host.laneMs - 1);
    expect(waiting.ends).toEqual([]);
    clock.advance(1);
    expect(codeOf(waiting.ends)).toBe('ERR_SERVER_UNAVAILABLE');
    expect(codeOf(call().ends)).toBe('ERR_SERVER_UNAVAILABLE');
    expect(logged.join()).toContain('calls are refused until it arrives');
    router.reply(undefined, reply({ result: 'very late' }));
    const after = call();
    router.reply(undefined, reply({ result: 'its own' }));
    expect(after.ends).toEqual([{ ok: true, reply: reply({ result: 'its own' }) }]);
  });

  it('never sees a call that ended while it waited', () => {
    const { clock, router, call, out } = setUp();
    const first = call({ deadlineMs: 5000 });
    const second = call({ deadlineMs: 1000 });
    clock.advance(1000);
    expect(second.ends).toMatchObject([{ ok: false, error: { code: 'ERR_TOOL_TIMEOUT', data: undefined } }]);
    router.reply(undefined, reply({}));
    expect(out()).toEqual([first.id]);
  });

  it('that declares ids later gets all that waited', () => {
    const { router, call, out } = setUp();
    const calls = [call(), call(), call()];
    router.trustIds();
    expect(out()).toEqual(calls.map(({ id }) => id));
  });
});

describe('a reply', () => {
  const unasked = 'is for all when no call is outstanding, and for nobody when it could be for any of several';
  it(verifies(unasked, 'S0-tool-response-unasked'), () => {
    const { router, call, unasked, logged } = setUp();
    router.reply(undefined, reply({ result: 'unasked' }));
    expect(unasked).toEqual([{ result: 'unasked' }]);
    router.trustIds();
    const calls = [call(), call()];
    router.reply(undefined, reply({ result: 'whose?' }));
    expect(calls.flatMap(({ ends }) => ends)).toEqual([]);
    expect([unasked.length, logged.length]).toEqual([1, 1]);
  });

  it('to a call that has ended is dropped, also as the only one', () => {
    const { router, call, unasked } = setUp();
    router.trustIds();
    const { id, ends } = call();
    router.cancel(id, 'enough');
    router.reply(id, reply({ result: 'late' }));
    router.reply('host-999', reply({ result: 'of a call long forgotten' }));
    expect([ends.length, unasked.length]).toEqual([1, 0]);
  });
});

describe('a call', () => {
  it('ends once, whatever comes later', () => {
    const { clock, router, call } = setUp();
    router.trustIds();
    const { id, ends } = call();
    router.reply(id, reply({}));
    router.reply(id, reply({}));
    router.cancel(id, 'too late');
    clock.advance(10_000);
    expect(ends).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('that cannot be handed over ends with the reason and frees the lane', () => {
    const { call, out } = setUp({
      send: ({ params }) => {
        if (params === 'too large') throw new SallyportError('ERR_FRAME_TOO_LARGE', 'Too large.');
        if (params === 'fault') throw new TypeError('a fault');
      },
    });
    expect(codeOf(call({ payload: { method: 'x', params: 'too large' } }).ends)).toBe('ERR_FRAME_TOO_LARGE');
    expect(codeOf(call({ payload: { method: 'x', params: 'fault' } }).ends)).toBe('ERR_INTERNAL');
    const next = call();
    expect(out()).toEqual([next.id]);
  });

  it('whose long message was lost on the way ends with the reason and frees the lane', () => {
    const { call, failures, out } = setUp();
    const first = call();
    const second = call();
    failures[0]?.(new SallyportError('ERR_SERVER_UNAVAILABLE', 'It stopped.'));
    expect(codeOf(first.ends)).toBe('ERR_SERVER_UNAVAILABLE');
    expect(out()).toEqual([first.id, second.id]);
  });

  it('of a client that left is withdrawn, and those of others stay', () => {
    const { router, call, sent } = setUp();
    router.trustIds();
    const [mine, theirs] = [call({ clientId: 1 }), call({ clientId: 2 })];
    router.dropClient(1);
    expect([codeOf(mine.ends), theirs.ends]).toEqual(['ERR_CANCELLED', []]);
    expect(sent.filter(({ type }) => type === 'cancel').map(({ id }) => id)).toEqual([mine.id]);
  });

  it('of an id that was used is refused, while it runs and after', () => {
    const { router, call } = setUp();
    router.trustIds();
    call({ id: 'a' });
    expect(codeOf(call({ id: 'a' }).ends)).toBe('ERR_PROTOCOL_ERROR');
    router.reply('a', reply({}));
    expect(codeOf(call({ id: 'a' }).ends)).toBe('ERR_PROTOCOL_ERROR');
  });

  it('fails with all others when the browser goes, and says if its outcome is unknown', () => {
    const { clock, router, call } = setUp();
    const [out, waiting] = [call(), call()];
    router.close(new SallyportError('ERR_SERVER_UNAVAILABLE', 'Gone.', { hint: 'Start it.' }));
    expect(out.ends).toMatchObject([{ error: { code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } } }]);
    expect(waiting.ends).toMatchObject([{ error: { code: 'ERR_SERVER_UNAVAILABLE', data: undefined } }]);
    expect([router.openCalls, clock.pending]).toEqual([0, 0]);
  });

  it('ends at its deadline, which stands still while a person decides, up to the hard cap', () => {
    const { clock, router, call } = setUp();
    const [held, forgotten] = [call({ deadlineMs: 5000 }), call({ deadlineMs: 5000 })];
    router.trustIds();
    clock.advance(4000);
    for (const { id } of [held, forgotten]) router.held(id, true);
    clock.advance(60_000);
    router.held(held.id, false);
    clock.advance(999);
    expect(held.ends).toEqual([]);
    clock.advance(1);
    expect(codeOf(held.ends)).toBe('ERR_TOOL_TIMEOUT');
    expect(forgotten.ends).toEqual([]);
    clock.advance(limits.agent.hardCapMs);
    expect(codeOf(forgotten.ends)).toBe('ERR_TOOL_TIMEOUT');
    router.held('unknown', true);
    expect(clock.pending).toBe(0);
  });

  it('whose asker keeps the deadline is left to it, unless it says nothing', () => {
    const { clock, router, call } = setUp();
    const heard: boolean[] = [];
    const { id, ends } = call({ deadlineMs: 5000, deadlineKeeper: 'client', onHeld: (isHeld) => heard.push(isHeld) });
    router.held(id, true);
    router.held(id, false);
    clock.advance(5000 + limits.call.graceMs - 1);
    expect([ends, heard]).toEqual([[], [true, false]]);
    clock.advance(1);
    expect(codeOf(ends)).toBe('ERR_TOOL_TIMEOUT');
  });

  it('says that its deadline can be held where both sides of the host know how', () => {
    const { router, call, sent } = setUp();
    router.trustIds();
    call();
    router.allowHolds();
    for (const deadlineKeeper of ['host', 'client', 'older client'] as const) call({ deadlineKeeper });
    expect(sent.map(({ may_hold, deadline_ms }) => [may_hold, deadline_ms])).toEqual([
      [undefined, 1000],
      [true, 1000],
      [true, 1000],
      [undefined, 1000],
    ]);
  });

  it('tells the browser side how much time is left when it waited', () => {
    const { clock, router, call, sent } = setUp();
    call({ deadlineMs: 60_000 });
    call({ deadlineMs: 60_000 });
    clock.advance(10_000);
    router.reply(undefined, reply({}));
    expect(sent.map(({ deadline_ms }) => deadline_ms)).toEqual([60_000, 50_000]);
  });
});
