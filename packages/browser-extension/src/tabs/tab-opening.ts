// How an agent gets and loses tabs: it opens or closes them, its page opens them, or the user hands one over.
import { SallyportError } from '@sallyport/protocol';
import type { OpenedTab } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';
import { checkReachable } from '../guard/access/addresses.ts';
import { loadTab } from './tab-loading.ts';
import { factsOf, type TabScope } from './tab-scope.ts';

export async function openTab(scope: TabScope, url: string): Promise<OpenedTab> {
  const { owners, access, agent } = scope;
  await access.require(siteOf(url), 'act');
  const evicted = await makeRoom(scope);
  const tabId = await emptyTab(scope, (id) => owners.claim(id, agent));
  // Grouped after the load: Firefox aborts the load of a tab that moves.
  try {
    const tab = await loadTab(scope, tabId, { url });
    return evicted === undefined ? tab : { ...tab, evicted };
  } finally {
    await group(scope, tabId);
  }
}

export async function openTabFrom(scope: TabScope, openerId: number, url: string): Promise<number> {
  const tabId = await emptyTab(scope, (id) => scope.owners.inherit(id, openerId));
  // The click has succeeded, even if the new page fails to load; the agent finds the tab in its list.
  await loadTab(scope, tabId, { url }).catch(() => {});
  await group(scope, tabId);
  return tabId;
}

export async function adoptTab(scope: TabScope, wanted: number | undefined): Promise<number> {
  const { api, owners, traffic, access, agent } = scope;
  const [active] = wanted === undefined ? await api.tabs.query({ active: true, lastFocusedWindow: true }) : [];
  const tabId = wanted ?? active?.id;
  if (tabId === undefined)
    throw new SallyportError('ERR_INPUT_INVALID', 'There is no tab to adopt.', {
      reason: 'NO_TABS',
      hint: 'Open one: "tabs" with action "open" and a url.',
    });
  const facts = await factsOf(scope, tabId);
  if (owners.isOwnedBy(tabId, agent.session)) return tabId;
  // Throws for a tab of another agent: the user is not asked for those.
  if (owners.isOwned(tabId)) owners.use(tabId, 'adopt', agent);
  checkReachable(facts.url);
  await access.requireTab(siteOf(facts.url), { tabId, title: facts.title });
  owners.claim(tabId, agent, true);
  traffic.watch(tabId);
  await group(scope, tabId);
  return tabId;
}

export async function closeTab({ api, owners }: TabScope, tabId: number): Promise<void> {
  owners.release(tabId);
  await api.tabs.remove(tabId);
}

/** The tab is owned before it loads anything, so no page in it is ever without an owner. */
async function emptyTab(scope: TabScope, own: (tabId: number) => void): Promise<number> {
  const { window, traffic } = scope;
  const tabId = (await window?.openTab(own)) ?? (await openBehind(scope, own));
  if (tabId === undefined) throw new SallyportError('ERR_TOOL_FAILED', 'The browser did not open a tab.');
  traffic.watch(tabId);
  return tabId;
}

/** Behind the user's own tab. */
async function openBehind({ api }: TabScope, own: (tabId: number) => void): Promise<number | undefined> {
  const { id: tabId } = await api.tabs.create({ active: false, url: 'about:blank' });
  if (tabId !== undefined) own(tabId);
  return tabId;
}

/** Returns the agent's own tab, if that was closed. */
async function makeRoom(scope: TabScope): Promise<number | undefined> {
  const { owners, pool, agent } = scope;
  const tabId = pool.toEvict(agent.session);
  if (tabId === undefined) return undefined;
  const isOwn = owners.isOwnedBy(tabId, agent.session);
  await closeTab(scope, tabId);
  return isOwn ? tabId : undefined;
}

function group({ groups, owners, agent }: TabScope, tabId: number): Promise<void> {
  return groups.add(tabId, agent, owners.tabsOf(agent.session));
}
