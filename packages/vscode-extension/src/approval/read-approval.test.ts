import { limits } from '@sallyport/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadApproval, isRead, type ReadAnswer } from './read-approval.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openApproval({ isClaimed = false } = {}) {
  const asked: { about: string; answer: (answer: ReadAnswer) => void }[] = [];
  const approve = createReadApproval(
    ({ about, signal }) =>
      new Promise((answer, reject) => {
        asked.push({ about, answer });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const ask = (about: string, signal = new AbortController().signal) => {
    const asking = approve({ agent: { id: 'a', name: 'tester', isClaimed }, tool: 'read_file', about, signal });
    asking.catch(() => {});
    return asking;
  };
  return { ask, asked };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the question about a read', () => {
  it('is asked one at a time, and once where it was allowed for good', async () => {
    const { ask, asked } = openApproval();
    const [first, second, third] = [ask('one'), ask('two'), ask('three')];
    await settle();
    asked[0]?.answer('once');
    await first;
    await settle();
    asked[1]?.answer('always');
    await Promise.all([second, third]);
    expect(asked.map(({ about }) => about)).toEqual(['one', 'two']);
  });

  it('is asked each time for an agent that is known by its own word alone, whatever was answered', async () => {
    const { ask, asked } = openApproval({ isClaimed: true });
    const [first, second] = [ask('one'), ask('two')];
    await settle();
    asked[0]?.answer('always');
    await first;
    await settle();
    asked[1]?.answer('once');
    await second;
    expect(asked.map(({ about }) => about)).toEqual(['one', 'two']);
  });

  it('is not asked for a call that was given up while others were asked', async () => {
    const { ask, asked } = openApproval();
    const gone = new AbortController();
    const [first, second, third] = [ask('one'), ask('two', gone.signal), ask('three')];
    await settle();
    gone.abort(new Error('the agent left'));
    asked[0]?.answer('no');
    await expect(first).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    await expect(second).rejects.toThrow('the agent left');
    await settle();
    expect(asked.map(({ about }) => about)).toEqual(['one', 'three']);
    asked[1]?.answer('once');
    await third;
  });

  it('ends when nobody answers', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const late = new AbortController();
      setTimeout(() => late.abort(new Error('late')), ms);
      return late.signal;
    });
    const { ask } = openApproval();
    const asking = ask('one');
    await vi.advanceTimersByTimeAsync(limits.editor.reviewPendingMs + 1);
    await expect(asking).rejects.toMatchObject({ code: 'ERR_CONSENT_TIMEOUT' });
    timeout.mockRestore();
  });
});

it('a call that only looks is a read, also of a tool that can change something', () => {
  const codeActions = { name: 'code_actions', effect: 'write' };
  expect(isRead(codeActions, { path: 'a.ts', line: 1 })).toBe(true);
  expect(isRead(codeActions, { path: 'a.ts', line: 1, apply: 'Fix' })).toBe(false);
  expect(isRead({ name: 'read_file', effect: 'read' }, {})).toBe(true);
  expect(isRead({ name: 'write_file', effect: 'write' }, {})).toBe(false);
});
