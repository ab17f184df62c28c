// The tabs as one stay may use them: every way to a tab leads past its owner.
import { type AgentLabel, limits, SallyportError } from '@sallyport/protocol';
import type { Clock } from '../base/clock.ts';
import type { Destination, Download, LoadedTab, OpenedTab, TabFacts } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { placeOnly, siteOf } from '../base/sites.ts';
import { checkReachable } from '../guard/access/addresses.ts';
import type { Visit } from '../guard/access/visit.ts';
import { type Dialogs, dialogOpen } from '../in-page/dialogs.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { DownloadWatch } from '../watch/download-watch.ts';
import { NavigationWatch, tabClosed } from '../watch/navigation.ts';
import type { Traffic } from '../watch/traffic.ts';
import type { Owners } from './owners.ts';
import type { Pool } from './pool.ts';
import type { TabGroups } from './tab-groups.ts';

export interface TabHands {
  /** A new tab in the background, owned by the stay, loaded. */
  open(url: string): Promise<OpenedTab>;
  /** The same for an address that a page of `openerId` wanted opened. It is not the stay's last tab. */
  openFrom(openerId: number, url: string): Promise<number>;
  list(): Promise<{ readonly own: readonly TabFacts[]; readonly others: number }>;
  close(tabId: number): Promise<void>;
  /** Gives one of the stay's tabs to the user. */
  release(tabId: number): Promise<void>;
  /** Takes a tab of the user, the one before their eyes without an id, once the user has said yes. */
  adopt(tabId: number | undefined): Promise<number>;
  /**
   * The tab to `verb`: this one, or without an id the stay's last one. Throws ERR_TAB_OWNED for any tab that is not the
   * stay's, ERR_INPUT_INVALID where there is none, ERR_PERMISSION_DENIED when it shows a page that no tool may touch.
   */
  reach(verb: string, tabId: number | undefined): Promise<TabFacts>;
  /** Whether the stay has a tab that `reach` finds without an id. */
  hasAny(): boolean;
  load(tabId: number, destination: Destination): Promise<LoadedTab>;
  /** Where a tab is now, whoever owns it: only for a tab that was reached. */
  facts(tabId: number): Promise<TabFacts>;
}

export interface TabHandsOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly owners: Owners;
  readonly pool: Pool;
  readonly traffic: Traffic;
  readonly groups: TabGroups;
  readonly page: PageCaller;
  readonly dialogs: Pick<Dialogs, 'openIn'>;
  readonly visit: Visit;
  readonly agent: AgentLabel;
  readonly signal: AbortSignal;
}

export function tabHands(options: TabHandsOptions): TabHands {
  const { api, clock, owners, pool, traffic, groups, page, dialogs, visit, agent, signal } = options;

  async function factsOf(tabId: number): Promise<TabFacts> {
    return factsFrom(await findTab(api, tabId));
  }

  /** Of a tab on a site that is closed to the agent it hears only where it is. */
  function tell(facts: TabFacts): TabFacts {
    if (visit.may(siteOf(facts.url), 'read')) return facts;
    return { ...facts, url: placeOnly(facts.url), title: '' };
  }

  async function loaded(tabId: number, destination: Destination): Promise<LoadedTab> {
    const watch = new NavigationWatch({ api, clock, tabId, signal });
    const downloads = new DownloadWatch(
      { api, clock, tabId },
      typeof destination === 'object' ? [destination.url] : [],
    );
    const saved = downloads.begun.then(async (): Promise<never> => {
      throw isDownload((await downloads.list(signal))[0]);
    });
    // Whoever does not wait for it has had another answer.
    saved.catch(() => {});
    try {
      await go(tabId, destination);
      if (!(await Promise.race([watch.begins(limits.page.navigationStartMs), saved]))) throw wentNowhere();
      const arrival = await Promise.race([watch.arrived(), saved]);
      if (!watch.hasMoved && (await downloads.beginsSoon(signal))) await saved;
      return { ...tell(await factsOf(tabId)), settled: arrival !== 'usable' };
    } finally {
      watch.close();
      downloads.close();
    }
  }

  /** To go somewhere is to act there; where back and forward lead is seen when the tab is there. */
  async function needDestination(tabId: number, destination: Destination): Promise<void> {
    if (typeof destination === 'object') await visit.need(siteOf(destination.url), 'act');
    else if (destination === 'reload') await visit.need(siteOf((await factsOf(tabId)).url), 'act');
  }

  async function go(tabId: number, destination: Destination): Promise<unknown> {
    if (destination === 'reload') return api.tabs.reload(tabId);
    if (typeof destination === 'object') return api.tabs.update(tabId, { url: destination.url });
    // Not tabs.goBack: Chromium's skips every page that no user has touched, so it would go too far.
    return page.call({ tabId, frameId: 0 }, 'travel', { steps: destination === 'back' ? -1 : 1 });
  }

  /** A tab is owned before it goes anywhere, so that no page in it is ever without an owner. */
  async function emptyTab(own: (tabId: number) => void): Promise<number> {
    const { id: tabId } = await api.tabs.create({ active: false, url: 'about:blank' });
    if (tabId === undefined) throw new SallyportError('ERR_TOOL_FAILED', 'The browser opened no tab.');
    own(tabId);
    traffic.watch(tabId);
    return tabId;
  }

  /** Returns the stay's own tab that had to go. */
  async function makeRoom(): Promise<number | undefined> {
    const tabId = pool.toEvict(agent.stay);
    if (tabId === undefined) return undefined;
    const isOwn = owners.isOwnedBy(tabId, agent.stay);
    await closeTab(tabId);
    return isOwn ? tabId : undefined;
  }

  async function closeTab(tabId: number): Promise<void> {
    owners.release(tabId);
    await api.tabs.remove(tabId);
  }

  function group(tabId: number): Promise<void> {
    return groups.add(tabId, agent, owners.tabsOf(agent.stay));
  }

  return {
    async open(url) {
      await visit.need(siteOf(url), 'act');
      const evicted = await makeRoom();
      const tabId = await emptyTab((id) => owners.claim(id, agent));
      // Grouped when it has loaded: Firefox aborts the load of a tab that moves meanwhile.
      try {
        const tab = await loaded(tabId, { url });
        return { ...tab, ...(evicted === undefined ? {} : { evicted }) };
      } finally {
        await group(tabId);
      }
    },

    async openFrom(openerId, url) {
      const tabId = await emptyTab((id) => owners.inherit(id, openerId));
      // The click is done, whatever becomes of the page that it opened; the agent finds it in its tabs.
      await loaded(tabId, { url }).catch(() => {});
      await group(tabId);
      return tabId;
    },

    async list() {
      const all = await api.tabs.query({});
      const byId = new Map(all.map((tab) => [tab.id, tab]));
      const own = owners.tabsOf(agent.stay).flatMap((tabId) => {
        const tab = byId.get(tabId);
        return tab === undefined ? [] : [tell(factsFrom(tab))];
      });
      const ours = all.filter(({ url }) => url?.startsWith(api.runtime.getURL('')));
      return { own, others: all.length - own.length - ours.length };
    },

    close: closeTab,

    async release(tabId) {
      owners.release(tabId);
      traffic.forget(tabId);
      await groups.remove(tabId);
    },

    async adopt(wanted) {
      const [active] = wanted === undefined ? await api.tabs.query({ active: true, lastFocusedWindow: true }) : [];
      const tabId = wanted ?? active?.id;
      if (tabId === undefined) throw noTabs('There is no tab to adopt.');
      const facts = await factsOf(tabId);
      if (owners.isOwnedBy(tabId, agent.stay)) return tabId;
      // A tab of another agent is not the user's to be asked for here; the refusal has the seed's words.
      if (owners.isOwned(tabId)) owners.use(tabId, 'adopt', agent);
      checkReachable(facts.url);
      await visit.needTab(siteOf(facts.url), { tabId, title: facts.title });
      await makeRoom();
      owners.claim(tabId, agent);
      traffic.watch(tabId);
      await group(tabId);
      return tabId;
    },

    async reach(verb, wanted) {
      const tabId = wanted ?? owners.lastOf(agent.stay);
      if (tabId === undefined) {
        throw noTabs(`You have no tab to ${verb}.`, 'Open one: "tabs" with action "open" and a url.');
      }
      const facts = await factsOf(tabId);
      owners.use(tabId, verb, agent);
      traffic.watch(tabId);
      if (verb !== 'close' && verb !== 'navigate') checkReachable(facts.url);
      if (readingVerbs.has(verb)) await visit.need(siteOf(facts.url), 'read');
      const dialog = dialogs.openIn(tabId);
      if (dialog !== undefined && verb !== 'close' && verb !== 'answer') throw dialogOpen(dialog);
      return tell(facts);
    },

    hasAny: () => owners.lastOf(agent.stay) !== undefined,

    async load(tabId, destination) {
      await needDestination(tabId, destination);
      return loaded(tabId, destination);
    },

    facts: async (tabId) => tell(await factsOf(tabId)),
  };
}

/** Their replies tell the tab's title, so that the user is asked before. */
const readingVerbs = new Set(['read', 'search', 'capture', 'wait for']);

async function findTab(api: BrowserApi, tabId: number): Promise<chrome.tabs.Tab> {
  try {
    return await api.tabs.get(tabId);
  } catch {
    // The only reason for which get() rejects.
    throw tabClosed(tabId);
  }
}

function noTabs(message: string, hint?: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', message, { reason: 'NO_TABS', hint });
}

function wentNowhere(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The tab went nowhere.', {
    reason: 'PAGE_LOAD_FAILED',
    hint: 'There may be no page in that direction, or the address is a download.',
  });
}

function isDownload(download: Download | undefined): SallyportError {
  const { path = '', state = '' } = download ?? {};
  return new SallyportError('ERR_TOOL_FAILED', 'The address is a file, which the browser saves; no page came.', {
    reason: 'DOWNLOAD',
    hint: `It lies at ${path === '' ? 'a place that the browser has not chosen yet' : path}. The tab is where it was.`,
    data: { path, state },
  });
}

function factsFrom({ id, url, title }: chrome.tabs.Tab): TabFacts {
  return { tabId: id ?? -1, url: url ?? '', title: title ?? '' };
}
