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

type Told<Details> = BrowserEvent<(details: Details) => void>;

export interface RequestEvents {
  readonly onBeforeRequest: Told<RequestDetails>;
  readonly onCompleted: Told<RequestDetails & { readonly statusCode: number }>;
  readonly onErrorOccurred: Told<RequestDetails & { readonly error: string }>;
}

/** Until `close`. */
export function requestEventsOf(api: BrowserApi, tabId: number): RequestEvents & { close(): void } {
  const listeners = new Listeners();
  const filter = { urls: ['<all_urls>'], tabId };
  const { onBeforeRequest, onCompleted, onErrorOccurred } = api.webRequest;

  function shared<Details>(): Told<Details> & { tell(details: Details): undefined } {
    const told = new Set<(details: Details) => void>();
    return {
      addListener: (listener) => void told.add(listener),
      removeListener: (listener) => void told.delete(listener),
      tell(details) {
        for (const listener of [...told]) listener(details);
      },
    };
  }

  const events = {
    onBeforeRequest: shared<RequestDetails>(),
    onCompleted: shared<RequestDetails & { readonly statusCode: number }>(),
    onErrorOccurred: shared<RequestDetails & { readonly error: string }>(),
  };
  listeners.on(onBeforeRequest, events.onBeforeRequest.tell, filter);
  listeners.on(onCompleted, events.onCompleted.tell, filter);
  listeners.on(onErrorOccurred, events.onErrorOccurred.tell, filter);
  return { ...events, close: () => listeners.close() };
}
