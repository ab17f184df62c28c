// The downloads of an agent's tab: what the browser says of them, and the file of one, for sites that the agent may read.
import { type Clock, type DownloadPart, limits, SallyportError } from '@sallyport/protocol';
import { until } from '../base/clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import { redactedUrl } from '../base/redact.ts';
import { siteOf, siteOnly } from '../base/sites.ts';
import { denied } from '../guard/access/site-access.ts';
import type { SecretSites } from '../guard/secrets/secret-sites.ts';
import type { LoggedDownload } from '../watch/download-log.ts';
import type { Traffic } from '../watch/traffic.ts';

export interface DownloadFacts {
  /** d1, d2, … within the tab. */
  readonly id: string;
  /** Where the browser put it; empty while it has not chosen a place, and for a site that took a secret. */
  readonly path: string;
  /** Only the site, where the agent may not read it. */
  readonly url: string;
  readonly state: 'in_progress' | 'interrupted' | 'complete' | 'removed';
  readonly bytes: number;
}

/** Of one tab. */
export interface TabDownloads {
  list(): Promise<readonly DownloadFacts[]>;
  /** Waits for a while where it is under way. Throws where there is no such download, or it is not to be had. */
  file(id: string): Promise<Omit<DownloadPart, 'kind'>>;
}

export interface TabDownloadsOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly traffic: Pick<Traffic, 'downloads'>;
  readonly mayRead: (site: string) => boolean;
  readonly secretSites: Pick<SecretSites, 'isMarked'>;
  readonly signal: AbortSignal;
  readonly tabId: number;
}

type Item = chrome.downloads.DownloadItem;

const URL_CHARS = 300;

export function tabDownloads(options: TabDownloadsOptions): TabDownloads {
  const { api, clock, traffic, mayRead, secretSites, signal, tabId } = options;
  const find = async ({ id }: LoggedDownload): Promise<Item | undefined> => (await api.downloads.search({ id }))[0];

  /** The first site of these that is closed to the agent: the address may have led to another one. */
  function closedSite(known: LoggedDownload, item: Item): string | undefined {
    return sitesOf(known, item).find((site) => !mayRead(site));
  }

  function markedSite(known: LoggedDownload, item: Item): string | undefined {
    return [known.pageSite, ...sitesOf(known, item)].find((site) => secretSites.isMarked(site));
  }

  function factsOf(known: LoggedDownload, item: Item | undefined): DownloadFacts {
    if (item === undefined) return { id: known.ref, path: '', url: '', state: 'removed', bytes: 0 };
    const { url, filename, state, bytesReceived, fileSize } = item;
    const isOpen = closedSite(known, item) === undefined && markedSite(known, item) === undefined;
    const address = isOpen ? redactedUrl(url) : siteOnly(url);
    const bytes = state === 'complete' && fileSize >= 0 ? fileSize : bytesReceived;
    // The site chose its name, and may have put into it what was typed there.
    const path = markedSite(known, item) === undefined ? filename : '';
    return { id: known.ref, path, url: address.slice(0, URL_CHARS), state: stateOf(item), bytes };
  }

  return {
    async list() {
      await traffic.downloads.settled();
      return Promise.all(traffic.downloads.list(tabId).map(async (known) => factsOf(known, await find(known))));
    },
    async file(id) {
      await traffic.downloads.settled();
      const known = traffic.downloads.list(tabId).find(({ ref }) => ref === id);
      if (known === undefined) throw unknownId(id);
      const isOver = async () => (await find(known))?.state !== 'in_progress';
      await until({ clock, signal, waitMs: limits.page.waitMs }, isOver);
      const item = await find(known);
      // The page may have sent there what was typed in it.
      const closed = item && (closedSite(known, item) ?? markedSite(known, item));
      if (closed !== undefined) throw denied(closed, 'read');
      if (item === undefined || stateOf(item) !== 'complete') throw notThere(id, item && stateOf(item));
      // The browser waits for the user's word on it.
      if (!SAFE.has(item.danger ?? 'safe')) throw unsafe(id);
      const { filename: path, mime, fileSize: bytes, startTime } = item;
      return { path, mimeType: mime ?? '', bytes, startedAtMs: Date.parse(startTime) };
    },
  };
}

function sitesOf({ pageSite }: LoggedDownload, { url, finalUrl }: Item): string[] {
  return [url, finalUrl || url].map((address) => (address.startsWith('data:') ? pageSite : siteOf(address)));
}

const SAFE = new Set<string>(['safe', 'accepted', 'allowlistedByPolicy', 'deepScannedSafe']);

function stateOf({ state, exists }: Item): DownloadFacts['state'] {
  return state === 'complete' && exists === false ? 'removed' : state;
}

function unknownId(id: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `This tab has no download ${id.slice(0, 20)}.`, {
    hint: 'The action "list" shows those of this tab. Downloads of the user are not among them.',
  });
}

function notThere(id: string, state = 'removed'): SallyportError {
  const how = state === 'in_progress' ? 'is still under way' : 'has no file any more, or was not finished';
  return new SallyportError('ERR_TOOL_FAILED', `The download ${id} ${how}.`, {
    hint: state === 'in_progress' ? 'Try again later.' : 'Download it again.',
  });
}

function unsafe(id: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The browser takes the download ${id} for dangerous.`, {
    hint: 'Only the user can keep it, in the list of downloads of the browser.',
  });
}
