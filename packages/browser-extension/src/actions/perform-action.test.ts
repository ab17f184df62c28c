import { type AgentLabel, systemClock } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../base/facts.ts';
import type { Ending } from '../base/page-calls.ts';
import type { Performed } from '../drivers/driver.ts';
import { type ActionOptions, performAction } from './perform-action.ts';
import { StepTurns } from './step-turns.ts';

const tab = { tabId: 7, url: 'https://shop.example/', title: '' };
const event = { addListener: () => {}, removeListener: () => {} };
const events = new Proxy({}, { get: () => event });

/** Events of which tests make some happen. */
function eventsByName() {
  const listeners = new Map<string, ((details: object) => void)[]>();
  const named = (name: string) => ({
    addListener: (listener: (details: object) => void) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    removeListener: () => {},
  });
  return {
    events: new Proxy({}, { get: (_, name) => named(String(name)) }),
    happen(name: string, details: object) {
      for (const listener of listeners.get(name) ?? []) listener(details);
    },
  };
}

/** Of a text that the driver typed so, into a field that holds something else afterwards. */
async function typed(
  performed: Partial<Performed>,
  told: Readonly<Record<string, unknown>> = {},
  hasTakenSecret = false,
  more: Readonly<Record<string, unknown>> = {},
  asked: string[] = [],
): Promise<Outcome> {
  const answers: Readonly<Record<string, unknown>> = {
    prepare: { changed: [], hookName: 'h', hasHooks: true },
    activity: { idleMs: 500, changedAt: 0, hasUntracked: false },
    finish: { evidence: { changes: [] }, contents: ['other'], hooks: {} },
    ...told,
  };
  const result = { target: 'textbox "City"', pageVisible: true, willNavigate: false, trusted: true, ...performed };
  const options = {
    api: { webNavigation: events, webRequest: events, tabs: events, downloads: events },
    clock: systemClock,
    tabId: tab.tabId,
    signal: new AbortController().signal,
    pages: {
      placeOf: async () => ({ tabId: tab.tabId, frameId: 0 }),
      admit: async () => undefined,
      call: async (_: unknown, name: string) => {
        asked.push(name);
        return answers[name];
      },
    },
    tabs: { facts: async () => tab },
    driver: { chooserIn: () => undefined, perform: async () => result },
    dialogs: { openIn: () => undefined },
    hooks: {
      ...{
        freshName: () => 'h',
        begun: () => {},
        toEnd: () => [],
        ended: () => ({ errors: [], dialogs: [] }),
        end: async () => ({ errors: [], dialogs: [] }),
      },
      pending: async () => ({ timers: 0, ownFrames: 0, downloads: 0, knownUntil: 0 }),
    },
    traffic: { logged: () => [], eventsOf: () => events },
    choosers: new Map(),
    mayRead: () => true,
    secretsIn: { isTouched: async () => hasTakenSecret },
    call: { callId: 'c1' },
    turns: new StepTurns(systemClock),
    ...more,
  };
  // What an action uses of them, and no more.
  const action = options as unknown as ActionOptions;
  return performAction(action, 'type', { ref: 'e1', text: 'Bergen', append: false, submit: false });
}

describe('an action that fills a field', () => {
  it('says that the field does not hold the text, beside what else is to be said', async () => {
    expect(await typed({})).toMatchObject({ unheld: ['e1'], note: 'e1 does not hold what was given.' });
    const { note } = await typed({ note: 'Done without the debugger.' });
    expect(note).toBe('Done without the debugger. e1 does not hold what was given.');
  });

  it('does not even say that on a site that took a secret, where it would tell one part by part', async () => {
    const { changes, unheld, note, isWithheld } = await typed({}, {}, true);
    expect([changes, unheld, isWithheld]).toEqual([[], undefined, true]);
    expect(note).toBe('What changed is not told on a site that took a secret. Take a snapshot.');
  });

  it('asks no more of a page that has told its end with its activity', async () => {
    const ending = { evidence: { changes: ['new: text "Saved"'] }, contents: ['given'], hooks: {} };
    const activity = { idleMs: 500, changedAt: 0, hasUntracked: false, ending };
    const { changes, unheld } = await typed({}, { activity, finish: new Promise(() => {}) });
    expect([changes, unheld]).toEqual([['new: text "Saved"'], undefined]);
  });
});

describe('an action that a busy page keeps waiting', () => {
  it('is not the cause of a navigation that comes meanwhile', async () => {
    const { events: webNavigation, happen } = eventsByName();
    const answers: Readonly<Record<string, unknown>> = {
      prepare: { changed: [], hookName: 'h', hasHooks: true },
      activity: { idleMs: 500, changedAt: 0, hasUntracked: false },
      finish: { evidence: { changes: ['new: text "Saved"'] }, contents: ['given'], hooks: {} },
    };
    const pages = {
      placeOf: async () => ({ tabId: tab.tabId, frameId: 0 }),
      admit: async () => undefined,
      call: async (_: unknown, name: string) => {
        if (name === 'prepare') {
          await new Promise((resolve) => setTimeout(resolve, 5));
          happen('onHistoryStateUpdated', { ...tab, frameId: 0 });
        }
        return answers[name];
      },
    };
    const api = { webNavigation, webRequest: events, tabs: events, downloads: events };
    const { navigated, changes } = await typed({}, {}, false, { api, pages });
    expect([navigated, changes]).toEqual([false, ['new: text "Saved"']]);
  });
});

describe('the tab of an action', () => {
  it('is read while the page is asked whether it has settled, and after a navigation anew', async () => {
    const { events: webNavigation, happen } = eventsByName();
    const api = { webNavigation, webRequest: events, tabs: events, downloads: events };
    let reads = 0;
    const facts = async () => ({ ...tab, title: `read ${++reads}` });
    const asked: string[] = [];
    const still = await typed({}, {}, false, { api, tabs: { facts } }, asked);
    // Once before the action.
    expect(reads).toBe(1 + asked.filter((name) => name === 'activity').length);
    expect(still.title).toBe(`read ${reads}`);
    reads = 0;
    const perform = async () => {
      happen('onHistoryStateUpdated', { ...tab, frameId: 0 });
      return { target: 'it', pageVisible: true, willNavigate: false, trusted: true };
    };
    const driver = { chooserIn: () => undefined, perform };
    const hooks = {
      ...{ freshName: () => 'h', begun: () => {}, toEnd: () => [] },
      end: async () => {},
      pending: async () => ({ timers: 0, ownFrames: 0, downloads: 0, knownUntil: 0 }),
    };
    const moved = await typed({}, {}, false, { api, tabs: { facts }, driver, hooks });
    expect(moved.title).toBe(`read ${reads}`);
  });
});

describe('the hooks of an action', () => {
  async function endedBy(...names: string[]): Promise<string[]> {
    const { events: webNavigation, happen } = eventsByName();
    const asked: string[] = [];
    const hooks = {
      ...{ freshName: () => 'h', begun: () => {}, toEnd: () => [] },
      forget: () => void asked.push('forget'),
      end: async () => void asked.push('end'),
    };
    const perform = async () => {
      for (const [name = '', ...from] of names.map((each) => each.split(' '))) {
        const transitionQualifiers = from.length > 0 ? ['forward_back'] : [];
        happen(name, { ...tab, frameId: 0, url: 'https://shop.example/paid', transitionQualifiers });
      }
      return { target: 'it', pageVisible: true, willNavigate: false, trusted: true };
    };
    await typed({}, {}, false, {
      api: { webNavigation, webRequest: events, tabs: events, downloads: events },
      driver: { chooserIn: () => undefined, perform },
      hooks,
    });
    return asked;
  }

  it('are gone with a document that is replaced, and are not asked in the next one', async () => {
    expect(await endedBy('onBeforeNavigate', 'onCommitted', 'onCompleted')).toEqual(['forget']);
  });

  it('are ended in a document that only has another address, or is from the back/forward cache', async () => {
    expect(await endedBy('onHistoryStateUpdated')).toEqual(['end']);
    expect(await endedBy('onCommitted from history', 'onCompleted')).toEqual(['end']);
  });
});

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
