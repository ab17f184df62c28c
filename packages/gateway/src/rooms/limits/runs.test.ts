import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { Runs } from './runs.ts';

const origin = 'https://a.example';

function open() {
  const clock = { nowMs: 0 };
  let ids = 0;
  const runs = new Runs({ now: () => clock.nowMs, createId: () => `run-${++ids}` });
  return { runs, clock };
}

const exceeded = expect.objectContaining({ code: 'ERR_BUDGET_EXCEEDED' });

describe('a run', () => {
  it(verifies('has five calls unless told otherwise', 'S4-max-calls-per-run', 'S4-api-create-run'), () => {
    const { runs } = open();
    expect(runs.create(origin)).toEqual({
      runId: 'run-1',
      origin,
      maxCalls: 5,
      callsMade: 0,
      callsLeft: 5,
      startedAt: 0,
    });
    for (let n = 0; n < 5; n += 1) runs.spend(origin, 'run-1');
    expect(() => runs.spend(origin, 'run-1')).toThrow(exceeded);
    const { runId } = runs.create(origin, 1);
    runs.spend(origin, runId);
    expect(() => runs.spend(origin, runId)).toThrow(exceeded);
    expect(() => runs.create(origin, -1)).toThrow('maxCalls');
  });

  it(verifies('that is unknown, ended, idle or of another origin has none', 'S4-api-end-run'), () => {
    const { runs, clock } = open();
    const { runId } = runs.create(origin);
    runs.spend(origin, runId);
    for (const [who, which] of [
      [origin, 'made-up'],
      ['https://b.example', runId],
    ] as const) {
      expect(() => runs.spend(who, which)).toThrow(exceeded);
    }
    clock.nowMs = 7;
    expect(runs.end(runId)).toMatchObject({ callsMade: 1, callsLeft: 4, endedAt: 7 });
    expect(() => runs.spend(origin, runId)).toThrow(exceeded);
    expect(runs.end(runId)).toBeUndefined();
    const { runId: second } = runs.create(origin);
    clock.nowMs += 10 * 60_000;
    expect(() => runs.spend(origin, second)).toThrow(exceeded);
  });

  it('gets a call back that did not run, once', () => {
    const { runs } = open();
    const { runId } = runs.create(origin, 1);
    const refund = runs.spend(origin, runId);
    refund();
    refund();
    runs.spend(origin, runId);
    expect(() => runs.spend(origin, runId)).toThrow(exceeded);
  });

  it('beyond the bound ends the oldest of its origin, and of nobody else', () => {
    const { runs } = open();
    const { runId: other } = runs.create('https://b.example');
    const { runId: oldest } = runs.create(origin);
    for (let n = 0; n < 64; n += 1) runs.create(origin);
    expect(() => runs.spend(origin, oldest)).toThrow(exceeded);
    expect(() => runs.spend('https://b.example', other)).not.toThrow();
  });
});

it('calls that name no run share one, which begins anew after a quiet minute', () => {
  const { runs, clock } = open();
  for (let n = 0; n < 5; n += 1) runs.spendShared(origin);
  clock.nowMs += 59_999;
  expect(() => runs.spendShared(origin)).toThrow(exceeded);
  // Trying again is not being quiet.
  clock.nowMs += 59_999;
  expect(() => runs.spendShared(origin)).toThrow(exceeded);
  runs.spendShared('https://b.example');
  clock.nowMs += 60_000;
  runs.spendShared(origin);
});

it('a run never makes more calls than its budget, whatever is spent, refunded and ended', () => {
  const step = fc.constantFrom('spend', 'refund', 'end');
  fc.assert(
    fc.property(fc.nat(6), fc.array(step, { maxLength: 40 }), (maxCalls, steps) => {
      const { runs } = open();
      const { runId } = runs.create(origin, maxCalls);
      const refunds: (() => void)[] = [];
      let hasEnded = false;
      for (const each of steps) {
        if (each === 'refund') refunds.pop()?.();
        if (each === 'end') hasEnded = runs.end(runId) !== undefined || hasEnded;
        if (each !== 'spend') continue;
        const mayCall = !hasEnded && refunds.length < maxCalls;
        if (mayCall) refunds.push(runs.spend(origin, runId));
        else expect(() => runs.spend(origin, runId)).toThrow(exceeded);
      }
    }),
  );
});

describe('runs that a page opens', () => {
  it('hold 25 calls a minute together, whatever each of them has left', () => {
    const { runs, clock } = open();
    const callInNewRun = () => runs.spend(origin, runs.createForPage(origin).runId);
    for (let n = 0; n < 25; n += 1) callInNewRun();
    expect(callInNewRun).toThrow(exceeded);
    expect(() => runs.spend('https://b.example', runs.createForPage('https://b.example').runId)).not.toThrow();
    // Runs of the program itself, and those that were opened before, are no way around and not in the way.
    expect(() => runs.spend(origin, runs.create(origin).runId)).not.toThrow();
    clock.nowMs += 60_000;
    const { runId } = runs.createForPage(origin);
    for (let n = 0; n < 5; n += 1) runs.spend(origin, runId);
    expect(() => runs.spend(origin, runId)).toThrow('used up its 5 calls');
    for (let n = 0; n < 20; n += 1) callInNewRun();
    expect(callInNewRun).toThrow('25 calls per minute');
  });

  it('have at most five calls each, and fewer where the page says so', () => {
    const { runs } = open();
    const { runId } = runs.createForPage(origin, 1);
    runs.spend(origin, runId);
    expect(() => runs.spend(origin, runId)).toThrow('used up its 1 calls');
    for (const maxCalls of [0, 6, 1.5]) expect(() => runs.createForPage(origin, maxCalls)).toThrow('max_calls');
  });

  it('hold 300 calls an hour together with those that name no run', () => {
    const { runs, clock } = open();
    for (let minute = 0; minute < 12; minute += 1) {
      const calls = minute === 0 ? 20 : 25;
      for (let n = 0; n < calls; n += 1) runs.spend(origin, runs.createForPage(origin).runId);
      clock.nowMs += 60_000;
    }
    for (let n = 0; n < 5; n += 1) runs.spendShared(origin);
    expect(runs.callsThisHour(origin)).toBe(300);
    clock.nowMs += 2 * 60_000;
    expect(() => runs.spend(origin, runs.createForPage(origin).runId)).toThrow('300 calls per hour');
    expect(() => runs.spendShared(origin)).toThrow('300 calls per hour');
    expect(() => runs.spendShared('https://b.example')).not.toThrow();
    clock.nowMs += 50 * 60_000;
    expect(runs.callsThisHour(origin)).toBe(0);
    expect(() => runs.spendShared(origin)).not.toThrow();
  });

  it('get a call back that did not run, once', () => {
    const { runs } = open();
    for (let n = 0; n < 24; n += 1) runs.spend(origin, runs.createForPage(origin).runId);
    const refund = runs.spend(origin, runs.createForPage(origin).runId);
    refund();
    refund();
    runs.spend(origin, runs.createForPage(origin).runId);
    expect(() => runs.spend(origin, runs.createForPage(origin).runId)).toThrow(exceeded);
  });
});
