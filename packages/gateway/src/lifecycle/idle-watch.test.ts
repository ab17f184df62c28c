import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openIdleWatch } from './idle-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells when nobody came, and when the last one has been gone long enough', () => {
  const onIdle = vi.fn();
  const watch = openIdleWatch(1000, onIdle);
  vi.advanceTimersByTime(999);
  const [leaveFirst, leaveSecond] = [watch.enter(), watch.enter()];
  vi.advanceTimersByTime(5000);
  leaveFirst();
  leaveFirst();
  vi.advanceTimersByTime(5000);
  expect(onIdle).not.toHaveBeenCalled();
  leaveSecond();
  vi.advanceTimersByTime(1000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it('never tells without a time, nor after it was closed', () => {
  const onIdle = vi.fn();
  openIdleWatch(undefined, onIdle);
  openIdleWatch(1000, onIdle).close();
  vi.advanceTimersByTime(1e9);
  expect(onIdle).not.toHaveBeenCalled();
});
