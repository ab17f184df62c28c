import { limits } from '@sallyport/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { PathLocks } from './path-locks.ts';

describe('the lock of a path', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const { signal } = new AbortController();

  it(verifies('lets one in after the other, in order', 'S2-lock-path'), async () => {
    const locks = new PathLocks();
    const entered: number[] = [];
    const first = await locks.acquire('/a', 'a', signal);
    const others = [1, 2].map(async (number) => {
      const held = await locks.acquire('/a', 'a', signal);
      entered.push(number);
      return held;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(entered).toEqual([]);
    first.release();
    first.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual([1]);
    (await others[0])?.release();
    await others[1];
    expect(entered).toEqual([1, 2]);
  });

  it(verifies('does not hold up other paths', 'S2-lock-other-paths'), async () => {
    const locks = new PathLocks();
    await locks.acquire('/a', 'a', signal);
    await expect(locks.acquire('/b', 'b', signal)).resolves.toBeDefined();
  });

  it(verifies('answers after 60 s and names the open review', 'S2-fail-concurrent-edits'), async () => {
    const locks = new PathLocks();
    const first = await locks.acquire('/a', 'a', signal);
    first.name('r1');
    const refused = vi.fn<(error: unknown) => void>();
    locks.acquire('/a', 'a', signal).catch(refused);
    await vi.advanceTimersByTimeAsync(limits.editor.pathLockMs - 1);
    expect(refused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refused.mock.calls[0]?.[0]).toMatchObject({
      code: 'ERR_RATE_LIMITED',
      data: { path: 'a', review_id: 'r1' },
    });
    first.release();
    await expect(locks.acquire('/a', 'a', signal)).resolves.toBeDefined();
  });

  it('is not waited for by an agent that left', async () => {
    const locks = new PathLocks();
    const first = await locks.acquire('/a', 'a', signal);
    const controller = new AbortController();
    const second = locks.acquire('/a', 'a', controller.signal).catch((error: unknown) => error);
    controller.abort('gone');
    expect(await second).toBe('gone');
    first.release();
    await expect(locks.acquire('/a', 'a', signal)).resolves.toBeDefined();
  });
});
