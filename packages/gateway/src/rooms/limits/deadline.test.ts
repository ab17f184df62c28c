import { SallyportError } from '@sallyport/protocol';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { openDeadline, originTimeout, takeTimeout, withTimeout } from './deadline.ts';

const browser = { callTime: { timeoutMs: 150_000, mayCallerChoose: true } };
const server = {};
const tool = { name: 'click', inputSchema: { type: 'object', properties: { ref: { type: 'string' } } } };
const ownTimeout = { name: 'wait', inputSchema: { type: 'object', properties: { timeout: { type: 'string' } } } };

function started(timeoutMs: number, capMs?: number) {
  const deadline = openDeadline(new AbortController().signal);
  deadline.start(timeoutMs, capMs);
  return deadline;
}

describe('the timeout that callers may say', () => {
  it(verifies('is a parameter that agents see', 'S1-timeout-parameter'), () => {
    expect(withTimeout(browser, tool).inputSchema.properties).toEqual({
      ref: { type: 'string' },
      timeout: { type: 'integer', minimum: 5000, maximum: 300_000, default: 150_000 },
    });
    expect(withTimeout(browser, ownTimeout)).toBe(ownTimeout);
    expect(withTimeout(server, tool)).toBe(tool);
  });

  it('is taken out before the app sees the arguments', () => {
    expect(takeTimeout(browser, tool, { ref: 'e1', timeout: 5000 })).toEqual({
      args: { ref: 'e1' },
      timeoutMs: 5000,
    });
    expect(takeTimeout(browser, tool, { ref: 'e1' })).toEqual({ args: { ref: 'e1' }, timeoutMs: 150_000 });
    expect(takeTimeout(browser, { ...tool, timeoutMs: 9000 }, {})).toEqual({ args: {}, timeoutMs: 9000 });
  });

  it('is left alone where the tool has one of its own, and in other apps', () => {
    expect(takeTimeout(browser, ownTimeout, { timeout: 'long' }).args).toEqual({ timeout: 'long' });
    expect(takeTimeout(server, tool, { timeout: 1 }).args).toEqual({ timeout: 1 });
  });

  it.each([4999, 300_001, 0, -1, Number.NaN, '5000', null, true])('of %j is refused', (timeout) => {
    expect(() => takeTimeout(browser, tool, { timeout })).toThrow(
      expect.objectContaining({ code: 'ERR_INPUT_INVALID' }),
    );
  });

  it.each([5000, 300_000])('of %j is taken', (timeout) => {
    expect(takeTimeout(browser, tool, { timeout }).timeoutMs).toBe(timeout);
  });
});

describe('a deadline', () => {
  it(verifies('aborts when the time is over', 'S4-err-tool-timeout'), async () => {
    vi.useFakeTimers();
    try {
      const { signal } = started(5000);
      await vi.advanceTimersByTimeAsync(4999);
      expect(signal.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(signal.reason).toMatchObject({ code: 'ERR_TOOL_TIMEOUT', data: { outcome: 'unknown' } });
    } finally {
      vi.useRealTimers();
    }
  });

  it('has no end before it is started, and ends when the user ends the call', async () => {
    vi.useFakeTimers();
    try {
      const deadline = openDeadline(new AbortController().signal);
      await vi.advanceTimersByTimeAsync(10_000_000);
      expect([deadline.signal.aborted, deadline.leftMs]).toEqual([false, Number.POSITIVE_INFINITY]);
      const why = new SallyportError('ERR_CANCELLED', 'The user stopped it.');
      deadline.abort(why);
      expect(deadline.signal.reason).toBe(why);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no timer when it is closed', () => {
    vi.useFakeTimers();
    try {
      const deadline = started(5000);
      expect(vi.getTimerCount()).toBe(1);
      deadline.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('aborts with its caller, and no more when it is closed', () => {
    const caller = new AbortController();
    const [open, closed] = [openDeadline(caller.signal), openDeadline(caller.signal)];
    closed.close();
    caller.abort();
    expect(open.signal.reason).toMatchObject({ code: 'ERR_CANCELLED' });
    expect(closed.signal.aborted).toBe(false);
    open.close();
  });
});

describe('the time of a call', () => {
  it(verifies('of a web origin is 30 s unless it asks for another', 'S4-default-timeout'), () => {
    expect([originTimeout(undefined), originTimeout(1), originTimeout(300_000)]).toEqual([30_000, 1, 300_000]);
    for (const wanted of [0, -5, 300_001, Number.NaN]) {
      expect(() => originTimeout(wanted)).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
    }
  });

  it('of a server begins anew with its progress, up to a cap', async () => {
    vi.useFakeTimers();
    try {
      expect(takeTimeout(server, tool, {})).toEqual({ args: {}, timeoutMs: 300_000, capMs: 1_800_000 });
      const deadline = started(300_000, 1_800_000);
      for (let n = 0; n < 6; n += 1) {
        await vi.advanceTimersByTimeAsync(299_999);
        expect(deadline.signal.aborted).toBe(false);
        deadline.renew();
      }
      await vi.advanceTimersByTimeAsync(6);
      expect(deadline.signal.reason).toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
      deadline.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('of an app where a person decides has no cap', () => {
    const patient = { callTime: { timeoutMs: 1_800_000, capMs: Number.POSITIVE_INFINITY } };
    expect(takeTimeout(patient, tool, { timeout: 1 })).toEqual({ args: { timeout: 1 }, ...patient.callTime });
  });

  it('stands still while a person decides', async () => {
    vi.useFakeTimers();
    try {
      const deadline = started(5000);
      await vi.advanceTimersByTimeAsync(4000);
      const resume = deadline.hold();
      await vi.advanceTimersByTimeAsync(60_000);
      resume();
      expect(deadline.leftMs).toBe(1000);
      await vi.advanceTimersByTimeAsync(999);
      expect(deadline.signal.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(deadline.signal.reason).toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('without a cap is not longer for its progress', async () => {
    vi.useFakeTimers();
    try {
      const deadline = started(1000);
      await vi.advanceTimersByTimeAsync(900);
      deadline.renew();
      await vi.advanceTimersByTimeAsync(100);
      expect(deadline.signal.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
