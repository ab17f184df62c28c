// How long each agent tab has had no open request. A tab is watched from its first use; the user's own tabs never are.

import type { Clock } from '@sallyport/protocol';
import type { RequestFacts } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { DownloadLog, type DownloadLogOptions } from './download-log.ts';
import { type BrowserEvent, Listeners } from './listeners.ts';
import { NetworkWatch } from './network-watch.ts';
import { type RequestReader, readableRequests } from './readable-requests.ts';
import { noRequests, type RequestEvents, requestEventsOf } from './request-events.ts';
import { type LoggedRequest, RequestLog } from './request-log.ts';

export interface Traffic {
  /** Starts once for each tab. */
  watch(tabId: number): void;
  /** The events of its requests. */
  eventsOf(tabId: number): RequestEvents;
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
  /** A browser takes long to add the first listener of an event and to remove the last: every action would do both. */
  const held = new Listeners();
  const watches = new Map<
    number,
    { readonly network: NetworkWatch; readonly events: ReturnType<typeof requestEventsOf> }
  >();

  function watch(tabId: number): void {
    if (watches.has(tabId)) return;
    if (watches.size === 0) for (const event of ofEveryAction(api)) held.on(event, () => {});
    const events = requestEventsOf(api, tabId);
    watches.set(tabId, { events, network: new NetworkWatch({ requests: events, clock, mayRead: () => false }) });
  }

  return {
    watch: (tabId) => {
      watch(tabId);
      log.watch(tabId);
    },
    // A tab that is gone, or the user's again, is not watched anew by whoever asks late.
    eventsOf: (tabId) => watches.get(tabId)?.events ?? noRequests,
    idleMs: (tabId) => watches.get(tabId)?.network.idleMs() ?? Number.POSITIVE_INFINITY,
    begunWithin: (tabId, ms) => watches.get(tabId)?.network.begunWithin(ms) ?? [],
    requests: (tabId, reader) => readableRequests(log.list(tabId), reader),
    downloads,
    logged: (tabId) => log.list(tabId),
    forget(tabId) {
      downloads.forget(tabId);
      responses.forget(tabId);
      log.forget(tabId);
      watches.get(tabId)?.events.close();
      if (watches.delete(tabId) && watches.size === 0) held.close();
    },
  };
}

/** What an action listens to besides its requests, and nobody else does. */
function ofEveryAction({ webNavigation, downloads }: BrowserApi): readonly BrowserEvent<() => void>[] {
  const { onBeforeNavigate, onDOMContentLoaded, onCompleted, onErrorOccurred } = webNavigation;
  const { onHistoryStateUpdated, onReferenceFragmentUpdated } = webNavigation;
  return [
    ...[onBeforeNavigate, onDOMContentLoaded, onCompleted, onErrorOccurred],
    ...[onHistoryStateUpdated, onReferenceFragmentUpdated, downloads.onCreated],
  ];
}
