import { expect, it, onTestFinished, vi } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { freeSlotWhenStopped } from './abandon.ts';

function hold(running: Promise<unknown>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const controller = new AbortController();
  const freeSlot = vi.fn<() => void>();
  const onAbandoned = vi.fn<() => void>();
  freeSlotWhenStopped({ running, signal: controller.signal, freeSlot, onAbandoned, abandonMs: 1000 });
  return { controller, freeSlot, onAbandoned };
}

it(verifies('a slot is free when the tool has stopped, not before', 'S4-slot-release'), async () => {
  const { promise, resolve } = withResolvers();
  const { controller, freeSlot, onAbandoned } = hold(promise);
  controller.abort();
  await vi.advanceTimersByTimeAsync(999);
  expect(freeSlot).not.toHaveBeenCalled();
  resolve();
  await vi.advanceTimersByTimeAsync(5000);
  expect(freeSlot).toHaveBeenCalledTimes(1);
  expect(onAbandoned).not.toHaveBeenCalled();
});

it(verifies('a tool that does not stop is given up, and said to be', 'S4-slot-release'), async () => {
  const { controller, freeSlot, onAbandoned } = hold(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(freeSlot).not.toHaveBeenCalled();
  controller.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect([freeSlot.mock.calls.length, onAbandoned.mock.calls.length]).toEqual([1, 1]);
});

it(verifies('a tool that fails gives its slot back as well', 'S4-slot-release'), async () => {
  const { freeSlot } = hold(Promise.reject(new Error('no')));
  await vi.advanceTimersByTimeAsync(0);
  expect(freeSlot).toHaveBeenCalledTimes(1);
});

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
