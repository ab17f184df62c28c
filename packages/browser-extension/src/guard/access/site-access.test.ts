import { limits } from '@sallyport/protocol';
import { describe, expect, it, vi } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { Questions } from '../questions/questions.ts';
import { SiteRules } from './rules.ts';
import { siteAccessFor } from './site-access.ts';
import { StateRules } from './state-rules.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };
const site = 'https://example.com';

const store = { id: '0', kind: 'usual' } as const;

function setUp({ leftMs = 150_000, who = agent } = {}) {
  const clock = fakeClock();
  let ids = 0;
  const newId = () => `id${++ids}`;
  const disk = { read: async () => undefined, write: async () => {} };
  const rules = new SiteRules({ store: disk, clock, newId, fallback: () => 'ask' });
  const state = new StateRules({ clock, newId, fallback: () => 'ask' });
  const questions = new Questions({ clock, newId, onChange: () => {} });
  const held: string[] = [];
  const access = siteAccessFor({
    rules,
    state,
    questions,
    agent: who,
    signal: new AbortController().signal,
    leftMs: () => leftMs,
    holdTime: () => {
      held.push('held');
      return () => held.push('goes on');
    },
  });
  return { clock, rules, state, questions, access, held };
}

describe('site access', () => {
  it('asks where nobody has decided, while the time of the tool stands still', async () => {
    const { questions, access, held } = setUp();
    const need = access.require(site, 'act');
    expect(questions.list()).toMatchObject([{ agent, site, right: 'act' }]);
    expect(held).toEqual(['held']);
    questions.answer('id1', { decision: 'allow', lasting: 'once' });
    await need;
    expect(held).toEqual(['held', 'goes on']);
  });

  it('asks nobody about what was decided', async () => {
    const { rules, questions, access } = setUp();
    await rules.decide({ agent, site, right: 'act' }, { decision: 'deny', lasting: 'always' });
    await rules.decide({ agent, site, right: 'read' }, { decision: 'allow', lasting: 'always' });
    await access.require(site, 'read');
    await expect(access.require(site, 'act')).rejects.toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
      data: { site, right: 'act' },
    });
    expect([access.allows(site, 'read'), access.allows(site, 'act'), questions.list()]).toEqual([true, false, []]);
  });

  it('waits no longer than the user is given', async () => {
    const { clock, access } = setUp();
    const need = access.require(site, 'read');
    clock.advance(limits.extension.consentMs);
    await expect(need).rejects.toMatchObject({ code: 'ERR_CONSENT_TIMEOUT' });
  });

  it('waits no longer than its call has time left', async () => {
    const { clock, access } = setUp({ leftMs: 5_000 });
    const need = access.require(site, 'read');
    clock.advance(5_000);
    await expect(need).rejects.toMatchObject({ code: 'ERR_CONSENT_TIMEOUT' });
  });

  it('asks for a tab of the user, whatever was decided on its site', async () => {
    const { rules, questions, access } = setUp();
    await rules.decide({ agent, site, right: 'act' }, { decision: 'allow', lasting: 'always' });
    const need = access.requireTab(site, { tabId: 7, title: 'Mine' });
    questions.answer(questions.list()[0]?.id ?? '', { decision: 'deny', lasting: 'once' });
    await expect(need).rejects.toThrow('did not hand the tab over');
  });

  it.each([
    ['readState', 'read'],
    ['changeState', 'act'],
  ] as const)('asks for %s after the right to %s the page, and apart from it', async (right, basis) => {
    const { state, questions, access } = setUp();
    const need = access.requireState({ site, right, store });
    expect(questions.list()).toMatchObject([{ kind: 'site', right: basis }]);
    questions.answer('id1', { decision: 'allow', lasting: 'once' });
    await vi.waitFor(() => expect(questions.list()).toMatchObject([{ kind: 'state', right, store }]));
    questions.answer('id2', { decision: 'deny', lasting: 'once' });
    await expect(need).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED', data: { site, right } });
    state.decide({ agent, site, right, store }, 'deny');
    expect(() => access.requireNoRefusedState(site)).toThrow(
      `${right.replace('State', '')} the cookies and stored data`,
    );
    access.requireNoRefusedState('https://other.example');
  });

  it('gives state to nobody who may not read or use the page, whatever was decided on it', async () => {
    const { rules, state, questions, access } = setUp();
    for (const right of ['readState', 'changeState'] as const) state.decide({ agent, site, right, store }, 'allow');
    await rules.decide({ agent, site, right: 'read' }, { decision: 'allow', lasting: 'once' });
    await access.requireState({ site, right: 'readState', store });
    const changing = access.requireState({ site, right: 'changeState', store });
    expect(questions.list()).toMatchObject([{ kind: 'site', right: 'act' }]);
    questions.answer(questions.list()[0]?.id ?? '', { decision: 'deny', lasting: 'once' });
    await expect(changing).rejects.toMatchObject({ data: { right: 'act' } });
    await rules.decide({ agent, site, right: 'read' }, { decision: 'deny', lasting: 'always' });
    await expect(access.requireState({ site, right: 'readState', store })).rejects.toMatchObject({
      data: { right: 'read' },
    });
    expect(access.closedSites()).toEqual([site]);
  });

  it('gives no state to programs without a name, which share a session', async () => {
    const { questions, access } = setUp({ who: { ...agent, id: 'unnamed', session: 'unnamed', remembered: false } });
    await expect(access.requireState({ site, right: 'readState', store })).rejects.toThrow('say who they are');
    expect(questions.list()).toEqual([]);
  });
});
