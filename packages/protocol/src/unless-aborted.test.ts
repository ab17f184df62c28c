import { expect, it, vi } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

it('is what the work comes to, and leaves nothing on the signal', async () => {
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, 'removeEventListener');
  expect(await unlessAborted(signal, Promise.resolve(4))).toBe(4);
  await expect(unlessAborted(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(removed).toHaveBeenCalledTimes(2);
});

it('rejects with the reason of a signal that is aborted, before or meanwhile', async () => {
  const controller = new AbortController();
  const waiting = unlessAborted(controller.signal, new Promise(() => {}));
  controller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(unlessAborted(controller.signal, new Promise(() => {}))).rejects.toThrow('gone');
});

it('lets nobody hear of work that fails later', async () => {
  const controller = new AbortController();
  let fail: (error: Error) => void = () => {};
  const waiting = unlessAborted(controller.signal, new Promise((_, reject) => (fail = reject)));
  controller.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  fail(new Error('too late'));
  await new Promise((resolve) => setTimeout(resolve, 0));
});
