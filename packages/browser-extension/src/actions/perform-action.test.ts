import { describe, expect, it } from 'vitest';
import { events, eventsByName, tab, typed } from '../../../../tests/support/typed-action.ts';

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
