// Watches the top document of one tab load, by the browser's own events, and the tabs that its page opens.
import { limits, SallyportError } from '@sallyport/protocol';
import type { BrowserApi } from '../platform.ts';
import type { Clock } from './clock.ts';

/** `complete`: loaded; `usable`: the document is there and loads on; `same`: moved within the document. */
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
}

/** Opened before the act that may navigate; `close` ends its listening. */
export class NavigationWatch {
  readonly #options: WatchOptions;
  readonly #arrival: Promise<Arrival>;
  readonly #openedTabIds: number[] = [];
  readonly #undo: (() => void)[] = [];
  #hasBegun = false;
  #onBegin: () => void = () => {};

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#arrival = this.#listen();
    // Whoever is not waiting when the load fails has had its answer already.
    this.#arrival.catch(() => {});
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get openedTabIds(): readonly number[] {
    return this.#openedTabIds;
  }

  /** Rejects with ERR_TOOL_FAILED when the page cannot be loaded, and with the signal's reason. */
  arrived(): Promise<Arrival> {
    return this.#arrival;
  }

  /** True as soon as a navigation begins, false when none did within the time. */
  async begins(withinMs: number): Promise<boolean> {
    if (this.#hasBegun) return true;
    await new Promise<void>((resolve) => {
      this.#undo.push(this.#options.clock.after(withinMs, resolve));
      this.#onBegin = resolve;
      this.#options.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#options.signal.throwIfAborted();
    return this.#hasBegun;
  }

  close(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #listen(): Promise<Arrival> {
    const { api, clock, tabId, signal } = this.#options;
    const { webNavigation, tabs } = api;
    return new Promise((resolve, reject) => {
      const begin = () => {
        this.#hasBegun = true;
        this.#onBegin();
      };
      const top = (then: (details: Details & { error?: string }) => void) => (details: Details) => {
        if (details.tabId === tabId && details.frameId === 0) then(details);
      };
      this.#on(webNavigation.onBeforeNavigate, top(begin));
      this.#on(
        webNavigation.onCompleted,
        top(() => resolve('complete')),
      );
      this.#on(
        webNavigation.onHistoryStateUpdated,
        top(() => resolve('same')),
      );
      this.#on(
        webNavigation.onReferenceFragmentUpdated,
        top(() => resolve('same')),
      );
      this.#on(
        webNavigation.onDOMContentLoaded,
        top(() => this.#undo.push(clock.after(limits.page.loadGraceMs, () => resolve('usable')))),
      );
      this.#on(
        webNavigation.onErrorOccurred,
        top(({ error }) => reject(loadFailed(error ?? ''))),
      );
      this.#on(webNavigation.onCreatedNavigationTarget, (details: { sourceTabId: number; tabId: number }) => {
        if (details.sourceTabId === tabId) this.#openedTabIds.push(details.tabId);
      });
      this.#on(tabs.onRemoved, (removedId: number) => {
        if (removedId === tabId) reject(tabClosed(tabId));
      });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  #on<Listener extends (...args: never[]) => void>(
    event: { addListener(listener: Listener): void; removeListener(listener: Listener): void },
    listener: Listener,
  ): void {
    event.addListener(listener);
    this.#undo.push(() => event.removeListener(listener));
  }
}

function loadFailed(error: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `PAGE_LOAD_FAILED: The page did not load (${error}).`, {
    hint: 'Check the address, and that the site is up.',
  });
}

export function tabClosed(tabId: number): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `TAB_CLOSED: There is no tab ${tabId}.`, {
    hint: '"tabs" with action "list" shows your tabs, action "open" opens one.',
  });
}
