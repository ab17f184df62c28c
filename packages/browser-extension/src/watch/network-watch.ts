// Open and failed requests of one tab, by the browser's events.

import type { Clock } from '@sallyport/protocol';
import { siteOf } from '../base/sites.ts';
import { Listeners } from './listeners.ts';
import type { RequestDetails, RequestEvents } from './request-events.ts';

/** Requests that stay open for long, or that change nothing on the page. */
const IGNORED = new Set(['beacon', 'csp_report', 'media', 'ping', 'websocket', 'main_frame']);

/** Failures of these are not reported: pages request them by default and work without them. */
const UNREPORTED = new Set([...IGNORED, 'image', 'font', 'imageset', 'other', 'speculative']);

export interface NetworkWatchOptions {
  /** Of the tab. */
  readonly requests: RequestEvents;
  readonly clock: Clock;
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

  constructor({ requests, clock, mayRead, openRequests = [] }: NetworkWatchOptions) {
    this.#clock = clock;
    this.#mayRead = mayRead;
    this.#lastEndAt = clock.now();
    for (const requestId of openRequests) this.#open.set(requestId, clock.now());
    this.#hasRequests = openRequests.length > 0;
    const onStart = ({ requestId, type }: RequestDetails): void => {
      this.#hasRequests = true;
      if (!IGNORED.has(type)) this.#open.set(requestId, clock.now());
    };
    const onEnd = ({ requestId }: RequestDetails): void => {
      if (this.#open.delete(requestId)) this.#lastEndAt = clock.now();
    };
    const onAnswer = (details: RequestDetails & { readonly statusCode: number }): void => {
      onEnd(details);
      if (details.statusCode >= 400) this.#note(details, `answered ${details.statusCode}`);
    };
    const onFailure = (details: RequestDetails & { readonly error: string }): void => {
      onEnd(details);
      // A request that the page aborted is not a failure.
      if (!/ABORTED|2152398850/.test(details.error)) this.#note(details, 'failed');
    };
    this.#listeners.on(requests.onBeforeRequest, onStart);
    this.#listeners.on(requests.onCompleted, onAnswer);
    this.#listeners.on(requests.onErrorOccurred, onFailure);
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

  #note({ type, method, url, initiator, documentUrl }: RequestDetails, how: string): void {
    if (!this.#mayRead(siteOf(documentUrl ?? initiator ?? ''))) return;
    if (UNREPORTED.has(type) || this.#failures.length >= FAILURES_MAX) return;
    this.#failures.push(`${method} ${url.slice(0, URL_CHARS)} ${how}`);
  }

  close(): void {
    this.#listeners.close();
  }
}
