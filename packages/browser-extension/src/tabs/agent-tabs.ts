// The tabs that one session may use. Every access to a tab checks its owner.
import { SallyportError } from '@sallyport/protocol';
import type { Destination, LoadedTab, OpenedTab, TabFacts } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';
import { checkReachable } from '../guard/access/addresses.ts';
import { dialogOpen } from '../in-page/dialogs.ts';
import { loadTab } from './tab-loading.ts';
import { adoptTab, closeTab, openTab, openTabFrom } from './tab-opening.ts';
import { factsFrom, factsOf, redacted, type TabScope } from './tab-scope.ts';

export interface AgentTabs {
  /** A new tab in the background, owned by the session, loaded. */
  open(url: string): Promise<OpenedTab>;
  /** The same for an address that a page of `openerId` wanted opened. It is not the session's last tab. */
  openFrom(openerId: number, url: string): Promise<number>;
  list(): Promise<{ readonly own: readonly TabFacts[]; readonly others: number }>;
  close(tabId: number): Promise<void>;
  /** Gives one of the session's tabs to the user. */
  release(tabId: number): Promise<void>;
  /** Takes over a tab of the user, their active one without an id, if the user agrees. */
  adopt(tabId: number | undefined): Promise<number>;
  /**
   * The tab to `verb`: this one, or without an id the session's last one. Throws ERR_TAB_OWNED for any tab that is not the
   * session's, ERR_INPUT_INVALID where there is none, ERR_PERMISSION_DENIED when it shows a page that no tool may touch.
   */
  reach(verb: string, tabId: number | undefined): Promise<TabFacts>;
  /** Whether the session has a tab that `reach` finds without an id. */
  hasAny(): boolean;
  load(tabId: number, destination: Destination): Promise<LoadedTab>;
  /** Address and title of a tab. Does not check the owner: only for a tab that `reach` returned. */
  facts(tabId: number): Promise<TabFacts>;
}

/** Their replies contain the tab's title, so they need read access first. */
const readingVerbs = new Set(['read', 'search', 'capture', 'look at', 'wait for']);

/**
 * They need no frames or timers of the page, so the tab of another agent may stay in front. To `look at` is not one: pages
 * change when they come to the front, and clicks by the pixels of a picture bring them there.
 */
const lookingVerbs = new Set(['read', 'search', 'capture', 'close']);

export function agentTabs(scope: TabScope): AgentTabs {
  const { api, owners, traffic, groups, access, agent } = scope;
  return {
    open: (url) => openTab(scope, url),
    openFrom: (openerId, url) => openTabFrom(scope, openerId, url),
    close: (tabId) => closeTab(scope, tabId),
    adopt: (tabId) => adoptTab(scope, tabId),
    reach: (verb, tabId) => reachTab(scope, verb, tabId),
    hasAny: () => owners.lastOf(agent.session) !== undefined,
    facts: async (tabId) => redacted(scope, await factsOf(scope, tabId)),

    async list() {
      const all = await api.tabs.query({});
      const byId = new Map(all.map((tab) => [tab.id, tab]));
      const own = owners.tabsOf(agent.session).flatMap((tabId) => {
        const tab = byId.get(tabId);
        return tab === undefined ? [] : [redacted(scope, factsFrom(tab))];
      });
      const ours = all.filter(({ url }) => url?.startsWith(api.runtime.getURL('')));
      return { own, others: all.length - own.length - ours.length };
    },

    release: (tabId) => giveBack({ owners, traffic, groups }, tabId),

    async load(tabId, destination) {
      // Loading a page is acting on its site. For back and forward the site is only known after the load.
      if (typeof destination === 'object') await access.require(siteOf(destination.url), 'act');
      else if (destination === 'reload') await access.require(siteOf((await factsOf(scope, tabId)).url), 'act');
      return loadTab(scope, tabId, destination);
    },
  };
}

/** A tab that is the user's from now on. */
export async function giveBack(
  { owners, traffic, groups }: Pick<TabScope, 'owners' | 'traffic' | 'groups'>,
  tabId: number,
): Promise<void> {
  owners.release(tabId);
  traffic.forget(tabId);
  await groups.remove(tabId);
}

function hintFor(returned: number): string {
  const open = 'Open one: "tabs" with action "open" and a url.';
  if (returned === 0) return open;
  return `${open} Tabs of your last session: ${returned}; "tabs" with action "list" shows them, to be named by tabId.`;
}

async function reachTab(scope: TabScope, verb: string, wanted: number | undefined): Promise<TabFacts> {
  const { owners, traffic, dialogs, access, agent, window } = scope;
  const tabId = wanted ?? owners.lastOf(agent.session);
  if (tabId === undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `You have no tab to ${verb}.`, {
      reason: 'NO_TABS',
      hint: hintFor(owners.tabsOf(agent.session).length),
    });
  }
  const facts = await factsOf(scope, tabId);
  owners.use(tabId, verb, agent);
  traffic.watch(tabId);
  if (verb !== 'close' && verb !== 'navigate') checkReachable(facts.url);
  if (readingVerbs.has(verb)) await access.require(siteOf(facts.url), 'read');
  const dialog = dialogs.openIn(tabId);
  if (dialog !== undefined && verb !== 'close' && verb !== 'answer') throw dialogOpen(dialog);
  if (!lookingVerbs.has(verb)) await window?.show(tabId);
  return redacted(scope, facts);
}
