// The cookies that go with requests to a tab's page: listed, set and removed after checking site access.
import { SallyportError } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';
import { type Right, siteOf } from '../base/sites.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { tabClosed } from '../watch/navigation.ts';

export type Cookie = chrome.cookies.Cookie;
export type NewCookie = Omit<chrome.cookies.SetDetails, 'url' | 'storeId'> & { readonly name: string };

/** Of one tab. Each function asks for its right first. */
export interface Cookies {
  /** By name. With their values only where the right is the one to read them. */
  list(right: 'read' | 'readState'): Promise<readonly Cookie[]>;
  set(cookie: NewCookie): Promise<void>;
  /** False where there was no such cookie. */
  remove(name: string): Promise<boolean>;
}

export interface CookiesOptions {
  readonly api: BrowserApi;
  readonly pages: Pick<PageCaller, 'admit'>;
  readonly tabId: number;
}

export function cookiesOf({ api, pages, tabId }: CookiesOptions): Cookies {
  /** Where the cookies belong to, once the agent has the right to it. */
  async function admitted(right: Right): Promise<{ readonly url: string; readonly storeId: string }> {
    const site = await pages.admit({ tabId, frameId: 0 }, right);
    const { url = '' } = await api.tabs.get(tabId).catch(() => {
      throw tabClosed(tabId);
    });
    // The tab may have gone elsewhere while the user was asked.
    if (site !== undefined && siteOf(url) !== site) throw moved();
    if (!/^https?:/.test(url)) throw withoutCookies();
    const stores = await api.cookies.getAllCookieStores();
    const store = stores.find(({ tabIds }) => tabIds.includes(tabId));
    if (store === undefined) throw moved();
    return { url, storeId: store.id };
  }

  return {
    async list(right) {
      const found = await api.cookies.getAll(await admitted(right));
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async set(cookie) {
      const place = await admitted('changeState');
      const isSet = await api.cookies.set({ ...cookie, ...place }).catch(() => null);
      if (!isSet) throw notTaken();
    },
    async remove(name) {
      const place = await admitted('changeState');
      const isThere = (await api.cookies.get({ ...place, name })) !== null;
      if (isThere) await api.cookies.remove({ ...place, name });
      return isThere;
    },
  };
}

function moved(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The tab went to another site in the meantime.', {
    hint: 'Take a snapshot to see the current page.',
    data: { outcome: 'not_run' },
  });
}

function withoutCookies(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The page in this tab has no cookies: it is not a web page.', {
    hint: 'Navigate to the site first.',
  });
}

function notTaken(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'The browser does not take this cookie for this page.', {
    hint: 'Its domain must be the page’s own or a parent of it, and "secure" needs https.',
  });
}
