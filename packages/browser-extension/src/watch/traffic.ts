// How long each agent tab has had no open request. A tab is watched from its first use; the user's own tabs never are.

import type { Clock } from '@sallyport/protocol';
import type { RequestFacts } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { DownloadLog, type DownloadLogOptions } from './download-log.ts';
import { NetworkWatch } from './network-watch.ts';
import { type RequestReader, readableRequests } from './readable-requests.ts';
import { type LoggedRequest, RequestLog } from './request-log.ts';

export interface Traffic {
  /** Starts once for each tab. */
  watch(tabId: number): void;
  /** How long no request was open. */
  idleMs(tabId: number): number;
  /** The open requests that began within this time. */
  begunWithin(tabId: number, ms: number): readonly string[];
  /** The last requests that an agent may know of, oldest first. */
  requests(tabId: number, reader: RequestReader): readonly RequestFacts[];
  readonly downloads: DownloadLog;
  /** All of them, for the extension itself. */
  logged(tabId: number): readonly LoggedRequest[];
  forget(tabId: number): void;
}

export interface TrafficOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly owners: DownloadLogOptions['owners'];
  /** Forgets a tab that is closed, or the user's. */
  readonly responses: { forget(tabId: number): void };
}

export function createTraffic({ api, clock, owners, responses }: TrafficOptions): Traffic {
  const downloads = new DownloadLog({ owners });
  const log = new RequestLog(api);
  const watches = new Map<number, NetworkWatch>();

  function watch(tabId: number): NetworkWatch {
    const known = watches.get(tabId);
    if (known !== undefined) return known;
    const made = new NetworkWatch({ api, clock, tabId, mayRead: () => false });
    watches.set(tabId, made);
    return made;
  }

  return {
    watch: (tabId) => {
      watch(tabId);
      log.watch(tabId);
    },
    idleMs: (tabId) => watch(tabId).idleMs(),
    begunWithin: (tabId, ms) => watch(tabId).begunWithin(ms),
    requests: (tabId, reader) => readableRequests(log.list(tabId), reader),
    downloads,
    logged: (tabId) => log.list(tabId),
    forget(tabId) {
      downloads.forget(tabId);
      responses.forget(tabId);
      log.forget(tabId);
      watches.get(tabId)?.close();
      watches.delete(tabId);
    },
  };
}
