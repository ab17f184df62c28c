import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { openTimeLimit } from './time-limit.ts';

const { signal } = new AbortController();

describe('the timeout of a tool', () => {
  it('is taken from the arguments and ends the call', () => {
    const clock = fakeClock();
    const limit = openTimeLimit({ ref: 'e1', timeout: 5000 }, signal, clock);
    clock.advance(5000);
    expect([limit.args, limit.signal.reason]).toMatchObject([{ ref: 'e1' }, { code: 'ERR_TOOL_TIMEOUT' }]);
  });

  it('stands still while the user is asked', () => {
    const clock = fakeClock();
    const limit = openTimeLimit({ timeout: 5000 }, signal, clock);
    clock.advance(3000);
    const goOn = limit.hold();
    clock.advance(60_000);
    goOn();
    clock.advance(1999);
    expect(limit.signal.aborted).toBe(false);
    clock.advance(1);
    expect(limit.signal.aborted).toBe(true);
  });

  it('leaves no timer behind', () => {
    const clock = fakeClock();
    const limit = openTimeLimit({ timeout: 5000 }, signal, clock);
    const goOn = limit.hold();
    limit.close();
    goOn();
    expect(clock.pending).toBe(0);
  });
});
