// Requests of a tab as a HAR 1.2 file, which browsers and other tools open. It has what an agent may see, without secrets.
import { PRODUCT_VERSION } from '@sallyport/protocol';
import type { RequestFacts, ResponseBody } from '../base/facts.ts';

export interface HarEntry {
  readonly request: RequestFacts;
  readonly response: ResponseBody;
}

/** What is not known, as the format writes it. */
const UNKNOWN = -1;

export function harOf(entries: readonly HarEntry[]): string {
  const comment =
    'Secrets are replaced by [redacted], cookies are left out, and long addresses, headers and bodies are cut.';
  const creator = { name: 'Sallyport', version: PRODUCT_VERSION };
  return JSON.stringify({ log: { version: '1.2', creator, entries: entries.map(entryOf), comment } }, null, 1);
}

function entryOf({ request, response }: HarEntry): object {
  const timings = timingsOf(request);
  const comment = request.isClosed === true ? { comment: 'Headers and bodies of a closed site are left out.' } : {};
  return {
    startedDateTime: new Date(request.startedAtMs).toISOString(),
    time: timings.blocked + timings.wait + timings.receive,
    request: requestOf(request),
    response: responseOf(request, response),
    cache: {},
    timings,
    _resourceType: request.type,
    ...comment,
  };
}

/** The browser tells extensions when a request was sent, answered and complete: name lookup and connecting are not told apart. */
function timingsOf({ sentMs, answeredMs, durationMs = 0 }: RequestFacts) {
  const sent = Math.min(sentMs ?? durationMs, durationMs);
  const answered = Math.min(Math.max(answeredMs ?? durationMs, sent), durationMs);
  const unknown = { dns: UNKNOWN, connect: UNKNOWN, ssl: UNKNOWN };
  return { blocked: sent, ...unknown, send: 0, wait: answered - sent, receive: durationMs - answered };
}

function requestOf({ method, url, statusLine, requestHeaders, requestBody }: RequestFacts): object {
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  const mimeType = headerOf(requestHeaders, 'content-type');
  return {
    ...{ method, url, httpVersion: versionIn(statusLine), cookies: [], headers: requestHeaders },
    queryString: query.map(([name, value]) => ({ name, value })),
    ...(requestBody === undefined ? {} : { postData: { mimeType, params: [], text: requestBody } }),
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  };
}

function responseOf({ status = 0, statusLine, error, responseHeaders }: RequestFacts, body: ResponseBody): object {
  const size = Number(headerOf(responseHeaders, 'content-length') || UNKNOWN);
  const content = { size: Number.isFinite(size) ? size : UNKNOWN, mimeType: headerOf(responseHeaders, 'content-type') };
  return {
    status,
    statusText: /^\S+ \d+ (.*)$/.exec(statusLine ?? '')?.[1] ?? '',
    httpVersion: versionIn(statusLine),
    cookies: [],
    headers: responseHeaders,
    content: 'missing' in body ? content : { ...content, text: body.text },
    redirectURL: headerOf(responseHeaders, 'location'),
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
    ...(error === undefined ? {} : { _error: error }),
  };
}

function versionIn(statusLine: string | undefined): string {
  return /^HTTP\/[\d.]+/.exec(statusLine ?? '')?.[0] ?? '';
}

function headerOf(headers: RequestFacts['requestHeaders'], wanted: string): string {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? '';
}
