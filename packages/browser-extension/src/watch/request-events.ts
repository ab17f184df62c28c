// The events of one tab's requests, listened to once for all who ask: a browser takes longer to add a listener with a filter than
// for most calls of an agent.
import type { BrowserApi } from '../base/platform.ts';
import { type BrowserEvent, Listeners } from './listeners.ts';

export interface RequestDetails {
  readonly requestId: string;
  readonly type: string;
  readonly method: string;
  readonly url: string;
  /** The document that made the request: `initiator` in Chromium, `documentUrl` in Firefox. */
  readonly initiator?: string;
  readonly documentUrl?: string;
}

type EventOf<Details> = BrowserEvent<(details: Details) => void>;

export interface RequestEvents {
  readonly onBeforeRequest: EventOf<RequestDetails>;
  readonly onCompleted: EventOf<RequestDetails & { readonly statusCode: number }>;
  readonly onErrorOccurred: EventOf<RequestDetails & { readonly error: string }>;
}

/** Until `close`. */
export function requestEventsOf(api: BrowserApi, tabId: number): RequestEvents & { close(): void } {
  const ours = new Listeners();
  const filter = { urls: ['<all_urls>'], tabId };
  const { onBeforeRequest, onCompleted, onErrorOccurred } = api.webRequest;

  function shared<Details>(): EventOf<Details> & { notify(details: Details): undefined } {
    const listeners = new Set<(details: Details) => void>();
    return {
      addListener: (listener) => void listeners.add(listener),
      removeListener: (listener) => void listeners.delete(listener),
      notify(details) {
        for (const listener of [...listeners]) listener(details);
      },
    };
  }

  const events = {
    onBeforeRequest: shared<RequestDetails>(),
    onCompleted: shared<RequestDetails & { readonly statusCode: number }>(),
    onErrorOccurred: shared<RequestDetails & { readonly error: string }>(),
  };
  ours.on(onBeforeRequest, events.onBeforeRequest.notify, filter);
  ours.on(onCompleted, events.onCompleted.notify, filter);
  ours.on(onErrorOccurred, events.onErrorOccurred.notify, filter);
  return { ...events, close: () => ours.close() };
}

const never = { addListener: () => {}, removeListener: () => {} };

/** Of a tab that nobody watches. */
export const noRequests: RequestEvents = { onBeforeRequest: never, onCompleted: never, onErrorOccurred: never };
