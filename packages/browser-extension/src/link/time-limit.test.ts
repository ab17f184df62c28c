import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { openTimeLimit } from './time-limit.ts';

const call = { signal: new AbortController().signal, holdTime: () => () => {} };

describe('the timeout of a tool', () => {
  it('is taken from the arguments and ends the call', () => {
    const clock = fakeClock();
    const limit = openTimeLimit({ ref: 'e1', timeout: 5000 }, call, clock);
    clock.advance(5000);
    expect([limit.args, limit.signal.reason]).toMatchObject([{ ref: 'e1' }, { code: 'ERR_TOOL_TIMEOUT' }]);
  });

  it('stands still while the user is asked', () => {
    const clock = fakeClock();
    const limit = openTimeLimit({ timeout: 5000 }, call, clock);
    clock.advance(3000);
    const goOn = limit.hold();
    clock.advance(60_000);
    goOn();
    clock.advance(1999);
    expect(limit.signal.aborted).toBe(false);
    clock.advance(1);
    expect(limit.signal.aborted).toBe(true);
  });

  it('stands still with the time of its call', () => {
    const held: string[] = [];
    const holdTime = () => {
      held.push('held');
      return () => held.push('goes on');
    };
    for (const args of [{}, { timeout: 5000 }]) openTimeLimit(args, { ...call, holdTime }, fakeClock()).hold()();
    expect(held).toEqual(['held', 'goes on', 'held', 'goes on']);
  });

  it('leaves no timer behind', () => {
    const clock = fakeClock();
    const limit = openTimeLimit({ timeout: 5000 }, call, clock);
    const goOn = limit.hold();
    limit.close();
    goOn();
    expect(clock.pending).toBe(0);
  });
});
