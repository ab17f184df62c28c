import { describe, expect, it, vi } from 'vitest';
import type { BrowserApi } from '../base/platform.ts';
import { cookiesOf } from './cookies.ts';

const cookie = { name: 'sid', value: 'abc', domain: 'shop.example', path: '/' };
const place = { url: 'https://shop.example/cart', storeId: 'private' };

function setUp({ url = place.url, site = 'https://shop.example' } = {}) {
  const admit = vi.fn(async () => site);
  const jar = {
    getAllCookieStores: async () => [
      { id: 'default', tabIds: [1, 2] },
      { id: 'private', tabIds: [7] },
    ],
    getAll: vi.fn(async () => [cookie, { ...cookie, name: 'a' }]),
    get: vi.fn(async ({ name }: { name: string }) => (name === 'sid' ? cookie : null)),
    set: vi.fn(async ({ name }: { name: string }) => (name === 'bad' ? null : cookie)),
    remove: vi.fn(async () => ({})),
  };
  // Only what cookies use.
  const api = { tabs: { get: async () => ({ url }) }, cookies: jar } as unknown as BrowserApi;
  return { admit, jar, cookies: cookiesOf({ api, pages: { admit }, tabId: 7 }) };
}

describe('the cookies of a tab', () => {
  it('are those of its page and its cookie store, by name', async () => {
    const { admit, jar, cookies } = setUp();
    expect((await cookies.list('read')).map(({ name }) => name)).toEqual(['a', 'sid']);
    expect(jar.getAll).toHaveBeenCalledWith(place);
    expect(admit).toHaveBeenCalledWith({ tabId: 7, frameId: 0 }, 'read');
  });

  it('are changed with the right to change them', async () => {
    const { admit, jar, cookies } = setUp();
    await cookies.set({ name: 'sid', value: 'x' });
    expect(jar.set).toHaveBeenCalledWith({ name: 'sid', value: 'x', ...place });
    expect([await cookies.remove('sid'), await cookies.remove('none')]).toEqual([true, false]);
    expect(jar.remove).toHaveBeenCalledTimes(1);
    expect(admit.mock.calls.map((call: unknown[]) => call[1])).toEqual(Array(3).fill('changeState'));
  });

  it('are not touched when the tab left the site while the user was asked', async () => {
    const { jar, cookies } = setUp({ url: 'https://bank.example/' });
    await expect(cookies.list('readState')).rejects.toMatchObject({ data: { outcome: 'not_run' } });
    expect(jar.getAll).not.toHaveBeenCalled();
  });

  it('say what is wrong with a cookie that the browser refuses, and with a page that has none', async () => {
    await expect(setUp().cookies.set({ name: 'bad' })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    const local = setUp({ url: 'about:blank', site: 'about:blank' });
    await expect(local.cookies.list('read')).rejects.toThrow('it is not a web page');
  });
});
