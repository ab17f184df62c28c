// Watches the top document of one tab load, and the tabs that its page opens, by the browser's events.
import { type Clock, limits, SallyportError } from '@sallyport/protocol';
import { whenAborted } from '../base/abort.ts';
import { pause } from '../base/clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import { type BrowserEvent, Listeners } from './listeners.ts';

/** A new tab shows this before its first page; it counts as neither start nor arrival. */
const EMPTY = 'about:blank';

/** `complete`: loaded; `usable`: the document is there, resources still load; `same`: moved within the document. */
export type Arrival = 'complete' | 'usable' | 'same';

export interface WatchOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly tabId: number;
  readonly signal: AbortSignal;
}

interface Details {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  readonly error?: string;
  readonly transitionQualifiers?: readonly string[];
}

/** To be opened before the action that may navigate; `close` removes its listeners. */
export class NavigationWatch {
  readonly #options: WatchOptions;
  readonly #openedTabIds: number[] = [];
  readonly #listeners = new Listeners();
  readonly #timers: (() => void)[] = [];
  readonly #begun = Promise.withResolvers<void>();
  readonly #arrived = Promise.withResolvers<Arrival>();
  /** The address of the navigation under way. */
  #address: string | undefined;
  /** The address of the document that is there, until the next navigation begins. */
  #committed: string | undefined;
  #forgetAbort: () => void = () => {};
  #hasMoved = false;
  #isReplaced = false;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    // A load that fails after the caller stopped waiting must not be an unhandled rejection.
    this.#arrived.promise.catch(() => {});
    this.#listen();
  }

  /** Those that are still open. */
  get openedTabIds(): readonly number[] {
    return this.#openedTabIds;
  }

  /** Whether the tab has changed its page or address; it does not when the navigation becomes a download. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Whether the tab has a new document, not one from the back/forward cache. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** Whether the tab is gone, as a pop-up that closes itself is when its work is done. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Rejects with ERR_TOOL_FAILED when the page cannot be loaded, and with the signal's reason. */
  arrived(): Promise<Arrival> {
    return this.#arrived.promise;
  }

  get hasBegun(): boolean {
    return this.#address !== undefined;
  }

  /** True as soon as a navigation begins, false when none did within the time. */
  begins(withinMs: number): Promise<boolean> {
    const { clock, signal } = this.#options;
    return Promise.race([this.#begun.promise.then(() => true), pause(clock, withinMs, signal).then(() => false)]);
  }

  close(): void {
    this.#forgetAbort();
    this.#listeners.close();
    for (const cancel of this.#timers.splice(0)) cancel();
  }

  #listen(): void {
    const { api, clock, tabId, signal } = this.#options;
    const { webNavigation } = api;
    this.#onTop(webNavigation.onBeforeNavigate, ({ url }) => {
      this.#committed = undefined;
      this.#begin(url);
    });
    // A page from the back/forward cache has no onBeforeNavigate.
    this.#onTop(webNavigation.onCommitted, ({ url, transitionQualifiers }) => {
      // That of the load before this one may come late.
      if (errorPage(url) !== undefined) return;
      this.#hasMoved = true;
      this.#isReplaced = transitionQualifiers?.includes('forward_back') !== true;
      this.#committed = url;
      // A response that never ends has no DOMContentLoaded.
      this.#timers.push(clock.after(limits.page.endlessMs, () => this.#arrive(url, 'usable')));
      this.#forgetAbort();
      this.#begin(url);
    });
    this.#onTop(webNavigation.onHistoryStateUpdated, ({ url }) => this.#moveWithin(url));
    this.#onTop(webNavigation.onReferenceFragmentUpdated, ({ url }) => this.#moveWithin(url));
    this.#onTop(webNavigation.onDOMContentLoaded, ({ url }) => {
      const shown = errorPage(url);
      if (shown !== undefined && shown.address === this.#address) this.#arrived.reject(loadFailed(shown.fault));
      this.#timers.push(clock.after(limits.page.loadGraceMs, () => this.#arrive(url, 'usable')));
    });
    this.#onTop(webNavigation.onCompleted, ({ url }) => this.#arrive(url, 'complete'));
    this.#onTop(webNavigation.onErrorOccurred, (details) => this.#fail(details));
    this.#listeners.on(webNavigation.onCreatedNavigationTarget, (created: { sourceTabId: number; tabId: number }) => {
      if (created.sourceTabId === tabId) this.#openedTabIds.push(created.tabId);
    });
    this.#listeners.on(api.tabs.onRemoved, (removedId: number) => {
      const opened = this.#openedTabIds.indexOf(removedId);
      if (opened >= 0) this.#openedTabIds.splice(opened, 1);
      if (removedId !== tabId) return;
      this.#isClosed = true;
      this.#arrived.reject(tabClosed(tabId));
    });
    whenAborted(signal).catch((reason: unknown) => this.#arrived.reject(reason));
  }

  #begin(url: string): void {
    if (url === EMPTY) return;
    this.#address = url;
    this.#begun.resolve();
  }

  /** Ignores events of a load that began before this watch. */
  #arrive(url: string, arrival: Arrival): void {
    if (this.#address !== undefined && url !== EMPTY) this.#arrived.resolve(arrival);
  }

  #moveWithin(url: string): void {
    this.#hasMoved = true;
    this.#begin(url);
    this.#arrive(url, 'same');
  }

  /**
   * An aborted load may still succeed: Firefox aborts a page that moves to another process and continues there, and may
   * report that when the document is there already. An older load that the new one replaced is aborted too.
   */
  #fail({ url, error = '' }: Details): void {
    if (this.#address === undefined || url === EMPTY) return;
    const isAbort = /ABORTED|2152398850/.test(error);
    if (isAbort && url === this.#committed) return;
    this.#forgetAbort();
    if (isAbort) this.#awaitAfterAbort(error);
    else this.#arrived.reject(loadFailed(error));
  }

  /** As long as the tab says that it loads, the load goes on, however long a new process takes to start. */
  #awaitAfterAbort(error: string): void {
    const { api, clock, tabId } = this.#options;
    let isForgotten = false;
    const cancel = clock.after(limits.page.abortGraceMs, () => {
      void isLoading(api, tabId).then((goesOn) => {
        if (isForgotten) return;
        if (goesOn) this.#awaitAfterAbort(error);
        else this.#arrived.reject(loadFailed(error));
      });
    });
    this.#forgetAbort = () => {
      isForgotten = true;
      cancel();
    };
  }

  #onTop(event: BrowserEvent<(details: Details) => void>, then: (details: Details) => void): void {
    const { tabId } = this.#options;
    this.#listeners.on(event, (details: Details) => {
      if (details.tabId === tabId && details.frameId === 0) then(details);
    });
  }
}

/** A tab that is gone loads nothing. */
function isLoading(api: BrowserApi, tabId: number): Promise<boolean> {
  return api.tabs.get(tabId).then(
    (tab) => tab.status === 'loading',
    () => false,
  );
}

/** Firefox shows a page of its own for what it could not load, sometimes without an error event. */
function errorPage(url: string): { readonly fault: string; readonly address: string | null } | undefined {
  if (!/^about:(?:net|cert)error\?/.test(url)) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  return { fault: query.get('e') ?? '', address: query.get('u') };
}

function loadFailed(error: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The page did not load (${error}).`, {
    reason: 'PAGE_LOAD_FAILED',
    hint: 'Check the address, and that the site is up.',
  });
}

export function tabClosed(tabId: number): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `There is no tab ${tabId}.`, {
    reason: 'TAB_CLOSED',
    hint: '"tabs" with action "list" shows your tabs, action "open" opens one.',
  });
}
