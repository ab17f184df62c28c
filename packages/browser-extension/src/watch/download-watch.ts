// Watches the downloads that a tab starts, so an agent learns that its action saved a file, and where.
import { type Clock, limits } from '@sallyport/protocol';
import { until } from '../base/clock.ts';
import type { Download } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { Listeners } from './listeners.ts';

export interface DownloadWatchOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly tabId: number;
}

type Item = Pick<chrome.downloads.DownloadItem, 'id' | 'url' | 'finalUrl' | 'referrer' | 'filename'>;

/** To be opened before the action; `close` removes its listeners. */
export class DownloadWatch {
  readonly #options: DownloadWatchOptions;
  readonly #origins: readonly string[];
  readonly #ids: number[] = [];
  readonly #begun = Promise.withResolvers<void>();
  /** Addresses that this tab requested. */
  readonly #requested = new Set<string>();
  readonly #listeners = new Listeners();

  /** `addresses`: of the documents that may start a download. */
  constructor(options: DownloadWatchOptions, addresses: readonly string[]) {
    this.#options = options;
    this.#origins = addresses.flatMap((address) => originOf(address) ?? []);
    const { api, tabId } = options;
    const onCreated = (item: Item): void => {
      if (!this.#isOurs(item) || this.#ids.length >= DOWNLOADS_MAX) return;
      this.#ids.push(item.id);
      this.#begun.resolve();
    };
    const onRequest = ({ url }: { readonly url: string }): undefined => void this.#requested.add(url);
    this.#listeners.on(api.downloads.onCreated, onCreated);
    this.#listeners.on(api.webRequest.onBeforeRequest, onRequest, { urls: ['<all_urls>'], tabId });
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

  /** Browsers do not report the tab of a download, only its address and referrer. */
  #isOurs({ url, finalUrl, referrer }: Item): boolean {
    if (this.#requested.has(url) || this.#requested.has(finalUrl)) return true;
    const origin = originOf(referrer || url);
    return url.startsWith('data:') || (origin !== undefined && this.#origins.includes(origin));
  }
}

const DOWNLOADS_MAX = 10;
const URL_CHARS = 300;

/** Also for `blob:` addresses, which carry the origin of their page. */
function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}
