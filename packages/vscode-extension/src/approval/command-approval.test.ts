import { limits } from '@sallyport/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { type Choice, type CommandPrompt, createCommandApproval, type RuleStore } from './command-approval.ts';
import type { CommandRule } from './rules.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Fake timers leave it real: a question that a test leaves open would end later, where nobody catches it.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openApproval({ asksNothing = false, isPosix = (): boolean => true } = {}) {
  const asked: { command: string; offered: readonly CommandRule[]; choose: (choice: Choice) => void }[] = [];
  const kept: CommandRule[] = [];
  const rules: RuleStore = {
    list: () => kept,
    add: async (_, rule) => void kept.push(rule),
    forget: async () => void kept.splice(0),
  };
  const prompt: CommandPrompt = {
    ask: (question, offered) =>
      new Promise((choose, reject) => {
        asked.push({ command: question.command, offered: offered(question.command), choose });
        question.signal.addEventListener('abort', () => reject(question.signal.reason));
      }),
  };
  const approve = createCommandApproval({ rules, prompt, asksNothing: () => asksNothing, isPosix });
  const ask = (command: string, more: { signal?: AbortSignal; onProgress?: () => void } = {}) =>
    approve({ agent: 'tester', command, cwd: '/w', signal: new AbortController().signal, ...more });
  return { ask, asked, kept };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the question about a command', () => {
  it(
    verifies('is asked beside others, and its edited text runs', 'S2-approval-commands', 'S2-exec-rejected'),
    async () => {
      const { ask, asked } = openApproval();
      const [first, second] = [ask('ls'), ask('pwd')];
      await settle();
      expect(asked.map(({ command }) => command)).toEqual(['ls', 'pwd']);
      asked[0]?.choose({ kind: 'run', command: 'ls -l' });
      expect(await first).toEqual({ kind: 'run', command: 'ls -l' });
      await settle();
      asked[1]?.choose({ kind: 'rejected', note: 'no' });
      expect(await second).toEqual({ kind: 'rejected', note: 'no' });
    },
  );

  it('is asked in spite of a prefix where the shell is none of those whose quotes we read', async () => {
    let isPosix = true;
    const { ask, asked, kept } = openApproval({ isPosix: () => isPosix });
    kept.push({ kind: 'prefix', words: ['echo'], cwd: '/w' });
    // To fish the first quote ends before b, and # begins a comment.
    const command = "echo 'a\\' 'b; evil #'";
    expect(await ask(command)).toEqual({ kind: 'run', command });
    isPosix = false;
    void ask(command);
    await settle();
    expect(asked).toMatchObject([{ command, offered: [{ kind: 'exact' }] }]);
  });

  it('is not asked again for what a rule covers', async () => {
    const { ask, asked, kept } = openApproval();
    const first = ask('git status');
    await settle();
    const rule = asked[0]?.offered.find(({ kind }) => kind === 'prefix');
    if (rule === undefined) throw new Error('No prefix was offered.');
    asked[0]?.choose({ kind: 'run', command: 'git status', remember: { scope: 'session', rule } });
    await first;
    expect(kept).toEqual([{ kind: 'prefix', words: ['git', 'status'], cwd: '/w' }]);
    expect(await ask('git status --short')).toEqual({ kind: 'run', command: 'git status --short' });
    expect(asked).toHaveLength(1);
    void ask('git status; rm x').catch(() => {});
    await settle();
    expect(asked).toHaveLength(2);
  });

  it(verifies('is not asked in the mode never', 'S2-approval-never'), async () => {
    const { ask, asked } = openApproval({ asksNothing: true });
    const answer = ask('rm x');
    await settle();
    expect(asked).toEqual([]);
    expect(await answer).toEqual({ kind: 'run', command: 'rm x' });
  });

  it('ends with its call, and the next one is asked', async () => {
    const { ask, asked } = openApproval();
    const withdrawal = new AbortController();
    const first = ask('a', { signal: withdrawal.signal });
    const second = ask('b');
    await settle();
    withdrawal.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await settle();
    expect(asked.map(({ command }) => command)).toEqual(['a', 'b']);
    asked[1]?.choose({ kind: 'rejected' });
    expect(await second).toEqual({ kind: 'rejected' });
  });

  it('tells progress to agents that take it', async () => {
    const { ask, asked } = openApproval();
    let count = 0;
    const called = ask('a', {
      onProgress: () => {
        count += 1;
      },
    });
    await vi.advanceTimersByTimeAsync(3 * limits.editor.reviewProgressMs);
    expect(count).toBe(3);
    asked[0]?.choose({ kind: 'rejected' });
    await called;
    await vi.advanceTimersByTimeAsync(3 * limits.editor.reviewProgressMs);
    expect(count).toBe(3);
  });
});
