import { type AgentLabel, systemClock } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { events, eventsByName, tab, typed } from '../../../../tests/support/typed-action.ts';
import type { Ending } from '../base/page-calls.ts';
import type { Performed } from '../drivers/driver.ts';
import type { ActionOptions } from './perform-action.ts';
import { StepTurns } from './step-turns.ts';

describe('an action that a step of a batch waits for', () => {
  const ending: Ending = { evidence: { changes: [] }, contents: ['given'], hooks: {} };
  const activity = { idleMs: 5, changedAt: 0, hasUntracked: false };
  const mark = { hasNext: true, keepsTarget: true };
  const place = { tabId: tab.tabId, frameId: 0 };
  const opened = { changed: [], hookName: 'h', hasHooks: true };
  const { signal } = new AbortController();
  // What is used of it.
  const agent = { session: 's1' } as AgentLabel;
  const ahead = { agent, callId: 'c2', step: { ...mark, after: 'c1' }, signal };

  /** How the step that waits for it fares. */
  async function nextAfter(performed: Partial<Performed>, more: Readonly<Record<string, unknown>> = {}) {
    const turns = new StepTurns(systemClock);
    turns.open({ ...ahead, callId: 'c1' });
    turns.open(ahead);
    const text = { ref: 'e2', text: 'Oslo', append: false, submit: false };
    const next = turns.turnOf(ahead, { place, sameRefs: ['e2'], hookName: 'h' }, 'type', text).catch((error) => error);
    const traffic = { logged: () => [], eventsOf: () => events, begunWithin: () => [] };
    const call = { callId: 'c1', step: mark, isOneAction: true };
    // Asked again where the network was not quiet for long enough.
    const told = { activity: { ...activity, idleMs: 500, ending: performed.ending ?? ending } };
    const outcome = await typed({ activity, ending, ...performed }, told, false, { turns, call, traffic, ...more });
    turns.close('c1', tab.tabId);
    return { outcome, next: await next };
  }

  it('passes the turn on, with what the page has begun for the next step, and the tab as it left it', async () => {
    const { outcome, next } = await nextAfter({ opened });
    expect(outcome).toMatchObject({ navigated: false, settled: true });
    expect(next).toMatchObject({ url: tab.url, opened });
    expect(await next.facts).toEqual(tab);
  });

  it('passes it on before it looks at what it did itself, if the browser knows of nothing unexpected either', async () => {
    const { events: webNavigation, happen } = eventsByName();
    const api = { webNavigation, webRequest: events, tabs: events, downloads: events };
    const performed = { target: 'it', pageVisible: true, willNavigate: false, trusted: true, activity, ending, opened };
    const looked = Promise.withResolvers<void>();
    const pending = () => looked.promise.then(() => ({ timers: 0, ownFrames: 0, downloads: 0, knownUntil: 0 }));
    const hooks = {
      ...{ freshName: () => 'h', begun: () => {}, toEnd: () => [], pending },
      ...{ ended: () => ({ errors: [], dialogs: [] }), end: async () => ({ errors: [], dialogs: [] }) },
    };
    const passed: string[] = [];
    for (const opens of [false, true]) {
      const turns = new StepTurns(systemClock);
      turns.open({ ...ahead, callId: 'c1' });
      turns.open(ahead);
      const perform = async () => {
        if (opens) happen('onCreatedNavigationTarget', { sourceTabId: tab.tabId, tabId: 9 });
        return performed;
      };
      const traffic = { logged: () => [], eventsOf: () => events, begunWithin: () => [] };
      const call = { callId: 'c1', step: mark, isOneAction: true };
      const driver = { chooserIn: () => undefined, perform };
      const action = typed({}, {}, false, { api, hooks, turns, call, traffic, driver });
      await new Promise((resolve) => setTimeout(resolve, 5));
      passed.push(`${opens} ${turns.hasPassed('c1')}`);
      looked.resolve();
      await action;
      passed.push(`${opens} ${turns.hasPassed('c1')}`);
    }
    expect(passed).toEqual(['false true', 'false true', 'true false', 'true false']);
  });

  it.each([
    ['a field does not hold its text', { ending: { ...ending, contents: ['other' as const] } }],
    ['it opens a tab', { opens: 'https://shop.example/' }],
    ['it asks for files', { chooser: { ref: 'e3', multiple: false } }],
  ])('passes nothing on where %s', async (_, performed) => {
    const openFrom = async () => 9;
    const { next } = await nextAfter(performed, { tabs: { facts: async () => tab, openFrom } });
    expect(next).toMatchObject({ reason: 'STEP_NOT_REACHED', data: { outcome: 'not_run' } });
  });

  it('passes nothing on when a dialog is open, or the page navigates', async () => {
    const dialogs = { openIn: () => ({ type: 'alert', message: 'Stop' }) };
    const end = async () => ({ errors: [], dialogs: [] });
    const hooks = {
      ...{ freshName: () => 'h', begun: () => {}, toEnd: () => [], end },
      pending: async () => ({ timers: 0, ownFrames: 0, downloads: 0, knownUntil: 0 }),
    };
    expect((await nextAfter({}, { dialogs, hooks })).next).toMatchObject({ reason: 'STEP_NOT_REACHED' });
    const { events: webNavigation, happen } = eventsByName();
    const perform = async () => {
      happen('onHistoryStateUpdated', { ...tab, frameId: 0 });
      return { target: 'it', pageVisible: true, willNavigate: false, trusted: true, activity, ending, opened };
    };
    const api = { webNavigation, webRequest: events, tabs: events, downloads: events };
    const moved = await nextAfter({}, { api, hooks, driver: { chooserIn: () => undefined, perform } });
    expect(moved.outcome.navigated).toBe(true);
    expect(moved.next).toMatchObject({ reason: 'STEP_NOT_REACHED' });
  });

  it('lets the page begin with the next step only where it is over, and no request is open', async () => {
    const asked: unknown[] = [];
    const perform = async (...[, , , course]: Parameters<ActionOptions['driver']['perform']>) => {
      asked.push(course?.next?.());
      return { target: 'it', pageVisible: true, willNavigate: false, trusted: true, activity, ending };
    };
    const driver = { chooserIn: () => undefined, perform };
    await nextAfter({}, { driver });
    const open = { logged: () => [], eventsOf: () => events, begunWithin: () => ['r1'] };
    await nextAfter({}, { driver, traffic: open });
    await nextAfter({}, { driver, call: { callId: 'c1', step: mark } });
    expect(asked).toEqual([expect.objectContaining({ sameRefs: ['e2'] }), undefined, undefined]);
  });

  it('that waits itself asks the user nothing before its turn', async () => {
    const admitted: string[] = [];
    const pages = {
      placeOf: async () => place,
      allows: async () => false,
      admit: async () => void admitted.push('asked'),
    };
    await expect(typed({}, {}, false, { pages, call: ahead })).rejects.toMatchObject({ reason: 'STEP_NOT_REACHED' });
    expect(admitted).toEqual([]);
  });

  it('that waits itself looks at its tab before its turn, and no longer than until it is over', async () => {
    const seen: string[] = [];
    const watched = { hasLeft: () => false, isOneSite: async () => true, end: () => void seen.push('end') };
    const watch = () => {
      seen.push('watch');
      return watched;
    };
    const perform = async (...[, , , course]: Parameters<ActionOptions['driver']['perform']>) => {
      seen.push(course?.watched === watched ? 'typed' : 'typed unwatched');
      return { target: 'it', pageVisible: true, willNavigate: false, trusted: true, activity, ending };
    };
    const pages = {
      placeOf: async () => place,
      ...{ allows: async () => true, admit: async () => undefined },
      call: async (_: unknown, name: string) => (name === 'prepare' ? opened : { ...activity, idleMs: 500, ending }),
    };
    const traffic = { logged: () => [], eventsOf: () => events, begunWithin: () => [] };
    for (const isReached of [true, false]) {
      const turns = new StepTurns(systemClock);
      turns.open({ ...ahead, callId: 'c1' });
      turns.open(ahead);
      const driver = { chooserIn: () => undefined, watch, perform };
      const action = typed({}, {}, false, { pages, turns, call: ahead, driver, traffic });
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push('turn');
      if (isReached) turns.pass('c1', { tabId: tab.tabId, facts: Promise.resolve(tab), url: tab.url });
      turns.close('c1', tab.tabId);
      await action.catch(() => {});
    }
    expect(seen).toEqual(['watch', 'turn', 'typed', 'end', 'watch', 'turn', 'end']);
  });

  it('ends what the page has begun for it, if it is cancelled then', async () => {
    const turns = new StepTurns(systemClock);
    turns.open({ ...ahead, callId: 'c1' });
    turns.open(ahead);
    turns.pass('c1', { tabId: tab.tabId, facts: Promise.resolve(tab), url: tab.url, opened });
    const controller = new AbortController();
    controller.abort(new Error('cancelled'));
    const ended: string[] = [];
    const pages = {
      placeOf: async () => place,
      allows: async () => true,
      admit: async () => undefined,
      call: async (_: unknown, name: string) => void ended.push(name),
    };
    const hooks = { freshName: () => 'h', end: async () => void ended.push('hooks') };
    const more = { pages, hooks, turns, call: ahead, signal: controller.signal };
    await expect(typed({}, {}, false, more)).rejects.toThrow('cancelled');
    expect(ended).toEqual(['landed', 'hooks']);
  });
});
