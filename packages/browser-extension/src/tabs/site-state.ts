// What the site of a tab keeps in the browser: cookies and stored data, each after checking the agent's right to it.
import { SallyportError } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';
import { basisOf, type CookieStore, goesTo, type StateRight, siteOf } from '../base/sites.ts';
import type { StateCalls, StorageArea, StorageChange } from '../base/state-calls.ts';
import type { StateAccess } from '../guard/access/site-access.ts';
import { refused, type SecretSites } from '../guard/secrets/secret-sites.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { tabClosed } from '../watch/navigation.ts';

export type Cookie = chrome.cookies.Cookie;
export type NewCookie = Omit<chrome.cookies.SetDetails, 'url' | 'storeId' | 'name'> & { readonly name: string };

/** Of one tab. Names and sizes need the right to read the page; values and changes are asked for. */
export interface SiteState {
  /** Those that go with requests to the page, by name. Their values are for whoever wanted values. */
  cookies(wanted: 'names' | 'values'): Promise<{ readonly cookies: readonly Cookie[]; readonly withheld: number }>;
  /** Throws with `data.cookie` where this one alone is `refused` by the browser, or `withheld` for a closed site. */
  setCookie(cookie: NewCookie): Promise<void>;
  /** False where there was no such cookie. */
  removeCookie(name: string): Promise<boolean>;
  items(area: StorageArea): Promise<ReturnType<StateCalls['storedItems']>>;
  item(area: StorageArea, key: string): Promise<string | null>;
  allItems(): Promise<ReturnType<StateCalls['readAllStored']>>;
  change(area: StorageArea, change: StorageChange): Promise<void>;
}

export interface SiteStateOptions {
  readonly api: BrowserApi;
  readonly pages: Pick<PageCaller, 'admit' | 'call'>;
  readonly access: StateAccess;
  readonly secretSites: Pick<SecretSites, 'isMarked' | 'markedSites' | 'requireScript'>;
  readonly tabId: number;
}

export function siteStateOf({ api, pages, access, secretSites, tabId }: SiteStateOptions): SiteState {
  const place = { tabId, frameId: 0 };

  async function addressHere(): Promise<string> {
    const { url = '' } = await api.tabs.get(tabId).catch(() => {
      throw tabClosed(tabId);
    });
    if (!/^https?:/.test(url)) throw keepsNothing();
    return url;
  }

  /** Where the state belongs to, once the agent has the right to it. */
  async function admitted(right: 'names' | StateRight) {
    const allowed = await pages.admit(place, right === 'names' ? 'read' : basisOf[right]);
    const site = siteOf(await addressHere());
    if (allowed !== undefined && allowed !== site) throw moved();
    const store = await storeOf(api, tabId);
    if (right !== 'names') await access.requireState({ site, right, store });
    // The tab may have gone elsewhere while the user was asked.
    const url = await addressHere();
    if (siteOf(url) !== site) throw moved();
    if (secretSites.isMarked(site)) throw keptApart();
    // What an agent leaves there may change what the site's own scripts do.
    if (right === 'changeState') await secretSites.requireScript(site);
    return { site, jar: { url, storeId: store.id } };
  }

  /** Cookies know no ports and may be for a whole domain: none is shown or set that would also go to a closed site, or one that took a secret. */
  function isShared(url: string, domain: string | undefined): boolean {
    const { hostname } = new URL(url);
    const apart = [...access.closedSites(), ...secretSites.markedSites()];
    const closed = apart.filter((site) => URL.canParse(site) && site !== siteOf(url));
    return closed.some((site) => goesTo(domain ?? hostname, new URL(site).hostname));
  }

  return {
    async cookies(wanted) {
      const { jar } = await admitted(wanted === 'names' ? 'names' : 'readState');
      const found = await api.cookies.getAll(jar);
      const cookies = found.filter(({ domain }) => !isShared(jar.url, domain));
      return { cookies: cookies.sort((a, b) => (a.name < b.name ? -1 : 1)), withheld: found.length - cookies.length };
    },
    async setCookie(cookie) {
      const { jar } = await admitted('changeState');
      if (isShared(jar.url, cookie.domain)) throw shared();
      const isSet = await api.cookies.set({ ...cookie, ...jar }).catch(() => null);
      if (!isSet) throw notTaken();
    },
    async removeCookie(name) {
      const { jar } = await admitted('changeState');
      // Paths and domains of several lengths may have one name. A browser removes one of them, or all at once.
      const found = await api.cookies.getAll({ ...jar, name });
      if (found.some(({ domain }) => isShared(jar.url, domain))) throw shared();
      for (const _ of found) await api.cookies.remove({ ...jar, name });
      return found.length > 0;
    },
    async items(area) {
      const { site } = await admitted('names');
      return pages.call(place, 'storedItems', { site, area });
    },
    async item(area, key) {
      const { site } = await admitted('readState');
      return pages.call(place, 'readStored', { site, area, key });
    },
    async allItems() {
      const { site } = await admitted('readState');
      return pages.call(place, 'readAllStored', { site });
    },
    async change(area, change) {
      const { site } = await admitted('changeState');
      await pages.call(place, 'changeStored', { site, area, change });
    },
  };
}

async function storeOf(api: BrowserApi, tabId: number): Promise<CookieStore> {
  const [stores, tab] = await Promise.all([api.cookies.getAllCookieStores(), api.tabs.get(tabId)]);
  const found = stores.find(({ tabIds }) => tabIds.includes(tabId));
  if (found === undefined) throw moved();
  const isContainer = found.id.startsWith('firefox-container');
  return { id: found.id, kind: tab.incognito ? 'private' : isContainer ? 'container' : 'usual' };
}

function moved(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The tab went to another site in the meantime.', {
    hint: 'Take a snapshot to see the current page.',
    data: { outcome: 'not_run' },
  });
}

function keptApart(): SallyportError {
  return refused(
    'A secret was typed on this site, so agents do not get at what it keeps until the browser is restarted.',
    'Use the page itself.',
  );
}

function keepsNothing(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The page in this tab keeps nothing: it is not a web page.', {
    hint: 'Navigate to the site first.',
  });
}

function shared(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'This cookie would also go to a site that is closed to you.', {
    hint: 'Do not try to work around it.',
    data: { cookie: 'withheld' },
  });
}

function notTaken(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'The browser does not take this cookie for this page.', {
    hint: '"secure" needs https, and "expires" a time to come; delete a cookie with action "delete".',
    data: { cookie: 'refused' },
  });
}
