import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { Questions } from '../questions/questions.ts';
import { SiteRules } from './rules.ts';
import { siteAccessFor } from './site-access.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };
const site = 'https://example.com';

function setUp({ leftMs = 150_000 } = {}) {
  const clock = fakeClock();
  let ids = 0;
  const newId = () => `id${++ids}`;
  const store = { read: async () => undefined, write: async () => {} };
  const rules = new SiteRules({ store, clock, newId, fallback: () => 'ask' });
  const questions = new Questions({ clock, newId, onChange: () => {} });
  const held: string[] = [];
  const access = siteAccessFor({
    rules,
    questions,
    agent,
    signal: new AbortController().signal,
    leftMs: () => leftMs,
    holdTime: () => {
      held.push('held');
      return () => held.push('goes on');
    },
  });
  return { clock, rules, questions, access, held };
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
});
