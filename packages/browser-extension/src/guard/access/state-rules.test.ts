import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { StateRules } from './state-rules.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };
const site = 'https://example.com';
const request = { agent, site, right: 'readState', store: { id: '0', kind: 'usual' } } as const;

function setUp(fallback: 'ask' | 'allow' = 'ask') {
  const clock = fakeClock();
  let ids = 0;
  return { clock, rules: new StateRules({ clock, newId: () => `r${++ids}`, fallback: () => fallback }) };
}

describe('decisions on the state of sites', () => {
  it('are for one session, site, right and cookie store', () => {
    const { rules } = setUp();
    rules.decide(request, 'allow');
    expect(rules.verdict(request)).toBe('allow');
    for (const other of [
      { agent: { ...agent, session: 'session-2' } },
      { site: 'https://example.com:8443' },
      { right: 'changeState' as const },
      { store: { id: '1', kind: 'private' as const } },
    ]) {
      expect(rules.verdict({ ...request, ...other })).toBe('ask');
    }
    expect(setUp('allow').rules.verdict(request)).toBe('allow');
  });

  it('end after an hour each, whatever is decided meanwhile', () => {
    const { clock, rules } = setUp();
    rules.decide(request, 'allow');
    clock.advance(limits.extension.onceMs - 1);
    rules.decide({ ...request, right: 'changeState' }, 'deny');
    expect(rules.verdict(request)).toBe('allow');
    clock.advance(1);
    expect([rules.verdict(request), rules.verdict({ ...request, right: 'changeState' })]).toEqual(['ask', 'deny']);
    expect(rules.list()).toEqual([
      expect.objectContaining({ id: 'r2', agentId: 'agent_1', site, changeState: 'deny' }),
    ]);
  });

  it('end with the session, with the right to the page, and when the user takes them back', () => {
    const { rules } = setUp();
    rules.decide(request, 'allow');
    rules.forgetSite('agent_2', site);
    rules.forget('session-2');
    expect(rules.verdict(request)).toBe('allow');
    rules.forgetSite('agent_1', site);
    expect(rules.verdict(request)).toBe('ask');
    rules.decide(request, 'deny');
    expect([rules.refused(agent, site), rules.refused({ ...agent, session: 'session-2' }, site)]).toEqual([
      'readState',
      undefined,
    ]);
    rules.forget('session-1');
    expect(rules.refused(agent, site)).toBeUndefined();
    rules.decide(request, 'allow');
    expect(rules.remove('r3')).toMatchObject({ id: 'r3', readState: 'allow' });
    expect([rules.remove('r3'), rules.verdict(request)]).toEqual([undefined, 'ask']);
  });
});
