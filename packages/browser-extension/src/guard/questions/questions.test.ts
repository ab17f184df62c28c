import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import type { Question } from './question.ts';
import { Questions } from './questions.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };
const site = 'https://example.com';
const question = { kind: 'site', agent, site, right: 'read' } as const;
const once = { decision: 'allow', lasting: 'once' } as const;

function setUp() {
  const clock = fakeClock();
  const asked: Question[] = [];
  let ids = 0;
  const questions = new Questions({
    clock,
    newId: () => `q${++ids}`,
    onChange: (added) => added !== undefined && asked.push(added),
  });
  const calls = new AbortController();
  const patience = { signal: calls.signal, waitMs: 1000 };
  return { clock, asked, questions, calls, patience };
}

describe('a question to the user', () => {
  it('is asked once for calls that want the same, and answers all of them', async () => {
    const { asked, questions, patience } = setUp();
    const both = Promise.all([questions.ask(question, patience), questions.ask(question, patience)]);
    expect(asked.map(({ id }) => id)).toEqual(['q1']);
    questions.answer('q1', once);
    expect(await both).toEqual([once, once]);
    expect(questions.list()).toEqual([]);
  });

  it('is another one for another site, right, session, tab or tool', () => {
    const { asked, questions, patience } = setUp();
    const others = [
      question,
      { ...question, site: 'https://other.example' },
      { ...question, right: 'act' as const },
      { ...question, agent: { ...agent, session: 'session-2' } },
      { kind: 'tab' as const, agent, site, tab: { tabId: 3, title: 'Three' } },
      { kind: 'tab' as const, agent, site, tab: { tabId: 4, title: 'Three' } },
      { kind: 'tool' as const, agent, tool: 'a/b' },
    ];
    for (const other of others) questions.ask(other, patience).catch(() => {});
    expect(asked).toHaveLength(others.length);
  });

  it('stays when the call that asked it has waited long enough', async () => {
    const { clock, questions, patience } = setUp();
    const call = questions.ask(question, patience);
    clock.advance(1000);
    await expect(call).rejects.toMatchObject({
      code: 'ERR_CONSENT_TIMEOUT',
      message: expect.stringContaining(site),
      hint: expect.stringContaining('stays open'),
    });
    expect(questions.list()).toEqual([{ ...question, id: 'q1' }]);
  });

  it('lets go of a call that is withdrawn', async () => {
    const { questions, calls, patience } = setUp();
    const call = questions.ask(question, patience);
    calls.abort(new Error('withdrawn'));
    await expect(call).rejects.toThrow('withdrawn');
  });

  it('is one of so many at most', async () => {
    const { questions, patience } = setUp();
    for (let n = 0; n < limits.extension.questions; n += 1) {
      const { signal } = new AbortController();
      questions.ask({ ...question, site: `https://${n}.example` }, { ...patience, signal }).catch(() => {});
    }
    await expect(questions.ask(question, patience)).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
  });
});
