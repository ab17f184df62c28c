// The gateway's own requests, and agents that try to make them.
import { expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { gatewayMethods } from './gateway-methods.ts';
import { SiteRules } from './rules.ts';
import { StateRules } from './state-rules.ts';

const agent = { id: 'agent_1', name: 'Codex', session: 's1', remembered: true };
const gateway = { id: 'gateway', name: 'gateway', session: 'gateway', remembered: false };
const site = 'https://example.com';

async function setUp() {
  let ids = 0;
  const store = { read: async () => undefined, write: async () => {} };
  const made = { clock: fakeClock(), newId: () => `r${++ids}`, fallback: () => 'ask' as const };
  const rules = new SiteRules({ store, ...made });
  const state = new StateRules(made);
  await rules.decide({ agent, site, right: 'act' }, { decision: 'allow', lasting: 'always' });
  await rules.decide({ agent, site, right: 'act' }, { decision: 'deny', lasting: 'once' });
  state.decide({ agent, site, right: 'readState', store: { id: '0', kind: 'usual' } }, 'allow');
  const removeRule = async (id: string) => (await rules.remove(id)) ?? state.remove(id);
  let changes = 0;
  const gate = {
    isPaused: false,
    pause: async () => {
      gate.isPaused = true;
    },
    resumeAll: async () => {
      gate.isPaused = false;
    },
  };
  const onChange = () => {
    changes += 1;
  };
  const methods = gatewayMethods({ rules, state, removeRule, gate, onChange });
  const { signal } = new AbortController();
  const call = (method: string, params: unknown, by = gateway) =>
    methods[method]?.(params, { callId: 'c', agent: by, signal, leftMs: () => 1000, holdTime: () => () => {} });
  return { call, gate, changes: () => changes };
}

it('the gateway lists what the user decided, and takes it back', async () => {
  const { call, changes } = await setUp();
  expect(await call('list_site_rules', {})).toMatchObject({
    rules: [
      { id: 'r1', act: 'allow' },
      { id: 'r2', act: 'deny', endsAt: expect.any(Number) },
      { id: 'r3', readState: 'allow', endsAt: expect.any(Number) },
    ],
  });
  expect(await call('remove_site_rules', { rules: ['r1', 'r2', 'r3', 'r9', 7] })).toEqual({
    removed: ['r1', 'r2', 'r3'],
  });
  expect(await call('list_site_rules', {})).toEqual({ rules: [] });
  expect(changes()).toBe(1);
  expect(await call('remove_site_rules', undefined)).toEqual({ removed: [] });
});

it('the gateway pauses all agents, and lets them go on', async () => {
  const { call, gate } = await setUp();
  await call('set_paused', { paused: true });
  expect(gate.isPaused).toBe(true);
  await call('set_paused', { paused: false });
  expect(gate.isPaused).toBe(false);
});

it('an agent gets none of it', async () => {
  const { call, gate } = await setUp();
  for (const method of ['list_site_rules', 'remove_site_rules', 'set_paused']) {
    await expect(call(method, { rules: ['r1'], paused: true }, agent)).rejects.toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
    });
  }
  expect(await call('list_site_rules', {})).toMatchObject({ rules: [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }] });
  expect(gate.isPaused).toBe(false);
});
