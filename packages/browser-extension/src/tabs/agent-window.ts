// A window of the agents' own, never focused: the active tab there runs as shown, while the user keeps their own tab in front.
import * as z from 'zod';
import { type BrowserApi, debuggerOf } from '../base/platform.ts';
import type { Store } from '../base/store.ts';
import type { Owners } from './owners.ts';

export interface AgentWindow {
  /**
   * Opens an empty tab there, and the window for its first tab. `own` is called before anything else can happen to the tab.
   * Undefined if the window cannot open now without taking the focus from the user.
   */
  openTab(own: (tabId: number) => void): Promise<number | undefined>;
  /** Makes a tab of the window its active one, unless a tab of the user is. Never rejects: a hidden page can be used too. */
  show(tabId: number): Promise<void>;
}

export interface AgentWindowOptions {
  readonly api: BrowserApi;
  readonly owners: Pick<Owners, 'isOwned'>;
  /** Keeps the window's id over restarts of the worker. */
  readonly store: Store;
  /** False in a profile that the product made: nobody types there. */
  readonly hasUser: () => boolean;
}

export function openAgentWindow({ api, owners, store, hasUser }: AgentWindowOptions): AgentWindow {
  let known: Promise<number | undefined> | undefined;
  let opening: Promise<unknown> = Promise.resolve();

  const knownId = (): Promise<number | undefined> => {
    known ??= store.read().then((value) => z.int().safeParse(value).data);
    return known;
  };

  /** The window's tabs; none if it is gone. Ids mean other windows after a restart of the browser, which have no tab of an agent. */
  async function tabsThere(): Promise<readonly chrome.tabs.Tab[]> {
    const windowId = await knownId();
    const tabs = windowId === undefined ? [] : await api.tabs.query({ windowId }).catch(() => []);
    return tabs.some(isAgents) ? tabs : [];
  }

  const isAgents = ({ id }: chrome.tabs.Tab): boolean => id !== undefined && owners.isOwned(id);
  const isAgentsInFront = (tabs: readonly chrome.tabs.Tab[]) => tabs.some((tab) => tab.active && isAgents(tab));

  async function newTab(): Promise<number | undefined> {
    const tabs = await tabsThere();
    const windowId = tabs[0]?.windowId;
    if (windowId !== undefined)
      return (await api.tabs.create({ windowId, active: isAgentsInFront(tabs), url: 'about:blank' })).id;
    // There may be no window at all.
    const front = await api.windows.getLastFocused().catch(() => undefined);
    const isTaking = front?.focused === true && !keepsFocus(api);
    if (isTaking && hasUser()) return undefined;
    const opened = await api.windows.create({ focused: false, url: 'about:blank' });
    if (isTaking && front.id !== undefined) await api.windows.update(front.id, { focused: true });
    if (opened?.id === undefined) return undefined;
    known = Promise.resolve(opened.id);
    await store.write(opened.id);
    return opened.tabs?.[0]?.id;
  }

  return {
    openTab(own) {
      // One at a time, or two agents would open two windows.
      const opened = opening.then(async () => {
        const tabId = await newTab();
        if (tabId !== undefined) own(tabId);
        return tabId;
      });
      opening = opened.catch(() => {});
      return opened;
    },

    async show(tabId) {
      const tabs = await tabsThere();
      const tab = tabs.find(({ id }) => id === tabId);
      if (tab === undefined || tab.active || !isAgentsInFront(tabs)) return;
      // The user may have closed it meanwhile.
      await api.tabs.update(tabId, { active: true }).catch(() => {});
    },
  };
}

/** Firefox gives a new window the focus whatever it is told. */
function keepsFocus(api: BrowserApi): boolean {
  return debuggerOf(api) !== undefined;
}
