// The asking half against a plain model: whatever order answers, aborts, time and the end come in, each request settles once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../tests/support/fake-clock.ts';
import { SallyportError } from './error.ts';
import { type OutgoingRequest, OutgoingRequests } from './outgoing-requests.ts';

function open(max?: number) {
  const clock = fakeClock();
  let lastId = 0;
  const outgoing = new OutgoingRequests<number, string>({
    createId: () => ++lastId,
    clock,
    closed: (outcome) => new SallyportError('ERR_SERVER_UNAVAILABLE', 'It closed.', { data: { outcome } }),
    ...(max === undefined ? {} : { max }),
  });
  const sent: number[] = [];
  const cancelled: number[] = [];
  const ask = (options: Partial<OutgoingRequest<number>> = {}) =>
    outgoing.request({ send: (id) => void sent.push(id), cancel: (id) => void cancelled.push(id), ...options });
  return { outgoing, ask, clock, sent, cancelled };
}

const settled = async (promise: Promise<string>) =>
  promise.then(
    (value) => value,
    (error: unknown) => (error instanceof SallyportError ? error : String(error)),
  );

describe('the asking half of a peer', () => {
  it('settles each request exactly once, in whatever order things happen', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('ask' as const),
        graceMs: fc.constantFrom(0, 50),
        timeoutMs: fc.constantFrom(0, 120),
      }),
      fc.record({ do: fc.constantFrom('answer' as const, 'fail' as const, 'abort' as const), which: fc.nat(9) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat(100) }),
      fc.constant({ do: 'close' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { outgoing, ask, clock, sent, cancelled } = open();
        const controllers: AbortController[] = [];
        const ends: string[][] = [];
        for (const entry of steps) {
          if (entry.do === 'ask') {
            const controller = new AbortController();
            const timeout = { ms: entry.timeoutMs, error: () => new SallyportError('ERR_TOOL_TIMEOUT', 'Late.') };
            const seen: string[] = [];
            controllers.push(controller);
            ends.push(seen);
            ask({
              signal: controller.signal,
              graceMs: entry.graceMs,
              timeout: entry.timeoutMs > 0 ? timeout : undefined,
            }).then(
              (value) => seen.push(value),
              (error: unknown) => seen.push(error instanceof SallyportError ? error.code : String(error)),
            );
          } else if (entry.do === 'answer') outgoing.resolve(entry.which + 1, `answer ${entry.which + 1}`);
          else if (entry.do === 'fail') outgoing.reject(entry.which + 1, new SallyportError('ERR_TOOL_FAILED', 'No.'));
          else if (entry.do === 'abort')
            controllers[entry.which]?.abort(new SallyportError('ERR_CANCELLED', 'Withdrawn.'));
          else if (entry.do === 'wait') clock.advance(entry.ms);
          else outgoing.close();
          await Promise.resolve();
        }
        outgoing.close();
        await new Promise((resolve) => setImmediate(resolve));
        expect(outgoing.size).toBe(0);
        expect(ends.every((seen) => seen.length === 1)).toBe(true);
        expect(new Set(cancelled).size).toBe(cancelled.length);
        expect(new Set(sent).size).toBe(sent.length);
        // Nothing is left to fire.
        clock.advance(10_000);
        await new Promise((resolve) => setImmediate(resolve));
        expect(ends.every((seen) => seen.length === 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('takes an answer that comes within the grace after an abort', async () => {
    const { outgoing, ask, clock, cancelled } = open();
    const controller = new AbortController();
    const answered = settled(ask({ signal: controller.signal, graceMs: 50 }));
    controller.abort(new SallyportError('ERR_CANCELLED', 'Withdrawn.'));
    clock.advance(40);
    expect(outgoing.resolve(1, 'it had run')).toBe(true);
    expect(await answered).toBe('it had run');
    expect(cancelled).toEqual([1]);
  });

  it('cancels once, also when the time runs out within the grace', async () => {
    const { ask, clock, cancelled } = open();
    const controller = new AbortController();
    const late = new SallyportError('ERR_TOOL_TIMEOUT', 'Late.');
    const answered = settled(ask({ signal: controller.signal, graceMs: 50, timeout: { ms: 60, error: () => late } }));
    clock.advance(20);
    controller.abort(new SallyportError('ERR_CANCELLED', 'Withdrawn.'));
    clock.advance(100);
    expect(await answered).toBe(late);
    expect(cancelled).toEqual([1]);
  });

  it('rejects with the reason of the abort when the grace has passed', async () => {
    const { ask, clock } = open();
    const controller = new AbortController();
    const answered = settled(ask({ signal: controller.signal, graceMs: 50 }));
    controller.abort(new SallyportError('ERR_CANCELLED', 'Withdrawn.'));
    clock.advance(50);
    expect(await answered).toMatchObject({ code: 'ERR_CANCELLED' });
  });

  it('says that a request may have run when the connection closed under it, and that a later one has not', async () => {
    const { outgoing, ask, sent } = open();
    const first = settled(ask());
    outgoing.close();
    expect(await first).toMatchObject({ data: { outcome: 'unknown' } });
    expect(await settled(ask())).toMatchObject({ data: { outcome: 'not_run' } });
    expect(sent).toEqual([1]);
  });

  it('ends a request whose sending failed', async () => {
    const { outgoing, ask } = open();
    const fault = new SallyportError('ERR_FRAME_TOO_LARGE', 'Too large.');
    expect(await settled(ask({ send: () => Promise.reject(fault) }))).toBe(fault);
    expect(
      await settled(
        ask({
          send: () => {
            throw fault;
          },
        }),
      ),
    ).toBe(fault);
    expect(outgoing.size).toBe(0);
  });

  it('tells the other side when the time is over', async () => {
    const { ask, clock, cancelled } = open();
    const late = new SallyportError('ERR_TOOL_TIMEOUT', 'Late.');
    const answered = settled(ask({ timeout: { ms: 100, error: () => late } }));
    clock.advance(100);
    expect(await answered).toBe(late);
    expect(cancelled).toEqual([1]);
  });

  it('refuses requests above its bound, and an id that is open', async () => {
    const { outgoing, ask } = open(2);
    const open1 = settled(ask({ id: 7 }));
    expect(await settled(ask({ id: 7 }))).toMatchObject({ code: 'ERR_PROTOCOL_ERROR' });
    const open2 = settled(ask());
    expect(await settled(ask())).toMatchObject({ code: 'ERR_RATE_LIMITED' });
    outgoing.rejectAll(new SallyportError('ERR_FRAME_TOO_LARGE', 'An answer without an id was too large.'));
    expect(await open1).toMatchObject({ code: 'ERR_FRAME_TOO_LARGE' });
    expect(await open2).toMatchObject({ code: 'ERR_FRAME_TOO_LARGE' });
  });

  it('passes progress on to the request it belongs to', async () => {
    const { outgoing, ask } = open();
    const seen: number[] = [];
    const answered = settled(ask({ onProgress: ({ progress }) => seen.push(progress) }));
    outgoing.progress(1, { progress: 0.5 });
    outgoing.progress(2, { progress: 0.9 });
    outgoing.resolve(1, 'done');
    outgoing.progress(1, { progress: 1 });
    expect(await answered).toBe('done');
    expect(seen).toEqual([0.5]);
  });
});
