import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Store } from '../base/store.ts';
import { openAgentWindow } from './agent-window.ts';

interface FakeTab {
  readonly id: number;
  readonly windowId: number;
  active: boolean;
}

/** A browser with the user's window 1 and their tab 1 in it. */
function stage({ isFirefox = false, isUserThere = true, hasUser = true, isChosen = true } = {}) {
  const refocused: number[] = [];
  let focusedId = isUserThere ? 1 : -1;
  const tabs: FakeTab[] = [{ id: 1, windowId: 1, active: true }];
  const created: object[] = [];
  const owned = new Set<number>();
  let stored: unknown;
  /** Of every window, and of the views there. */
  const size = { width: 1000, height: 900 };
  const add = (windowId: number, active: boolean): FakeTab => {
    if (active) for (const tab of tabs) if (tab.windowId === windowId) tab.active = false;
    const tab = { id: tabs.length + 1, windowId, active };
    tabs.push(tab);
    return tab;
  };
  const api = {
    tabs: {
      get: async (tabId: number) => ({ ...tabs.find(({ id }) => id === tabId), ...size }),
      query: async ({ windowId }: { windowId: number }) => tabs.filter((tab) => tab.windowId === windowId),
      create: async ({ windowId, active }: { windowId: number; active: boolean }) => add(windowId, active),
      update: async (tabId: number) => {
        const shown = tabs.find(({ id }) => id === tabId);
        for (const tab of tabs) if (tab.windowId === shown?.windowId) tab.active = tab === shown;
      },
    },
    windows: {
      create: async (options: object) => {
        created.push(options);
        const windowId = created.length + 1;
        return { id: windowId, tabs: [add(windowId, true)] };
      },
      get: async (windowId: number) => ({ focused: windowId === focusedId, ...size }),
      getLastFocused: async () => ({ id: 1, focused: isUserThere }),
      update: async (windowId: number, changes: { focused?: boolean }) => {
        if (changes.focused === true) refocused.push(windowId);
        else Object.assign(size, changes);
      },
    },
    ...(isFirefox ? {} : { debugger: {} }),
  };
  const store: Store = {
    read: async () => stored,
    write: async (value) => {
      stored = value;
    },
  };
  const own = (tabId: number) => void owned.add(tabId);
  // The window uses these functions of the browser's API and nothing else.
  const open = () =>
    openAgentWindow({
      api: api as unknown as BrowserApi,
      clock: fakeClock(),
      owners: { isOwned: (tabId) => owned.has(tabId) },
      store,
      sizeStore: { read: async () => undefined, write: async () => {} },
      hasUser: () => hasUser,
      settings: { agentWindow: isChosen ? true : undefined },
    });
  const activeIn = (windowId: number) => tabs.find((tab) => tab.windowId === windowId && tab.active)?.id;
  const focus = (windowId: number) => {
    focusedId = windowId;
  };
  const isStored = () => stored !== null;
  return { open, own, owned, tabs, created, add, activeIn, refocused, focus, size, isStored };
}

describe('the window of agents', () => {
  it('opens with the first tab, without the focus, and takes up the others', async () => {
    const { open, own, created, tabs, activeIn } = stage();
    const window = open();
    const opened = await Promise.all([window.openTab(own), window.openTab(own)]);
    expect(created).toEqual([{ focused: false, url: 'about:blank' }]);
    expect(opened.map((tabId) => tabs.find(({ id }) => id === tabId)?.windowId)).toEqual([2, 2]);
    expect([activeIn(1), activeIn(2)]).toEqual([1, opened[1]]);
  });

  it('shows the tab that an agent uses', async () => {
    const { open, own, activeIn } = stage();
    const window = open();
    const first = (await window.openTab(own)) ?? 0;
    await window.openTab(own);
    await window.show(first);
    expect(activeIn(2)).toBe(first);
  });

  it('leaves a tab in front that the user has opened there', async () => {
    const { open, own, add, activeIn } = stage();
    const window = open();
    const first = (await window.openTab(own)) ?? 0;
    const { id: users } = add(2, true);
    await window.show(first);
    await window.openTab(own);
    expect(activeIn(2)).toBe(users);
  });

  it.each([true, false])('changes nothing while the user is in it (a person in the profile: %s)', async (hasUser) => {
    const { open, own, activeIn, focus } = stage({ hasUser });
    const window = open();
    const first = (await window.openTab(own)) ?? 0;
    const second = (await window.openTab(own)) ?? 0;
    focus(2);
    await window.show(first);
    expect(activeIn(2)).toBe(hasUser ? second : first);
    const third = await window.openTab(own);
    expect(activeIn(2)).toBe(hasUser ? second : third);
  });

  it('opens in the user’s own Firefox only by their choice: it may come to the front of another program', async () => {
    const unasked = stage({ isFirefox: true, isUserThere: false, isChosen: false });
    expect([await unasked.open().openTab(unasked.own), unasked.created]).toEqual([undefined, []]);
    const managed = stage({ isFirefox: true, hasUser: false, isChosen: false });
    expect(await managed.open().openTab(managed.own)).toBe(2);
  });

  it('is forgotten when the browser starts, since its id may mean a window of the user', async () => {
    const { open, own, created, isStored } = stage();
    const window = open();
    await window.openTab(own);
    window.forget();
    expect(isStored()).toBe(false);
    await window.openTab(own);
    expect(created).toHaveLength(2);
  });

  it('shows no tab of another window, such as an adopted one', async () => {
    const { open, own, add, activeIn } = stage();
    const window = open();
    await window.openTab(own);
    const adopted = add(1, false).id;
    own(adopted);
    await window.show(adopted);
    expect(activeIn(1)).toBe(1);
  });

  it('does not open in Firefox while the user is in the browser: it would take the focus', async () => {
    const there = stage({ isFirefox: true });
    expect([await there.open().openTab(there.own), there.created]).toEqual([undefined, []]);
    const away = stage({ isFirefox: true, isUserThere: false });
    expect(await away.open().openTab(away.own)).toBe(2);
    expect(away.refocused).toEqual([]);
  });

  it('gives the focus back where nobody types, in a profile of its own', async () => {
    const { open, own, refocused } = stage({ isFirefox: true, hasUser: false });
    expect(await open().openTab(own)).toBe(2);
    expect(refocused).toEqual([1]);
  });

  it('is known after a restart of the worker, and not once its last agent tab is gone', async () => {
    const { open, own, owned, created } = stage();
    await open().openTab(own);
    await open().openTab(own);
    expect(created).toHaveLength(1);
    owned.clear();
    await open().openTab(own);
    expect(created).toHaveLength(2);
  });

  it('is resized for a session alone there, and gets its size back when the tab for which it was has ended', async () => {
    const { open, own, add, size } = stage();
    const window = open();
    const annas = (await window.openTab(own)) ?? 0;
    const { signal } = new AbortController();
    const small = { width: 500, height: 400 };
    const isOwn = (tabId: number) => tabId === annas;
    expect(await window.resize({ tabId: annas, isOwn, signal }, small)).toEqual(small);
    // Another agent comes, fails to resize it, and leaves.
    const berts = (await window.openTab(own)) ?? 0;
    const isBerts = (tabId: number) => tabId === berts;
    expect(await window.resize({ tabId: berts, isOwn: isBerts, signal }, { width: 9, height: 9 })).toBeUndefined();
    expect(await window.resize({ tabId: annas, isOwn, signal }, { width: 9, height: 9 })).toBeUndefined();
    await window.restoreSize(berts);
    expect([size, await window.sizeFor(annas), await window.sizeFor(berts)]).toMatchObject([small, small, undefined]);
    await window.restoreSize(annas);
    expect(size).toMatchObject({ width: 1000, height: 900 });
    // A tab in a window of the user.
    const { id: lent } = add(1, false);
    expect(await window.resize({ tabId: lent, isOwn: () => true, signal }, small)).toBeUndefined();
  });
});
