import { expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { Grants } from '../rooms/grants/grants.ts';
import { createGuard } from '../rooms/grants/guard.ts';
import { openJournal } from '../rooms/journal/journal.ts';
import { createDecisions, noteChecks } from './decisions.ts';

const subject = { origin: 'https://a.example', profileId: 'p1' };
const page = { kind: 'origin', ...subject } as const;

function open() {
  const clock = { nowMs: 1_700_000_000_000 };
  const now = () => clock.nowMs;
  const entries: Record<string, unknown>[] = [];
  const journal = openJournal({ write: (line) => entries.push(JSON.parse(line)), close: () => {} }, now);
  let ids = 0;
  const grants = new Grants({ kept: { grants: [] }, save: () => {}, now, createId: () => `g${++ids}` });
  const decisions = createDecisions({ grants: () => grants, journal, now });
  const guard = createGuard({ rules: () => ({}), grants: () => grants, onDecision: noteChecks(journal, now) });
  return { clock, entries, decisions, guard };
}

it(verifies('of each decision the journal has origin, scope, action and result', 'S4-metric-permissions'), () => {
  const { entries, decisions, guard } = open();
  const at = '2023-11-14T22:13:20.000Z';
  const noted = { kind: 'permission', at, origin: 'https://a.example', profile: 'p1' };
  expect(() => guard.require(page, 'mcp:tools.list')).toThrow();
  decisions.grant({ subject, scope: 'mcp:tools.list', tabId: 3 }, 'ALLOW_ONCE', {}, 'extension');
  guard.require({ ...page, tabId: 3 }, 'mcp:tools.list');
  decisions.expireTab(3, 'p1');
  decisions.grant({ subject, scope: 'mcp:tools.call' }, 'DENY', {}, 'extension');
  decisions.revoke(subject, 'mcp:tools.call', 'command line');
  expect(entries).toEqual([
    { ...noted, scope: 'mcp:tools.list', action: 'check', result: 'refused' },
    { ...noted, scope: 'mcp:tools.list', action: 'grant', result: 'ALLOW_ONCE', grant: 'g1', by: 'extension' },
    { ...noted, scope: 'mcp:tools.list', action: 'check', result: 'granted' },
    { ...noted, scope: 'mcp:tools.list', action: 'expire', result: 'ended', grant: 'g1' },
    { ...noted, scope: 'mcp:tools.call', action: 'grant', result: 'DENY', grant: 'g2', by: 'extension' },
    { ...noted, scope: 'mcp:tools.call', action: 'revoke', result: 'ended', grant: 'g2', by: 'command line' },
  ]);
});

it('a page that asks again and again does not fill the journal', () => {
  const { clock, entries, guard } = open();
  for (let n = 0; n < 1000; n += 1) {
    clock.nowMs += 100;
    expect(() => guard.require(page, 'mcp:tools.list')).toThrow();
  }
  expect(entries).toHaveLength(2);
});

it('a decision about an agent names the agent', () => {
  const { entries, decisions } = open();
  decisions.grant({ subject: { agent: 'agent_1' }, scope: 'mcp:tools.call' }, 'ALLOW_ALWAYS', {}, 'command line');
  expect(entries).toMatchObject([{ agentKey: 'agent_1', result: 'ALLOW_ALWAYS' }]);
  decisions.revokeAll('command line');
  expect(entries).toHaveLength(2);
});

it('of what browsers and clients keep or forget, the journal has who, where and what', () => {
  const { entries, decisions } = open();
  const agent = { id: 'agent_1', name: 'Codex' };
  const scope = 'browser:site.act';
  decisions.noteSite({ agent, site: 'https://a.example', scope, result: 'ALLOW_ALWAYS', rule: 'r1' }, 'extension');
  decisions.noteSite({ agent, site: 'https://a.example', scope, result: 'ended', rule: 'r1' }, 'command line');
  decisions.noteAnswer({ agent, tool: 'files/read', isAllowed: false }, 'extension');
  expect(entries).toMatchObject([
    { agent, site: 'https://a.example', scope, action: 'grant', result: 'ALLOW_ALWAYS', grant: 'r1', by: 'extension' },
    { agent, site: 'https://a.example', action: 'revoke', result: 'ended', grant: 'r1', by: 'command line' },
    { agent, tool: 'files/read', scope: 'mcp:tools.call', action: 'grant', result: 'DENY', by: 'extension' },
  ]);
});
