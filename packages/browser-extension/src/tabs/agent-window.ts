// A window of the agents' own, never focused: the active tab there runs as shown, while the user keeps their own tab in front.
import type { Clock } from '@sallyport/protocol';
import * as z from 'zod';
import type { Size } from '../base/facts.ts';
import { type BrowserApi, debuggerOf } from '../base/platform.ts';
import type { Settings } from '../base/settings.ts';
import type { Store } from '../base/store.ts';
import type { Owners } from './owners.ts';
import { ViewSizes } from './view-size.ts';

export interface ResizeSubject {
  readonly tabId: number;
  /** Whether a tab is one of the session that wants it, and not lent by the user. */
  readonly isOwn: (tabId: number) => boolean;
  readonly signal: AbortSignal;
}

export interface AgentWindow {
  /**
   * Opens an empty tab there, and the window for its first tab. `own` is called before anything else can happen to the tab.
   * Undefined if the window cannot open now without taking the focus from the user.
   */
  openTab(own: (tabId: number) => void): Promise<number | undefined>;
  /**
   * Makes a tab of the window its active one, unless a tab of the user is, or the user is in the window: their next keys would
   * go to another page. Never rejects: a hidden page can be used too.
   */
  show(tabId: number): Promise<void>;
  /**
   * Gives the view of a tab this size, and returns it; undefined if the tab is not in the window, or tabs of others are.
   * Throws if the window cannot have that size.
   */
  resize(subject: ResizeSubject, size: Size): Promise<Size | undefined>;
  /** The size of the tab's view; undefined if the window was not resized for this tab. */
  sizeFor(tabId: number): Promise<Size | undefined>;
  /** The window gets its own size again if it was resized for this tab, which may be gone. Never rejects. */
  restoreSize(tabId: number): Promise<void>;
  /** The browser has restarted, so window ids now mean other windows. */
  forget(): void;
}

export interface AgentWindowOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly owners: Pick<Owners, 'isOwned'>;
  /** Keeps the window's id over restarts of the worker. */
  readonly store: Store;
  /** Keeps its own size while it has another. */
  readonly sizeStore: Store;
  /** False in a profile that the product made: nobody types there. */
  readonly hasUser: () => boolean;
  readonly settings: Pick<Settings, 'agentWindow'>;
}

export function openAgentWindow(options: AgentWindowOptions): AgentWindow {
  const { api, owners, store, hasUser, settings } = options;
  const sizes = new ViewSizes(options);
  let known: Promise<number | undefined> | undefined;
  let opening: Promise<unknown> = Promise.resolve();

  const knownId = (): Promise<number | undefined> => {
    known ??= store.read().then((value) => z.int().safeParse(value).data);
    return known;
  };

  /** The window's tabs; none if it is gone. */
  async function tabsThere(): Promise<readonly chrome.tabs.Tab[]> {
    const windowId = await knownId();
    const tabs = windowId === undefined ? [] : await api.tabs.query({ windowId }).catch(() => []);
    return tabs.some(isAgents) ? tabs : [];
  }

  const isAgents = ({ id }: chrome.tabs.Tab): boolean => id !== undefined && owners.isOwned(id);

  /** Whether the tab in front there may change: it is an agent's, and the user is not at it. */
  async function mayChangeFront(windowId: number, tabs: readonly chrome.tabs.Tab[]): Promise<boolean> {
    if (!tabs.some((tab) => tab.active && isAgents(tab))) return false;
    return !hasUser() || (await api.windows.get(windowId).catch(() => undefined))?.focused === false;
  }

  async function newTab(own: (tabId: number) => void): Promise<number | undefined> {
    const tabs = await tabsThere();
    const windowId = tabs[0]?.windowId;
    if (windowId === undefined) return newWindow(own);
    const active = await mayChangeFront(windowId, tabs);
    const { id } = await api.tabs.create({ windowId, active, url: 'about:blank' });
    if (id !== undefined) own(id);
    return id;
  }

  async function newWindow(own: (tabId: number) => void): Promise<number | undefined> {
    // It may come to the front of another program: only by the user's choice.
    if (!keepsFocus(api) && hasUser() && settings.agentWindow !== true) return undefined;
    // There may be no window at all.
    const front = await api.windows.getLastFocused().catch(() => undefined);
    const isTaking = front?.focused === true && !keepsFocus(api);
    if (isTaking && hasUser()) return undefined;
    const opened = await api.windows.create({ focused: false, url: 'about:blank' });
    const tabId = opened?.tabs?.[0]?.id;
    if (tabId !== undefined) own(tabId);
    // The user may have closed it meanwhile.
    if (isTaking && front.id !== undefined) await api.windows.update(front.id, { focused: true }).catch(() => {});
    if (opened?.id === undefined) return undefined;
    if (tabId === undefined) await api.windows.remove(opened.id).catch(() => {});
    else await remember(opened.id);
    return tabId;
  }

  function remember(windowId: number | undefined): Promise<void> {
    known = Promise.resolve(windowId);
    return store.write(windowId ?? null);
  }

  return {
    openTab(own) {
      // One at a time, or two agents would open two windows.
      const opened = opening.then(() => newTab(own));
      opening = opened.catch(() => {});
      return opened;
    },

    async show(tabId) {
      const tabs = await tabsThere();
      const tab = tabs.find(({ id }) => id === tabId);
      if (tab === undefined || tab.active || !(await mayChangeFront(tab.windowId, tabs))) return;
      // The user may have closed it meanwhile.
      await api.tabs.update(tabId, { active: true }).catch(() => {});
    },

    async resize({ tabId, isOwn, signal }, size) {
      const tabs = await tabsThere();
      const isOthers = ({ id }: chrome.tabs.Tab) => id === undefined || !isOwn(id);
      if (!tabs.some(({ id }) => id === tabId) || tabs.some(isOthers)) return undefined;
      return sizes.resize({ tabId, signal }, size);
    },

    sizeFor: (tabId) => sizes.sizeFor(tabId),
    restoreSize: (tabId) => sizes.restore(tabId),

    forget() {
      sizes.forget();
      void remember(undefined);
    },
  };
}

/** Firefox gives a new window the focus whatever it is told. */
function keepsFocus(api: BrowserApi): boolean {
  return debuggerOf(api) !== undefined;
}
