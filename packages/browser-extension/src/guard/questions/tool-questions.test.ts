// Questions about tools: the user's word goes back to the gateway, and nothing of it stays here.
import { expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { Questions } from './questions.ts';
import { toolQuestion } from './tool-question.ts';
import { askAboutTools } from './tool-questions.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };

function setUp(hasUser = true) {
  const clock = fakeClock();
  let ids = 0;
  const questions = new Questions({ clock, newId: () => `q${++ids}`, onChange: () => {} });
  const askUser = askAboutTools({ questions, hasUser: () => hasUser });
  const ask = (params: unknown, signal = new AbortController().signal) =>
    askUser(params, { callId: 'c', agent, signal, leftMs: () => 60_000, holdTime: () => () => {} });
  return { clock, questions, ask };
}

it('answers with yes for once, yes for good, or no', async () => {
  const { questions, ask } = setUp();
  for (const [decision, lasting, allow] of [
    ['allow', 'once', 'once'],
    ['allow', 'always', 'always'],
    ['deny', 'once', 'no'],
    ['deny', 'always', 'no'],
  ] as const) {
    const asked = ask({ tool: 'files/write' });
    const [question] = questions.list();
    expect(question).toEqual({ kind: 'tool', id: expect.any(String), tool: 'files/write', agent });
    questions.answer(question?.id ?? '', { decision, lasting });
    expect(await asked).toEqual({ allow });
  }
});

it('is one question for calls that want the same, and is withdrawn when the last of them has gone', async () => {
  const { questions, ask } = setUp();
  const [first, second] = [new AbortController(), new AbortController()];
  const both = [ask({ tool: 'a/b' }, first.signal), ask({ tool: 'a/b' }, second.signal)];
  expect(questions.list()).toHaveLength(1);
  first.abort(new Error('gone'));
  await expect(both[0]).rejects.toThrow('gone');
  expect(questions.list()).toHaveLength(1);
  second.abort(new Error('gone too'));
  await expect(both[1]).rejects.toThrow('gone too');
  expect(questions.list()).toEqual([]);
});

it('waits no longer than its call has time left', async () => {
  const { clock, questions, ask } = setUp();
  const asked = ask({ tool: 'a/b' });
  clock.advance(60_000);
  await expect(asked).rejects.toMatchObject({ code: 'ERR_CONSENT_TIMEOUT', message: expect.stringContaining('a/b') });
  expect(questions.list()).toEqual([]);
});

it('is not asked where nobody may be sitting, nor about nothing', async () => {
  await expect(setUp(false).ask({ tool: 'a/b' })).rejects.toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
  for (const params of [{}, { tool: 7 }, { tool: '' }, undefined]) {
    await expect(setUp().ask(params)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  }
});

it('about a family says what it lets the agent do, and for how long', () => {
  const meaningOf = (tool: string) => toolQuestion.card({ kind: 'tool', agent, tool }).meaning;
  expect(meaningOf('browser/families.vision')).toMatch(/click, drag and scroll at any point.*until it disconnects/);
  expect(meaningOf('browser/families.later')).toMatch(/^“Allow once” is until it disconnects/);
});

it('about a secret names it and its site, and says what follows', () => {
  const tool = 'browser/secrets.bank@https.bank.example';
  const { request, about, meaning } = toolQuestion.card({ kind: 'tool', agent, tool });
  expect([request, about]).toEqual(['wants a secret typed', 'bank, https://bank.example']);
  expect(meaning).toMatch(/The agent does not see it\. Scripts of agents no longer run/);
});
