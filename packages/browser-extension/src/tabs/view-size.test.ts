import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import { ViewSizes } from './view-size.ts';

const wanted = { width: 500, height: 400 };

interface FakeWindow {
  width: number;
  height: number;
  state: string;
}

let window: FakeWindow;
let another: FakeWindow;
let windows: Map<number, FakeWindow>;
/** The window of each tab. */
let tabs: Map<number, number>;
let isFrozen: boolean;
let stored: unknown;
let sizes: ViewSizes;

function windowOf(windowId: number): FakeWindow {
  const found = windows.get(windowId);
  if (found === undefined) throw new Error(`No window ${windowId}.`);
  return found;
}

function open(): ViewSizes {
  const api = {
    tabs: {
      get: async (tabId: number) => {
        const windowId = tabs.get(tabId) ?? 0;
        const { width, height } = windowOf(windowId);
        // A view is 100 pixels lower than its window.
        return { windowId, width: isFrozen ? 1 : width, height: height - 100 };
      },
    },
    windows: {
      get: async (windowId: number) => ({ ...windowOf(windowId) }),
      update: async (windowId: number, changes: object) => void Object.assign(windowOf(windowId), changes),
    },
    // No more of it is used.
  } as unknown as BrowserApi;
  const sizeStore = {
    read: async () => stored,
    write: async (value: unknown) => {
      stored = value;
    },
  };
  return new ViewSizes({ api, clock: fakeClock(), sizeStore });
}

beforeEach(() => {
  window = { width: 1000, height: 900, state: 'normal' };
  another = { width: 1200, height: 800, state: 'normal' };
  windows = new Map([
    [1, window],
    [2, another],
  ]);
  tabs = new Map([
    [7, 1],
    [8, 1],
    [9, 2],
  ]);
  isFrozen = false;
  stored = undefined;
  sizes = open();
});

describe('the size of a view', () => {
  const { signal } = new AbortController();
  const own = { width: 1000, height: 900, state: 'normal' };

  it('is that of its window, which gets its own back', async () => {
    expect(await sizes.resize({ tabId: 7, signal }, wanted)).toEqual(wanted);
    await sizes.resize({ tabId: 7, signal }, { width: 600, height: 400 });
    expect(window).toMatchObject({ width: 600, height: 500 });
    expect(await sizes.sizeFor(7)).toEqual({ width: 600, height: 400 });
    await sizes.restore(7);
    expect([window, await sizes.sizeFor(7)]).toEqual([own, undefined]);
  });

  it('is given back for the tab alone that it was changed for, also when that is gone', async () => {
    await sizes.resize({ tabId: 7, signal }, wanted);
    await sizes.restore(8);
    expect([window.width, await sizes.sizeFor(8), await sizes.sizeFor(7)]).toEqual([500, undefined, wanted]);
    tabs.delete(7);
    await sizes.restore(7);
    expect(window).toEqual(own);
  });

  it('is given back after a restart of the worker, and not after one of the browser', async () => {
    await sizes.resize({ tabId: 7, signal }, wanted);
    const restarted = open();
    expect(await restarted.sizeFor(7)).toEqual(wanted);
    await restarted.restore(7);
    expect(window).toEqual(own);
    await restarted.resize({ tabId: 7, signal }, wanted);
    const inNewBrowser = open();
    inNewBrowser.forget();
    await inNewBrowser.restore(7);
    expect([window.width, await open().sizeFor(7)]).toEqual([500, undefined]);
  });

  it('is not taken for the own one while another change is under way', async () => {
    await Promise.all([
      sizes.resize({ tabId: 7, signal }, wanted),
      sizes.resize({ tabId: 8, signal }, { width: 600, height: 400 }),
      sizes.restore(8),
    ]);
    expect(window).toEqual(own);
  });

  it('is given back before another window is resized, and not missed with a window that is gone', async () => {
    await sizes.resize({ tabId: 7, signal }, wanted);
    await sizes.resize({ tabId: 9, signal }, wanted);
    expect([window, another.width]).toEqual([own, 500]);
    windows.delete(2);
    await sizes.restore(9);
  });

  it('is given back when the call is cancelled before it is reached', async () => {
    isFrozen = true;
    const caller = new AbortController();
    const resized = sizes.resize({ tabId: 7, signal: caller.signal }, wanted);
    await vi.waitFor(() => expect(window.width).not.toBe(1000));
    caller.abort(new Error('cancelled'));
    await expect(resized).rejects.toThrow('cancelled');
    expect([window, await sizes.sizeFor(7)]).toEqual([own, undefined]);
  });

  it('does not restore a window that the user has minimised', async () => {
    await sizes.resize({ tabId: 7, signal }, wanted);
    window.state = 'minimized';
    await expect(sizes.resize({ tabId: 7, signal }, { width: 600, height: 400 })).rejects.toThrow('minimised');
    expect(window).toEqual({ width: 500, height: 500, state: 'minimized' });
    await sizes.restore(7);
    expect(window).toEqual({ width: 1000, height: 900, state: 'minimized' });
  });
});
