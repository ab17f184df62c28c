import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { loadTab } from './tab-loading.ts';
import type { TabScope } from './tab-scope.ts';

const url = 'https://shop.example/';
const silent = new Proxy({}, { get: () => ({ addListener: () => {}, removeListener: () => {} }) });

/** Loads the address, of which the browser says this; what the page was asked meanwhile. */
async function loadedBy(says: readonly string[], answer: Promise<unknown> = Promise.resolve(null)) {
  const clock = fakeClock();
  const listeners = new Map<string, (details: object) => void>();
  const asked: unknown[] = [];
  const webNavigation = new Proxy(
    {},
    {
      get: (_, name) => ({
        addListener: (listener: (details: object) => void) => listeners.set(String(name), listener),
        removeListener: () => {},
      }),
    },
  );
  const happen = (name: string) =>
    listeners.get(name)?.({ tabId: 7, frameId: 0, url, transitionQualifiers: [], timeStamp: 0 });
  const tabs = {
    update: async () => {
      for (const name of says) happen(name);
    },
    get: async (id: number) => ({ id, url, title: 'Shop' }),
    onRemoved: { addListener: () => {}, removeListener: () => {} },
    onUpdated: { addListener: () => {}, removeListener: () => {} },
  };
  const scope = {
    api: { webNavigation, webRequest: silent, tabs, downloads: silent },
    clock,
    signal: new AbortController().signal,
    traffic: { logged: () => [], eventsOf: () => silent },
    access: { allows: () => true },
    secretSites: { shows: () => false },
    pages: {
      call: (place: unknown, name: string) => {
        asked.push([place, name]);
        return answer;
      },
    },
  };
  // No more of it is used.
  const loading = loadTab(scope as unknown as TabScope, 7, { url });
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(limits.page.loadGraceMs);
  return { loaded: await loading, asked };
}

describe('a tab that was loaded', () => {
  const complete = ['onBeforeNavigate', 'onCommitted', 'onDOMContentLoaded', 'onCompleted'];

  it('is read once for nobody, and the reply does not wait for that', async () => {
    const { loaded, asked } = await loadedBy(complete, new Promise(() => {}));
    expect(loaded).toEqual({ tabId: 7, url, title: 'Shop', settled: true });
    expect(asked).toEqual([[{ tabId: 7, frameId: 0 }, 'warmUp']]);
  });

  it('is loaded also where it cannot be read', async () => {
    const closed = Promise.reject(new Error('closed'));
    expect((await loadedBy(complete, closed)).loaded.settled).toBe(true);
  });

  it('is not read while it still loads', async () => {
    const { loaded, asked } = await loadedBy(complete.slice(0, 3));
    expect(loaded.settled).toBe(false);
    expect(asked).toEqual([]);
  });
});
