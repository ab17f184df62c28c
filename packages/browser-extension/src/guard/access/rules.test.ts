import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { SiteRules } from './rules.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 'session-1', remembered: true };
const site = 'https://example.com';
const request = { agent, site, right: 'read' } as const;

async function setUp(fallback: 'ask' | 'allow' = 'ask', stored: unknown = undefined) {
  const clock = fakeClock();
  const disk = { value: stored };
  let ids = 0;
  const rules = new SiteRules({
    store: {
      read: async () => disk.value,
      write: async (value) => {
        disk.value = value;
      },
    },
    clock,
    newId: () => `r${++ids}`,
    fallback: () => fallback,
  });
  await rules.load();
  const verdicts = (who = agent, where = site) =>
    (['read', 'act'] as const).map((right) => rules.verdict({ agent: who, site: where, right }));
  return { clock, disk, rules, verdicts };
}

describe('site rules', () => {
  it('ask where nothing was decided, and allow it in a managed profile', async () => {
    expect((await setUp()).verdicts()).toEqual(['ask', 'ask']);
    expect((await setUp('allow')).verdicts()).toEqual(['allow', 'allow']);
  });

  it.each([
    { right: 'read', decision: 'allow', now: ['allow', 'ask'] },
    { right: 'act', decision: 'allow', now: ['allow', 'allow'] },
    { right: 'read', decision: 'deny', now: ['deny', 'deny'] },
    { right: 'act', decision: 'deny', now: ['ask', 'deny'] },
  ] as const)('$decision $right, and with it what follows from that', async ({ right, decision, now }) => {
    for (const lasting of ['once', 'always'] as const) {
      const { rules, verdicts } = await setUp();
      await rules.decide({ ...request, right }, { decision, lasting });
      expect(verdicts()).toEqual(now);
      expect(verdicts(agent, 'https://example.com:8443')).toEqual(['ask', 'ask']);
      expect(verdicts({ ...agent, id: 'agent_2', session: 'session-2' })).toEqual(['ask', 'ask']);
    }
  });

  it('for once hold for one session, until it ends or the time is up', async () => {
    const { clock, disk, rules, verdicts } = await setUp();
    await rules.decide(request, { decision: 'allow', lasting: 'once' });
    expect(verdicts({ ...agent, session: 'session-2' })).toEqual(['ask', 'ask']);
    expect([rules.list(), disk.value]).toEqual([[], undefined]);
    rules.forget('session-1');
    expect(verdicts()).toEqual(['ask', 'ask']);
    await rules.decide(request, { decision: 'allow', lasting: 'once' });
    clock.advance(limits.extension.onceMs);
    expect(verdicts()).toEqual(['ask', 'ask']);
  });

  it('for once are listed with their end, and can be removed', async () => {
    const { clock, rules, verdicts } = await setUp();
    const id = await rules.decide(request, { decision: 'allow', lasting: 'once' });
    const rule = { id, agentId: 'agent_1', agentName: 'Codex', site, read: 'allow' };
    expect(rules.listAll()).toEqual([{ ...rule, endsAt: clock.now() + limits.extension.onceMs }]);
    expect(await rules.remove(id)).toMatchObject(rule);
    expect(await rules.remove(id)).toBeUndefined();
    expect([rules.listAll(), verdicts()]).toEqual([[], ['ask', 'ask']]);
    await rules.decide(request, { decision: 'allow', lasting: 'once' });
    clock.advance(limits.extension.onceMs);
    expect(rules.listAll()).toEqual([]);
  });

  it('for good hold in every session and after a restart, until they are removed', async () => {
    const { disk, rules } = await setUp();
    await rules.decide({ ...request, right: 'act' }, { decision: 'allow', lasting: 'always' });
    const restarted = await setUp('ask', disk.value);
    expect(restarted.verdicts({ ...agent, session: 'session-9' })).toEqual(['allow', 'allow']);
    await restarted.rules.remove(restarted.rules.list()[0]?.id ?? '');
    expect(restarted.verdicts()).toEqual(['ask', 'ask']);
    expect(restarted.disk.value).toEqual([]);
  });

  it('are one for each agent and site: the last word counts', async () => {
    const { rules, verdicts } = await setUp();
    await rules.decide(request, { decision: 'allow', lasting: 'always' });
    await rules.decide(request, { decision: 'deny', lasting: 'once' });
    expect(verdicts()).toEqual(['deny', 'deny']);
    await rules.decide({ ...request, right: 'act' }, { decision: 'allow', lasting: 'always' });
    expect(verdicts()).toEqual(['allow', 'allow']);
    expect(rules.list()).toHaveLength(1);
  });

  it('are never kept for an agent whom nothing is remembered for', async () => {
    const { rules, verdicts } = await setUp();
    const unnamed = { ...agent, remembered: false };
    await rules.decide({ ...request, agent: unnamed }, { decision: 'allow', lasting: 'always' });
    expect(rules.list()).toEqual([]);
    expect(verdicts(unnamed)).toEqual(['allow', 'ask']);
  });

  it('say whether anything is closed at all', async () => {
    const { rules } = await setUp('allow');
    expect(rules.isUnrestricted).toBe(true);
    await rules.decide(request, { decision: 'deny', lasting: 'once' });
    expect(rules.isUnrestricted).toBe(false);
    expect((await setUp()).rules.isUnrestricted).toBe(false);
  });

  it('that nobody can read are none', async () => {
    expect((await setUp('ask', [{ id: 3 }])).rules.list()).toEqual([]);
  });
});
