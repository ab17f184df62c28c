// Watches the downloads that a tab starts, so an agent learns that its action saved a file, and where.
import { type Clock, limits } from '@sallyport/protocol';
import { until } from '../base/clock.ts';
import type { Download } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { keptUrl } from '../base/redact.ts';
import { Listeners } from './listeners.ts';
import type { Traffic } from './traffic.ts';

export interface DownloadWatchOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly tabId: number;
  /** Remembers those that are certainly this tab's. */
  readonly traffic: Pick<Traffic, 'downloads' | 'eventsOf' | 'logged'>;
}

/** What a browser requests for a page, a frame or a link that is saved. */
const SAVED_TYPES = new Set(['main_frame', 'sub_frame', 'object', 'other']);

type Item = Pick<chrome.downloads.DownloadItem, 'id' | 'url' | 'finalUrl' | 'referrer' | 'filename'>;

/** To be opened before the action; `close` removes its listeners. */
export class DownloadWatch {
  readonly #options: DownloadWatchOptions;
  readonly #origins: readonly string[];
  readonly #ids: number[] = [];
  readonly #begun = Promise.withResolvers<void>();
  /** Addresses that this tab requested. */
  readonly #requested = new Set<string>();
  /** Logged requests that are older than this watch, or have become a download. */
  readonly #spent: Set<string>;
  readonly #listeners = new Listeners();

  /** `addresses`: of the documents that may start a download. */
  constructor(options: DownloadWatchOptions, addresses: readonly string[]) {
    this.#options = options;
    this.#origins = addresses.flatMap((address) => originOf(address) ?? []);
    const { api, tabId, traffic } = options;
    this.#spent = new Set(traffic.logged(tabId).map(({ ref }) => ref));
    const onCreated = (item: Item): void => {
      if (!this.#isOurs(item) || this.#ids.length >= DOWNLOADS_MAX) return;
      this.#ids.push(item.id);
      this.#begun.resolve();
      traffic.downloads.noteIf(this.#isOwn(item), tabId, item.id, this.#origins[0] ?? '');
    };
    this.#listeners.on(api.downloads.onCreated, onCreated);
    this.#listeners.on(traffic.eventsOf(tabId).onBeforeRequest, ({ url }) => void this.#requested.add(url));
  }

  /** Resolves when a download has begun; may never settle. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  get hasBegun(): boolean {
    return this.#ids.length > 0;
  }

  /** For a navigation that left the tab in place: Firefox reports the arrival before the download. */
  async beginsSoon(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    return until({ clock, signal, waitMs: limits.page.downloadStartMs }, async () => this.hasBegun);
  }

  /** Downloads so far, each with its path once the browser has chosen one. */
  async list(signal: AbortSignal): Promise<Download[]> {
    const { api, clock } = this.#options;
    const find = async (id: number) => (await api.downloads.search({ id }))[0];
    return Promise.all(
      this.#ids.map(async (id) => {
        const isPlaced = async () => (await find(id))?.filename !== '';
        await until({ clock, signal, waitMs: limits.page.downloadPathMs }, isPlaced);
        const { filename = '', url = '', state = 'interrupted' } = (await find(id)) ?? {};
        return { path: filename, url: url.slice(0, URL_CHARS), state };
      }),
    );
  }

  close(): void {
    this.#listeners.close();
  }

  /**
   * A request of this tab proves one download. What a page made itself is not requested: it could also be that of somebody who
   * has a page of the same origin in front, and then nobody knows whose it is.
   */
  async #isOwn({ url, finalUrl, referrer }: Item): Promise<boolean> {
    const { clock } = this.#options;
    const isMade = url.startsWith('blob:') || url.startsWith('data:');
    const isOwn = async () => (isMade ? this.#isMadeHere(url, referrer) : this.#isRequested([url, finalUrl]));
    const { signal } = new AbortController();
    // Firefox may report the request after the download.
    const waitMs = isMade ? 0 : REQUEST_MS;
    return until({ clock, signal, waitMs }, isOwn);
  }

  #isRequested(addresses: readonly (string | undefined)[]): boolean {
    const { tabId, traffic } = this.#options;
    const kept = addresses.map((address) => keptUrl(address ?? ''));
    const found = traffic.logged(tabId).find(({ ref, url, type }) => {
      return !this.#spent.has(ref) && SAVED_TYPES.has(type) && kept.includes(url);
    });
    if (found !== undefined) this.#spent.add(found.ref);
    return found !== undefined;
  }

  async #isMadeHere(url: string, referrer: string): Promise<boolean> {
    const { api, tabId, traffic } = this.#options;
    const origin = originOf(url.startsWith('data:') ? referrer : url);
    if (origin === undefined || !this.#origins.includes(origin)) return false;
    const tabs = await api.tabs.query({ active: true });
    return !tabs.some((tab) => originOf(tab.url ?? '') === origin && traffic.downloads.isOfOther(tab.id, tabId));
  }

  /** Browsers do not report the tab of a download, only its address and referrer. */
  #isOurs({ url, finalUrl, referrer }: Item): boolean {
    if (this.#requested.has(url) || this.#requested.has(finalUrl)) return true;
    const origin = originOf(referrer || url);
    return url.startsWith('data:') || (origin !== undefined && this.#origins.includes(origin));
  }
}

const DOWNLOADS_MAX = 10;
const REQUEST_MS = 2_000;
const URL_CHARS = 300;

/** Also for `blob:` addresses, which carry the origin of their page. */
function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}
