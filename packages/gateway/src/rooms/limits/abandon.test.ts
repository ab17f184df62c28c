import { expect, it, onTestFinished, vi } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { holdUntilStopped } from './abandon.ts';

function hold(running: Promise<unknown>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const controller = new AbortController();
  const giveBack = vi.fn<() => void>();
  const onAbandoned = vi.fn<() => void>();
  holdUntilStopped({ running, signal: controller.signal, giveBack, onAbandoned, abandonMs: 1000 });
  return { controller, giveBack, onAbandoned };
}

it(verifies('a slot is free when the tool has stopped, not before', 'S4-slot-release'), async () => {
  const { promise, resolve } = withResolvers();
  const { controller, giveBack, onAbandoned } = hold(promise);
  controller.abort();
  await vi.advanceTimersByTimeAsync(999);
  expect(giveBack).not.toHaveBeenCalled();
  resolve();
  await vi.advanceTimersByTimeAsync(5000);
  expect(giveBack).toHaveBeenCalledTimes(1);
  expect(onAbandoned).not.toHaveBeenCalled();
});

it('a tool that does not stop is given up, and said to be', async () => {
  const { controller, giveBack, onAbandoned } = hold(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(giveBack).not.toHaveBeenCalled();
  controller.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect([giveBack.mock.calls.length, onAbandoned.mock.calls.length]).toEqual([1, 1]);
});

it('a tool that fails gives its slot back as well', async () => {
  const { giveBack } = hold(Promise.reject(new Error('no')));
  await vi.advanceTimersByTimeAsync(0);
  expect(giveBack).toHaveBeenCalledTimes(1);
});

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
