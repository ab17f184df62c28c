// Open and failed requests of one tab, by the browser's events.

import type { Clock } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';
import { siteOf } from '../base/sites.ts';
import { Listeners } from './listeners.ts';

/** Requests that stay open for long, or that change nothing on the page. */
const IGNORED = new Set(['beacon', 'csp_report', 'media', 'ping', 'websocket', 'main_frame']);

/** Failures of these are not reported: pages request them by default and work without them. */
const UNREPORTED = new Set([...IGNORED, 'image', 'font', 'imageset', 'other', 'speculative']);

interface Details {
  readonly requestId: string;
  readonly type: string;
  readonly method: string;
  readonly url: string;
  /** The document that made the request: `initiator` in Chromium, `documentUrl` in Firefox. */
  readonly initiator?: string;
  readonly documentUrl?: string;
}

export interface NetworkWatchOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly tabId: number;
  /** Whether the agent may read this site, and so hear of its requests. */
  readonly mayRead: (site: string) => boolean;
  /** Requests that are open already and count too. */
  readonly openRequests?: readonly string[];
}

const FAILURES_MAX = 3;
const URL_CHARS = 150;

/** To be opened before the action; `close` removes its listeners. */
export class NetworkWatch {
  readonly #clock: Clock;
  readonly #mayRead: NetworkWatchOptions['mayRead'];
  /** When each began, by its id. */
  readonly #open = new Map<string, number>();
  readonly #failures: string[] = [];
  readonly #listeners = new Listeners();
  #lastEndAt: number;
  #hasRequests = false;

  constructor({ api, clock, tabId, mayRead, openRequests = [] }: NetworkWatchOptions) {
    this.#clock = clock;
    this.#mayRead = mayRead;
    this.#lastEndAt = clock.now();
    for (const requestId of openRequests) this.#open.set(requestId, clock.now());
    this.#hasRequests = openRequests.length > 0;
    const filter = { urls: ['<all_urls>'], tabId };
    const onStart = ({ requestId, type }: Details): undefined => {
      this.#hasRequests = true;
      if (!IGNORED.has(type)) this.#open.set(requestId, clock.now());
    };
    const onEnd = ({ requestId }: Details): void => {
      if (this.#open.delete(requestId)) this.#lastEndAt = clock.now();
    };
    const onAnswer = (details: Details & { readonly statusCode: number }): void => {
      onEnd(details);
      if (details.statusCode >= 400) this.#note(details, `answered ${details.statusCode}`);
    };
    const onFailure = (details: Details & { readonly error: string }): void => {
      onEnd(details);
      // A request that the page aborted is not a failure.
      if (!/ABORTED|2152398850/.test(details.error)) this.#note(details, 'failed');
    };
    const { onBeforeRequest, onCompleted, onErrorOccurred } = api.webRequest;
    this.#listeners.on(onBeforeRequest, onStart, filter);
    this.#listeners.on(onCompleted, onAnswer, filter);
    this.#listeners.on(onErrorOccurred, onFailure, filter);
  }

  /** How long no request was open. */
  idleMs(): number {
    return this.#open.size > 0 ? 0 : this.#clock.now() - this.#lastEndAt;
  }

  /** The open requests that began within this time. */
  begunWithin(ms: number): readonly string[] {
    const since = this.#clock.now() - ms;
    return [...this.#open].flatMap(([requestId, beganAt]) => (beganAt >= since ? [requestId] : []));
  }

  /** Whether any request was made, even one that is not waited for. */
  get hasRequests(): boolean {
    return this.#hasRequests;
  }

  /** Requests that failed or were answered with an error, one line each. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  #note({ type, method, url, initiator, documentUrl }: Details, how: string): void {
    if (!this.#mayRead(siteOf(documentUrl ?? initiator ?? ''))) return;
    if (UNREPORTED.has(type) || this.#failures.length >= FAILURES_MAX) return;
    this.#failures.push(`${method} ${url.slice(0, URL_CHARS)} ${how}`);
  }

  close(): void {
    this.#listeners.close();
  }
}
