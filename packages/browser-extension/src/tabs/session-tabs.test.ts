import { limits } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Traffic } from '../watch/traffic.ts';
import { AgentSessions } from './agent-sessions.ts';
import { Owners } from './owners.ts';
import { createPool } from './pool.ts';
import { openSessionTabs, takeBack } from './session-tabs.ts';

const store = { read: async () => undefined, write: async () => {} };
const anna = { id: `agent_e7f8${'0'.repeat(28)}_12`, name: 'Anna', session: 'first', remembered: true };
const returning = { ...anna, session: 'second' };

let clock: FakeClock;
let owners: Owners;
let sessions: AgentSessions;
let vanished: string[];
let handedOver: number[];

beforeEach(() => {
  clock = fakeClock();
  owners = new Owners(store);
  vanished = [];
  handedOver = [];
  sessions = new AgentSessions({ clock, store, onVanished: (session) => vanished.push(session) });
  sessions.seen('first', 1);
  owners.claim(1, anna);
  owners.claim(2, anna);
});

const comeBack = (agent = returning) => {
  handedOver = takeBack({ owners, sessions }, agent);
};

describe('an agent with a key that comes back', () => {
  it('has the tabs of the session that it ended, by their ids alone', () => {
    sessions.goodbye('first');
    comeBack();
    expect([owners.tabsOf('second'), owners.tabsOf('first')]).toEqual([[1, 2], []]);
    expect([handedOver, vanished, owners.lastOf('second')]).toEqual([[1, 2], ['first'], undefined]);
    owners.use(1, 'read', returning);
    expect(owners.lastOf('second')).toBe(1);
    clock.advance(2 * limits.agent.idleMs);
    expect(vanished).toEqual(['first']);
  });

  it('leaves the tabs of a session whose connection broke, and of one that goes on', () => {
    comeBack();
    sessions.clientGone(1);
    comeBack();
    expect([owners.tabsOf('first'), owners.tabsOf('second'), vanished]).toEqual([[1, 2], [], []]);
  });

  it('is the same by its key and name, neither alone', () => {
    sessions.goodbye('first');
    comeBack({ ...returning, remembered: false });
    comeBack({ ...returning, name: 'Bert' });
    comeBack({ ...returning, id: `agent_b0b0${'1'.repeat(28)}_34` });
    expect(owners.tabsOf('first')).toEqual([1, 2]);
  });

  it('does not get the tab that the user lent to its last session', () => {
    owners.claim(3, anna, true);
    sessions.goodbye('first');
    comeBack();
    expect([owners.tabsOf('second'), owners.lentTo('first')]).toEqual([[1, 2], [3]]);
  });
});

it('a tab that the user lent is not one of the twelve, and what its page opens is not lent', () => {
  for (let tabId = 1; tabId <= limits.extension.maxTabs; tabId += 1) owners.claim(tabId, anna, true);
  const pool = createPool({ owners, sessions });
  expect(pool.toEvict('first')).toBeUndefined();
  owners.inherit(50, 1);
  expect([owners.lentTo('first').length, owners.tabsOf('first').length]).toEqual([12, 13]);
});

it('a session that is over has its tabs closed, and the one that the user lent given back without a debugger', async () => {
  const did: unknown[] = [];
  const note = (what: string) => async (tabId: number) => void did.push([what, tabId]);
  // Of the browser and its traffic, nothing else is used.
  const api = { tabs: { remove: note('close') } } as unknown as BrowserApi;
  const traffic = { forget: (tabId: number) => did.push(['forget', tabId]) } as unknown as Traffic;
  const opened = openSessionTabs({
    ...{ api, clock, store, owners, traffic },
    groups: { add: async () => {}, remove: note('ungroup') },
    endEmulation: note('end emulation'),
    onEnded: (session) => did.push(['ended', session]),
    onVanished: (session) => vanished.push(session),
    report: () => expect.unreachable(),
  });
  owners.claim(3, anna, true);
  opened.stop('first');
  expect(did.splice(0)).toEqual([['ended', 'first'], ...[1, 2, 3].map((tabId) => ['end emulation', tabId])]);
  expect(vanished).toEqual([]);
  clock.advance(limits.agent.idleMs);
  const closed = [1, 2].map((tabId) => ['close', tabId]);
  expect(did).toEqual([['ended', 'first'], ...closed, ['end emulation', 3], ['forget', 3], ['ungroup', 3]]);
  expect([vanished, owners.isOwned(3)]).toEqual([['first'], false]);
});
