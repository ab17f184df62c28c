import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { childrenBySystem, whenIdle } from './idle-shell.ts';

describe('a shell without integration', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Answers in order, the last one for ever. */
  const watch = (answers: (boolean | undefined)[], signal = new AbortController().signal) =>
    whenIdle(1, async () => (answers.length > 1 ? answers.shift() : answers[0]), signal);

  it('is idle when it twice had no program running', async () => {
    const idle = watch([false, true, true, false]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await idle).toBe(true);
  });

  it('is never taken for idle where the system does not say, or when it is closed', async () => {
    const unknown = watch([undefined]);
    const closing = new AbortController();
    const closed = watch([true], closing.signal);
    closing.abort();
    await vi.advanceTimersByTimeAsync(5000);
    expect([await unknown, await closed]).toEqual([false, false]);
  });
});

it.runIf(process.platform === 'linux')('the system says whether a shell runs a program', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  const hasChildren = childrenBySystem('linux');
  expect(await hasChildren(process.pid)).toBe(true);
  expect(await hasChildren(child.pid ?? 0)).toBe(false);
  expect(await hasChildren(2 ** 30)).toBeUndefined();
});
