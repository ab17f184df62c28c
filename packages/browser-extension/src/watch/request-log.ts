// The last requests of each agent tab, by the browser's events. Secrets are taken out before anything is kept.
import type { BrowserApi } from '../base/platform.ts';
import { type Header, keptUrl, redactedBody, redactedHeader } from '../base/redact.ts';
import { siteOf } from '../base/sites.ts';
import { Listeners } from './listeners.ts';

export interface LoggedRequest {
  /** r1, r2, … within the tab. */
  readonly ref: string;
  readonly method: string;
  readonly url: string;
  /** Of the address, before it was redacted. */
  readonly site: string;
  /** The site of the document that made it; of a page's own request, the page's. */
  readonly bySite: string;
  /** Where its address and body come from: the site of the page that sent the tab there, and those that redirected it. */
  readonly fromSites: readonly string[];
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  /** Since the start. */
  sentMs?: number;
  answeredMs?: number;
  durationMs?: number;
  status?: number;
  /** "HTTP/1.1 200 OK" */
  statusLine?: string;
  error?: string;
  isFromCache?: boolean;
  requestHeaders: readonly Required<Header>[];
  responseHeaders: readonly Required<Header>[];
  readonly requestBody?: string | undefined;
}

interface Details {
  readonly requestId: string;
  readonly tabId: number;
  readonly type: string;
  readonly method: string;
  readonly url: string;
  readonly timeStamp: number;
  readonly initiator?: string;
  readonly documentUrl?: string;
  readonly originUrl?: string;
  readonly statusCode?: number;
  readonly statusLine?: string;
  readonly error?: string;
  readonly fromCache?: boolean;
  readonly requestHeaders?: readonly Header[];
  readonly responseHeaders?: readonly Header[];
  readonly requestBody?: {
    readonly formData?: Readonly<Record<string, readonly unknown[]>>;
    readonly raw?: readonly { readonly bytes?: ArrayBuffer }[];
  } | null;
}

/** Requests that are kept of a tab; the oldest is dropped. */
const KEPT_MAX = 200;
const HEADERS_MAX = 60;
const HEADER_CHARS = 300;
const BODY_CHARS = 4_000;

interface TabLog {
  readonly requests: Map<string, LoggedRequest>;
  readonly listeners: Listeners;
  count: number;
}

export class RequestLog {
  readonly #api: BrowserApi;
  readonly #tabs = new Map<number, TabLog>();

  constructor(api: BrowserApi) {
    this.#api = api;
  }

  /** Starts once for each tab. */
  watch(tabId: number): void {
    if (this.#tabs.has(tabId)) return;
    const log: TabLog = { requests: new Map(), listeners: new Listeners(), count: 0 };
    this.#tabs.set(tabId, log);
    const filter = { urls: ['<all_urls>'], tabId };
    const { onBeforeRequest, onSendHeaders, onHeadersReceived, onCompleted, onErrorOccurred } = this.#api.webRequest;
    const sinceStart = ({ timeStamp }: Details, known: LoggedRequest) => Math.round(timeStamp - known.startedAtMs);
    const note = (details: Details, known: LoggedRequest) => {
      known.durationMs = sinceStart(details, known);
      if (details.statusCode !== undefined) known.status = details.statusCode;
      if (details.fromCache === true) known.isFromCache = true;
    };
    const withKnown = (then: (details: Details, known: LoggedRequest) => void) => (details: Details) => {
      const known = log.requests.get(details.requestId);
      if (known !== undefined) then(details, known);
      // Anything else would be an order to the browser.
      return undefined;
    };
    const onStart = (details: Details): undefined => keep(log, details);
    const onSent = withKnown((details, known) => {
      const { requestHeaders = [] } = details;
      known.sentMs = sinceStart(details, known);
      known.requestHeaders = requestHeaders.slice(0, HEADERS_MAX).map(shortHeader);
    });
    const onHeaders = withKnown((details, known) => {
      const { responseHeaders = [], statusLine } = details;
      known.answeredMs = sinceStart(details, known);
      if (statusLine !== undefined) known.statusLine = statusLine.slice(0, 100);
      known.responseHeaders = responseHeaders.slice(0, HEADERS_MAX).map(shortHeader);
    });
    const onFailure = withKnown((details, known) => {
      note(details, known);
      known.error = (details.error ?? 'failed').slice(0, 100);
    });
    log.listeners.on(onBeforeRequest, onStart, filter, ['requestBody']);
    log.listeners.on(onSendHeaders, onSent, filter, ['requestHeaders']);
    log.listeners.on(onHeadersReceived, onHeaders, filter, ['responseHeaders']);
    log.listeners.on(onCompleted, withKnown(note), filter);
    log.listeners.on(onErrorOccurred, onFailure, filter);
  }

  /** Oldest first. */
  list(tabId: number): readonly LoggedRequest[] {
    return [...(this.#tabs.get(tabId)?.requests.values() ?? [])];
  }

  forget(tabId: number): void {
    this.#tabs.get(tabId)?.listeners.close();
    this.#tabs.delete(tabId);
  }
}

/** A redirect starts the same request again, at another address. */
function keep(log: TabLog, details: Details): undefined {
  const { requestId, method, url, type, timeStamp, initiator, documentUrl, originUrl } = details;
  const site = siteOf(url);
  const by = siteOf(documentUrl ?? initiator ?? originUrl ?? '');
  const before = log.requests.get(requestId);
  log.count += 1;
  log.requests.delete(requestId);
  log.requests.set(requestId, {
    ref: `r${log.count}`,
    method,
    url: keptUrl(url),
    site,
    bySite: type === 'main_frame' ? site : by,
    fromSites: [...new Set([by, ...(before === undefined ? [] : [...before.fromSites, before.site])])],
    type,
    startedAtMs: timeStamp,
    requestHeaders: [],
    responseHeaders: [],
    requestBody: bodyOf(details),
  });
  if (log.requests.size <= KEPT_MAX) return;
  const [oldest = ''] = log.requests.keys();
  log.requests.delete(oldest);
}

function shortHeader(header: Header): Required<Header> {
  const { name, value } = redactedHeader(header);
  return { name: name.slice(0, 100), value: value.slice(0, HEADER_CHARS) };
}

function bodyOf({ requestBody }: Details): string | undefined {
  const { formData, raw } = requestBody ?? {};
  if (formData !== undefined) {
    return redactedBody(formText(formData)).slice(0, BODY_CHARS);
  }
  const bytes = raw?.[0]?.bytes;
  if (bytes === undefined) return undefined;
  // Redacted before it is cut, so that a cut name hides no value.
  const text = new TextDecoder().decode(bytes.slice(0, 16 * BODY_CHARS));
  return redactedBody(text).slice(0, BODY_CHARS);
}

/** As much of it as is shown, and each name whole: a page may send hundreds of MB. */
function formText(formData: Readonly<Record<string, readonly unknown[]>>): string {
  const pairs: string[] = [];
  let charsLeft = BODY_CHARS;
  for (const [name, values] of Object.entries(formData)) {
    for (const value of values) {
      if (charsLeft <= 0 || name.length > BODY_CHARS) return pairs.join('&');
      // Half a character, as where it was cut, has no code.
      const shown = String(value)
        .slice(0, BODY_CHARS)
        .replace(/[\uD800-\uDBFF]$/, '');
      const pair = `${encodeURIComponent(name)}=${encodeURIComponent(shown)}`;
      pairs.push(pair);
      charsLeft -= pair.length;
    }
  }
  return pairs.join('&');
}
