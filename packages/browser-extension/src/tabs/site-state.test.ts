import { describe, expect, it, vi } from 'vitest';
import type { BrowserApi } from '../base/platform.ts';
import type { StateAccess } from '../guard/access/site-access.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { siteStateOf } from './site-state.ts';

const site = 'https://shop.example';
const cookie = { name: 'sid', value: 'abc', domain: 'shop.example', path: '/' };
const jar = { url: `${site}/cart`, storeId: 'private' };

interface SetUp {
  readonly url?: string;
  readonly closed?: readonly string[];
  /** Where a secret was typed. */
  readonly marked?: readonly string[];
  /** Cookies besides the two. */
  readonly more?: readonly (typeof cookie)[];
  /** Where the tab is after the question. */
  readonly urlLater?: string;
}

function setUp({ url = jar.url, closed = [], marked = [], more = [], urlLater = url }: SetUp = {}) {
  const addresses = [url, url, urlLater];
  const asked: unknown[] = [];
  const admit = vi.fn(async (_: unknown, right: string) => {
    asked.push(right);
    return new URL(url).origin;
  });
  const call = vi.fn(async () => null);
  const access: StateAccess = {
    requireState: async ({ right, store }) => void asked.push([right, store]),
    closedSites: () => closed,
    requireNoRefusedState: () => {},
  };
  let kept = [cookie, { ...cookie, name: 'a', domain: '.shop.example' }, ...more];
  const api = {
    getAllCookieStores: async () => [
      { id: 'default', tabIds: [1, 2] },
      { id: 'private', tabIds: [7] },
    ],
    getAll: vi.fn(async (wanted: { name?: string }) => kept.filter(({ name }) => name === (wanted.name ?? name))),
    set: vi.fn(async ({ name }: { name: string }) => (name === 'bad' ? null : cookie)),
    remove: vi.fn(async (wanted: { name: string }) => {
      kept = kept.filter(({ name }) => name !== wanted.name);
    }),
  };
  const tabs = { get: async () => ({ url: addresses.length > 1 ? addresses.shift() : addresses[0], incognito: true }) };
  const state = siteStateOf({
    // Only what it uses.
    api: { tabs, cookies: api } as unknown as BrowserApi,
    pages: { admit, call } as unknown as PageCaller,
    access,
    secretSites: { isMarked: () => false, markedSites: () => marked, requireScript: async () => {} },
    tabId: 7,
  });
  return { asked, api, call, state };
}

describe('what the site of a tab keeps', () => {
  it('is listed from its own cookie store, by name, with the right to read the page', async () => {
    const { asked, api, state } = setUp();
    const { cookies, withheld } = await state.cookies('names');
    expect([cookies.map(({ name }) => name), withheld]).toEqual([['a', 'sid'], 0]);
    expect(api.getAll).toHaveBeenCalledWith(jar);
    expect(asked).toEqual(['read']);
  });

  it('is shown and changed after the user was asked for that store', async () => {
    const { asked, api, call, state } = setUp();
    const store = { id: 'private', kind: 'private' };
    await state.cookies('values');
    await state.setCookie({ name: 'sid', value: 'x' });
    expect(api.set).toHaveBeenCalledWith({ name: 'sid', value: 'x', ...jar });
    await state.item('local', 'basket');
    expect(call).toHaveBeenLastCalledWith({ tabId: 7, frameId: 0 }, 'readStored', {
      site,
      area: 'local',
      key: 'basket',
    });
    await state.change('session', { do: 'clear' });
    const [reading, changing] = [
      ['read', ['readState', store]],
      ['act', ['changeState', store]],
    ];
    expect(asked).toEqual([...reading, ...changing, ...reading, ...changing]);
  });

  it('loses every cookie of a name', async () => {
    const { api, state } = setUp({ more: [{ ...cookie, path: '/cart' }] });
    expect([await state.removeCookie('sid'), await state.removeCookie('none')]).toEqual([true, false]);
    expect(await api.getAll({})).toMatchObject([{ name: 'a' }]);
  });

  it('loses no cookie of a name by which another one goes to a closed site', async () => {
    const more = [{ ...cookie, domain: '.shop.example' }];
    const { api, state } = setUp({ closed: ['https://mail.shop.example'], more });
    await expect(state.removeCookie('sid')).rejects.toThrow('also go to a site that is closed to you');
    expect(api.remove).not.toHaveBeenCalled();
  });

  it('is not touched when the tab left the site while the user was asked', async () => {
    const { api, state } = setUp({ urlLater: 'https://bank.example/' });
    await expect(state.cookies('values')).rejects.toMatchObject({ data: { outcome: 'not_run' } });
    expect(api.getAll).not.toHaveBeenCalled();
  });

  it.each([
    ['another port', ['https://shop.example:8443'], []],
    ['another scheme', ['http://shop.example'], []],
    ['a part of the domain', ['https://mail.shop.example'], ['sid']],
    ['another domain', ['https://myshop.example'], ['a', 'sid']],
  ])('is withheld as far as it also goes to a closed site: %s', async (_, closed, names) => {
    const { state } = setUp({ closed });
    const { cookies, withheld } = await state.cookies('values');
    expect([cookies.map(({ name }) => name), withheld]).toEqual([names, 2 - names.length]);
    const setting = state.setCookie({ name: 'x', domain: '.shop.example' });
    if (names.length === 2) await setting;
    else
      await expect(setting).rejects.toMatchObject({
        message: expect.stringContaining('also go to a site that is closed to you'),
        data: { cookie: 'withheld' },
      });
  });

  it('says what is wrong with a cookie that the browser refuses, and with a page that keeps nothing', async () => {
    await expect(setUp().state.setCookie({ name: 'bad' })).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      data: { cookie: 'refused' },
    });
    await expect(setUp({ url: 'about:blank' }).state.cookies('names')).rejects.toThrow('it is not a web page');
  });

  it.each(['https://shop.example:8443', 'http://shop.example'])(
    'has no cookie that also goes to %s, where a secret was typed',
    async (other) => {
      const { api, state } = setUp({ marked: [other] });
      expect(await state.cookies('values')).toEqual({ cookies: [], withheld: 2 });
      await expect(state.setCookie({ name: 'b', value: 'c', path: '/' })).rejects.toThrow('also go to a site');
      expect(api.set).not.toHaveBeenCalled();
    },
  );
});
