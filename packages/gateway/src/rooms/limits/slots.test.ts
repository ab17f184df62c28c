import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { Slots } from './slots.ts';

const never = new AbortController().signal;

const several = 'lets so many calls of a session run at once, and no session wait for another';
it(verifies(several, 'S4-slot-release'), async () => {
  const slots = new Slots({ slots: 2 });
  const [first] = await Promise.all([slots.take('a', never), slots.take('a', never), slots.take('b', never)]);
  const third = slots.take('a', never);
  expect([slots.takenBy('a'), slots.takenBy('b'), slots.taken]).toEqual([2, 1, 3]);
  first();
  first();
  const free = await third;
  expect(slots.takenBy('a')).toBe(2);
  free();
  expect(slots.takenBy('a')).toBe(1);
});

it(verifies('serves those who wait in their order', 'S4-slot-waits'), async () => {
  const slots = new Slots({ slots: 1 });
  const freeSlot = await slots.take('a', never);
  const order: number[] = [];
  const waits = [1, 2, 3].map(async (n) => {
    const give = await slots.take('a', never);
    order.push(n);
    give();
  });
  freeSlot();
  await Promise.all(waits);
  expect(order).toEqual([1, 2, 3]);
});

describe('a wait', () => {
  it(verifies('is refused after ten seconds, and has not run', 'S4-err-rate-limited', 'S4-slot-waits'), async () => {
    vi.useFakeTimers();
    try {
      const slots = new Slots({ slots: 1 });
      await slots.take('a', never);
      const waiting = expect(slots.take('a', never)).rejects.toMatchObject({
        code: 'ERR_RATE_LIMITED',
        data: { outcome: 'not_run' },
      });
      let isOver = false;
      waiting.then(() => {
        isOver = true;
      }, expect.unreachable);
      await vi.advanceTimersByTimeAsync(9999);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(isOver).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends with its caller, who leaves the queue', async () => {
    const slots = new Slots({ slots: 1, queue: 1 });
    const freeSlot = await slots.take('a', never);
    const controller = new AbortController();
    const waiting = slots.take('a', controller.signal);
    await expect(slots.take('a', never)).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
    controller.abort(new Error('withdrawn'));
    await expect(waiting).rejects.toThrow('withdrawn');
    const next = slots.take('a', never);
    freeSlot();
    await expect(next).resolves.toBeDefined();
  });

  it('of a caller that has gone already takes nothing', async () => {
    const slots = new Slots();
    await expect(slots.take('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(slots.taken).toBe(0);
  });
});

it('tells when all are free', async () => {
  const slots = new Slots();
  await slots.whenFree();
  const gives = await Promise.all([slots.take('a', never), slots.take('b', never)]);
  let isFree = false;
  const free = slots.whenFree().then(() => {
    isFree = true;
  });
  gives[0]?.();
  await Promise.resolve();
  expect(isFree).toBe(false);
  gives[1]?.();
  await free;
});

it('never runs more than there are slots, whatever comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), async (steps) => {
      const slots = new Slots({ slots: 3, queue: 100 });
      const held: (() => void)[] = [];
      const waits: Promise<unknown>[] = [];
      for (const isTake of steps) {
        if (isTake) waits.push(slots.take('a', never).then((give) => held.push(give)));
        else held.shift()?.();
        await Promise.resolve();
        expect(slots.takenBy('a')).toBeLessThanOrEqual(3);
      }
      const drain = setInterval(() => held.shift()?.(), 0);
      await Promise.all(waits);
      clearInterval(drain);
      for (const give of held) give();
      expect(slots.taken).toBe(0);
    }),
    { numRuns: 30 },
  );
});

it('who cannot wait is told at once, and an origin has bounds of its own', async () => {
  const slots = new Slots();
  const bounds = { slots: 2, queue: 0 };
  const release = slots.takeNow('https://a.example', bounds);
  await slots.take('https://a.example', never, bounds);
  expect(() => slots.takeNow('https://a.example', bounds)).toThrow(
    expect.objectContaining({ code: 'ERR_RATE_LIMITED' }),
  );
  await expect(slots.take('https://a.example', never, bounds)).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
  release();
  slots.takeNow('https://a.example', bounds)();
});
