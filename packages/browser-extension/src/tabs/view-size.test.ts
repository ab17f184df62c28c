import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import { ViewSizes } from './view-size.ts';

const wanted = { width: 500, height: 400 };

let window: { width: number; height: number; state: string };
let isFrozen: boolean;
let sizes: ViewSizes;

beforeEach(() => {
  window = { width: 1000, height: 900, state: 'normal' };
  isFrozen = false;
  const api = {
    tabs: {
      // A view is 100 pixels lower than its window.
      get: async () => ({ windowId: 1, width: isFrozen ? 1 : window.width, height: window.height - 100 }),
    },
    windows: {
      get: async () => ({ ...window }),
      update: async (_: number, changes: object) => void Object.assign(window, changes),
    },
    // No more of it is used.
  } as unknown as BrowserApi;
  sizes = new ViewSizes({ api, clock: fakeClock() });
});

describe('the size of a view', () => {
  const { signal } = new AbortController();

  it('is that of its window, which gets its own back', async () => {
    expect(await sizes.resize({ tabId: 7, signal }, wanted)).toEqual(wanted);
    await sizes.resize({ tabId: 7, signal }, { width: 600, height: 400 });
    expect(window).toMatchObject({ width: 600, height: 500 });
    expect(await sizes.resize({ tabId: 7, signal }, undefined)).toEqual({ width: 1000, height: 800 });
  });

  it('is given back when the call is cancelled before it is reached', async () => {
    isFrozen = true;
    const caller = new AbortController();
    const resized = sizes.resize({ tabId: 7, signal: caller.signal }, wanted);
    caller.abort(new Error('cancelled'));
    await expect(resized).rejects.toThrow('cancelled');
    expect(window).toEqual({ width: 1000, height: 900, state: 'normal' });
  });

  it('does not restore a window that the user has minimised', async () => {
    await sizes.resize({ tabId: 7, signal }, wanted);
    window.state = 'minimized';
    await expect(sizes.resize({ tabId: 7, signal }, { width: 600, height: 400 })).rejects.toThrow('minimised');
    expect(window).toEqual({ width: 500, height: 500, state: 'minimized' });
    await sizes.resize({ tabId: 7, signal }, undefined);
    expect(window).toEqual({ width: 1000, height: 900, state: 'minimized' });
  });
});
