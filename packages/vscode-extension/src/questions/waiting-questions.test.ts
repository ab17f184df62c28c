import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { WaitingQuestions } from './waiting-questions.ts';

const late = limits.editor.answerTooSoonMs;

function openQuestions() {
  let nowMs = 0;
  const questions = new WaitingQuestions(() => nowMs);
  const ask = (subject: string, signal = new AbortController().signal) => {
    const answers = [
      { label: 'Yes', icon: 'check', choose: () => `yes to ${subject}` },
      { label: 'Later', icon: 'edit', choose: async () => undefined },
    ];
    const answered = questions.ask({ title: 'who', subject }, answers, signal);
    answered.catch(() => {});
    return answered;
  };
  return {
    questions,
    ask,
    pass: (ms: number) => {
      nowMs += ms;
    },
    answer: (at: number, index = 0) => questions.answer(questions.list[at]?.id ?? '', index),
    subjects: () => questions.list.map(({ subject }) => subject),
  };
}

describe('questions that wait', () => {
  it('wait side by side, each for its own answer', async () => {
    const { ask, pass, answer, subjects } = openQuestions();
    const [first, second] = [ask('a'), ask('b')];
    pass(late);
    await answer(1);
    expect(await second).toBe('yes to b');
    expect(subjects()).toEqual(['a']);
    await answer(0);
    expect(await first).toBe('yes to a');
    expect(subjects()).toEqual([]);
  });

  it('stay open when an answer is taken back', async () => {
    const { ask, pass, answer, subjects } = openQuestions();
    void ask('a');
    pass(late);
    await answer(0, 1);
    expect(subjects()).toEqual(['a']);
  });

  it('take no click that came with them, nor one that was meant for the question above', async () => {
    const { ask, pass, answer, subjects } = openQuestions();
    const leaving = new AbortController();
    void ask('a', leaving.signal);
    void ask('b');
    pass(late - 1);
    await answer(0);
    expect(subjects()).toEqual(['a', 'b']);
    pass(1);
    leaving.abort();
    await answer(0);
    expect(subjects()).toEqual(['b']);
    pass(late);
    await answer(0);
    expect(subjects()).toEqual([]);
  });

  it('go with their agent, and an answer that was being given is cancelled', async () => {
    const { questions, pass, answer } = openQuestions();
    const leaving = new AbortController();
    const isCancelled: boolean[] = [];
    const choose = (signal: AbortSignal) =>
      new Promise<undefined>((resolve) => {
        signal.addEventListener('abort', () => {
          isCancelled.push(true);
          resolve(undefined);
        });
      });
    const answers = [{ label: 'Edit', icon: 'edit', choose }];
    const asked = questions.ask({ title: 'who', subject: 'x' }, answers, leaving.signal);
    pass(late);
    const editing = answer(0);
    leaving.abort('gone');
    await expect(asked).rejects.toBe('gone');
    await editing;
    expect([questions.list, isCancelled]).toEqual([[], [true]]);
  });

  it('are bounded', async () => {
    const { ask, subjects } = openQuestions();
    for (let count = 0; count < limits.editor.questionsMax; count += 1) void ask(String(count));
    await expect(ask('one too many')).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
    expect(subjects()).toHaveLength(limits.editor.questionsMax);
  });
});
