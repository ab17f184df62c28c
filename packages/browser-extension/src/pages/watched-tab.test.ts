import { describe, expect, it } from 'vitest';
import type { BrowserApi } from '../base/platform.ts';
import { watchTab } from './watched-tab.ts';

type Listener = (details: object) => void;

function open(look = async () => true) {
  const listeners = new Map<string, Set<Listener>>([
    ['onBeforeNavigate', new Set()],
    ['onCommitted', new Set()],
  ]);
  const asked: string[] = [];
  const event = (name: string) => ({
    addListener: (listener: Listener) => listeners.get(name)?.add(listener),
    removeListener: (listener: Listener) => listeners.get(name)?.delete(listener),
  });
  const api = { webNavigation: { onBeforeNavigate: event('onBeforeNavigate'), onCommitted: event('onCommitted') } };
  // No more of it is used.
  const tab = watchTab(api as unknown as BrowserApi, 7, (tabId, coming) => {
    asked.push(`${tabId} ${coming.join()}`.trim());
    return look();
  });
  const happen = (name: string, details: object) => {
    for (const listener of listeners.get(name) ?? []) listener({ tabId: 7, frameId: 3, url: '', ...details });
  };
  return { tab, asked, happen, listeners };
}

describe('a tab that is watched', () => {
  it('is looked at once while nothing navigates in it', async () => {
    const { tab, asked, happen } = open();
    happen('onCommitted', { tabId: 8, url: 'https://ads.example/' });
    expect([await tab.isOneSite(), await tab.isOneSite(), tab.hasLeft()]).toEqual([true, true, false]);
    expect(asked).toEqual(['7']);
  });

  it('is looked at again with the site of a frame that begins to navigate, before that is there', async () => {
    const { tab, asked, happen } = open();
    happen('onBeforeNavigate', { url: 'about:blank' });
    await tab.isOneSite();
    for (const url of ['https://shop.example/a', 'https://shop.example/b', 'https://ads.example/', 'data:text/html,x'])
      happen('onBeforeNavigate', { url });
    await tab.isOneSite();
    await tab.isOneSite();
    expect(asked).toEqual(['7', '7', '7 https://shop.example,https://ads.example']);
    const other = open();
    other.happen('onBeforeNavigate', { url: 'data:text/html,x' });
    await other.tab.isOneSite();
    expect(other.asked).toEqual(['7', '7 data:']);
  });

  it('is looked at again when a frame has come by a redirect', async () => {
    const { tab, asked, happen } = open();
    happen('onCommitted', { url: 'https://ads.example/' });
    await tab.isOneSite();
    expect(asked).toEqual(['7', '7 https://ads.example']);
  });

  it('is looked at once more when a frame begins to navigate while it is looked at, and not for ever', async () => {
    const looks: (() => void)[] = [];
    const { tab, asked, happen } = open(() => {
      looks.push(() => happen('onBeforeNavigate', { url: 'https://ads.example/' }));
      return Promise.resolve(true).then((found) => {
        if (looks.length < 3) looks.at(-1)?.();
        return found;
      });
    });
    expect(await tab.isOneSite()).toBe(true);
    expect(asked).toHaveLength(3);
    const busy = open(async () => {
      queueMicrotask(() => busy.happen('onBeforeNavigate', { url: 'https://shop.example/' }));
      return true;
    });
    expect(await busy.tab.isOneSite()).toBe(false);
    expect(busy.asked.length).toBeLessThan(10);
  });

  it('has left when its own page is another one, not when that begins', () => {
    const { tab, happen } = open();
    happen('onBeforeNavigate', { frameId: 0, url: 'https://shop.example/b' });
    expect(tab.hasLeft()).toBe(false);
    happen('onCommitted', { frameId: 0, url: 'https://shop.example/b' });
    expect(tab.hasLeft()).toBe(true);
  });

  it('leaves no listener behind, and passes an error to whoever asks', async () => {
    const { tab, listeners } = open(() => Promise.reject(new Error('closed')));
    await expect(tab.isOneSite()).rejects.toThrow('closed');
    tab.end();
    expect([...listeners.values()].map(({ size }) => size)).toEqual([0, 0]);
  });
});
