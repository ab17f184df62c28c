import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { SiteGuard } from './guard.ts';
import type { NotedDecision } from './noted-decision.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };
const site = 'https://example.com';

async function setUp({ isManaged = false } = {}) {
  const clock = fakeClock();
  let ids = 0;
  let questions = 0;
  const stopped: string[] = [];
  const decided: NotedDecision[] = [];
  const nothing = { read: async () => undefined, write: async () => {} };
  const guard = new SiteGuard({
    clock,
    ruleStore: nothing,
    gateStore: nothing,
    newId: () => `id${++ids}`,
    onChange: () => {},
    onQuestion: () => {
      questions += 1;
    },
    onDecided: (decision) => decided.push(decision),
    onStopped: (sessions) => stopped.push(...sessions),
  });
  await guard.load(isManaged);
  const { signal } = new AbortController();
  const access = guard.accessFor({ agent, signal, leftMs: () => 100_000, holdTime: () => () => {} });
  return { guard, access, stopped, decided, questions: () => questions };
}

describe('the site guard', () => {
  it('lets agents do everything in a profile that the product made, until something is denied', async () => {
    const { guard, access } = await setUp({ isManaged: true });
    await access.require(site, 'act');
    expect(access.isUnrestricted).toBe(true);
    await guard.rules.decide({ agent, site, right: 'read' }, { decision: 'deny', lasting: 'always' });
    await expect(access.require(site, 'act')).rejects.toThrow('SITE_DENIED');
  });

  it('answers with one word all that this word decides', async () => {
    const { guard, access, questions } = await setUp();
    const [read, act] = [access.require(site, 'read'), access.require(site, 'act')];
    expect(questions()).toBe(2);
    await guard.apply({ do: 'answer', question: 'id2', decision: 'allow', lasting: 'once' });
    await Promise.all([read, act]);
    expect(guard.questions.list()).toEqual([]);
  });

  it('tells what the user decided on sites and tabs, for the journal, and what was taken back', async () => {
    const { guard, access, decided } = await setUp();
    const read = access.require(site, 'read');
    await guard.apply({ do: 'answer', question: 'id1', decision: 'allow', lasting: 'always' });
    await read;
    const tab = access.requireTab(site, { tabId: 1, title: 'My secret title' });
    await guard.apply({ do: 'answer', question: 'id3', decision: 'deny', lasting: 'once' });
    await expect(tab).rejects.toThrow();
    await guard.apply({ do: 'remove', rule: 'id2' });
    await guard.apply({ do: 'remove', rule: 'unknown' });
    const of = { agent: { id: 'agent_1', name: 'Codex' }, site };
    expect(decided).toEqual([
      { ...of, scope: 'browser:site.read', result: 'ALLOW_ALWAYS', rule: 'id2' },
      { ...of, scope: 'browser:tab', result: 'DENY', rule: undefined },
      { ...of, scope: 'browser:site.read', result: 'ended', rule: 'id2' },
    ]);
  });

  it('hands a tab over with its site for the session, and remembers no refusal', async () => {
    const { guard, access } = await setUp();
    const refused = access.requireTab(site, { tabId: 1, title: 'Mine' });
    await guard.apply({ do: 'answer', question: 'id1', decision: 'deny', lasting: 'always' });
    await expect(refused).rejects.toThrow('did not hand the tab over');
    expect(guard.rules.verdict({ agent, site, right: 'read' })).toBe('ask');
    const given = access.requireTab(site, { tabId: 1, title: 'Mine' });
    await guard.apply({ do: 'answer', question: 'id2', decision: 'allow', lasting: 'always' });
    await given;
    expect([access.allows(site, 'act'), guard.rules.list()]).toEqual([true, []]);
  });

  it('withdraws the questions of an agent that is stopped, and what was allowed once', async () => {
    const { guard, access, stopped } = await setUp();
    await guard.gate.pass(agent, new AbortController().signal, async () => 'here');
    await guard.rules.decide({ agent, site, right: 'act' }, { decision: 'allow', lasting: 'once' });
    const asked = access.require('https://other.example', 'read');
    const withdrawn = expect(asked).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    await guard.apply({ do: 'stop', agent: agent.id });
    await withdrawn;
    expect([stopped, access.allows(site, 'read')]).toEqual([['session-1'], false]);
  });

  it('keeps every method behind the gate but the list of tools', async () => {
    const { guard } = await setUp();
    await guard.gate.pause();
    const methods = guard.behindGate({ list_tools: async () => 'tools', call_tool: async () => 'done' });
    const { signal } = new AbortController();
    const call = { callId: '1', agent, signal, leftMs: () => 0, holdTime: () => () => {} };
    expect(await methods.list_tools?.({}, call)).toBe('tools');
    await expect(methods.call_tool?.({}, call)).rejects.toThrow('PAUSED');
  });

  it('forgets a session that is over', async () => {
    const { guard, access } = await setUp();
    const asked = expect(access.require(site, 'read')).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    guard.forget(agent.session);
    await asked;
    expect(guard.questions.list()).toEqual([]);
  });
});
