import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import type { Problem } from '../tools/context.ts';
import { watchProblems } from './problem-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const problem = (message: string, line = 1): Problem => ({ path: '/w/a.ts', severity: 'error', line, message });

function openSource({ shown = [], hasAnswered = true }: { shown?: Problem[]; hasAnswered?: boolean } = {}) {
  let problems = shown;
  let elsewhere: Problem[] = [];
  const listeners = new Set<() => void>();
  const marks: string[] = [];
  const source = {
    hasAnswered,
    isSilent: false,
    read: () => problems,
    readElsewhere: () => elsewhere,
    onChanged: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    markSilent: () => marks.push('silent'),
    render: ({ message, line }: Problem) => `${line} ${message}`,
  };
  const watch = watchProblems({ source, maxMs: 1500, now: () => Date.now() });
  const change = (next: Problem[], others: Problem[] = []) => {
    problems = next;
    elsewhere = others;
    for (const listener of listeners) listener();
  };
  return { watch, change, listeners, marks };
}

async function settleAfter(watch: { settle(): Promise<unknown> }, ms: number, meanwhile: () => void = () => {}) {
  const startedAt = Date.now();
  let end: { outcome: unknown; tookMs: number } | undefined;
  void watch.settle().then((outcome) => {
    end = { outcome, tookMs: Date.now() - startedAt };
  });
  await vi.advanceTimersByTimeAsync(ms);
  meanwhile();
  await vi.advanceTimersByTimeAsync(5000);
  return end;
}

describe('waiting for problems', () => {
  it(
    verifies('tells only the new ones, after a quiet moment', 'S2-open-diagnostics', 'S2-save-diagnostics'),
    async () => {
      const { watch, change, listeners } = openSource({ shown: [problem('old', 3)] });
      const end = await settleAfter(watch, 300, () =>
        change([problem('old', 9), problem('new', 4), problem('new', 5)]),
      );
      expect(end).toEqual({ outcome: { state: 'settled', lines: ['4 new', '5 new'] }, tookMs: 700 });
      expect(listeners.size).toBe(0);
    },
  );

  it('tells errors that came up in other open files', async () => {
    const { watch, change } = openSource({ shown: [problem('same')] });
    const other = { ...problem('same', 7), path: '/w/b.ts' };
    const end = await settleAfter(watch, 100, () => change([problem('same')], [other]));
    expect(end?.outcome).toEqual({ state: 'settled', lines: ['7 same'] });
  });

  it(
    verifies('waits on while answers keep coming, and not longer than it may', 'S2-setting-diagnostic-delay'),
    async () => {
      const { watch, change } = openSource();
      const ended = vi.fn<(outcome: unknown) => void>();
      void watch.settle().then(ended);
      for (let round = 1; round <= 8; round += 1) {
        await vi.advanceTimersByTimeAsync(300);
        change([problem(`p${round}`)]);
      }
      expect(ended.mock.calls[0]?.[0]).toEqual({ state: 'timed_out', lines: ['1 p4'] });
    },
  );

  it('does not take the empty first answer of a cold language for the truth', async () => {
    const { watch, change } = openSource({ hasAnswered: false });
    const end = await settleAfter(watch, 250, () => change([]));
    expect(end).toEqual({ outcome: { state: 'timed_out', lines: [] }, tookMs: 1500 });
  });

  it('does not burn the whole wait on a language that has nothing new to say', async () => {
    const { watch } = openSource({ shown: [problem('old')] });
    expect(await settleAfter(watch, 0)).toEqual({ outcome: { state: 'settled', lines: [] }, tookMs: 800 });
  });

  it('counts an answer that came before the save', async () => {
    const { watch, change } = openSource();
    change([problem('early')]);
    expect(await settleAfter(watch, 0)).toEqual({ outcome: { state: 'settled', lines: ['1 early'] }, tookMs: 400 });
  });

  it('says when nobody looks', async () => {
    const { watch, marks } = openSource({ hasAnswered: false });
    expect(await settleAfter(watch, 0)).toEqual({ outcome: { state: 'no_provider', lines: [] }, tookMs: 1500 });
    expect(marks).toEqual(['silent']);
  });
});
