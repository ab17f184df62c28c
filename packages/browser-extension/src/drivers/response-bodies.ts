// Bodies of responses, by Chromium's debugger where an action has attached it anyway. The browser keeps them; nothing is kept here
// but which of its requests is which.
import { BoundedMap, isRecord } from '@sallyport/protocol';
import { keptUrl } from '../base/redact.ts';
import type { Subject } from './capture.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';

export interface ResponseBodiesOptions {
  /** Chromium's. */
  readonly sessions: DebuggerSessions | undefined;
  mayDebug(agentSession: string): boolean;
}

/** Of one tab, in the browser: the oldest bodies go, and larger ones are not kept. */
const KEPT_BYTES = 10 * 1024 * 1024;
const BODY_BYTES = 2 * 1024 * 1024;
const SEEN_MAX = 300;
/** Both clocks are the browser's, and the debugger's event comes from another process. */
const SAME_MS = 2_000;

export interface WantedResponse {
  readonly method: string;
  /** As it is kept. */
  readonly url: string;
  readonly startedAtMs: number;
}

interface Seen extends WantedResponse {
  readonly id: string;
}

type Found = { readonly text: string } | { readonly missing: 'browser' | 'debugger' | 'notKept' | 'binary' | 'gone' };

export class ResponseBodies {
  readonly #options: ResponseBodiesOptions;
  /** The tabs whose responses are kept, with the requests since the debugger was attached, by the debugger's ids. */
  readonly #tabs = new Map<number, Map<string, Seen>>();

  constructor(options: ResponseBodiesOptions) {
    this.#options = options;
  }

  /**
   * From now on, and whenever the debugger is attached: it is not attached for this. Only for tabs whose agent looks at
   * requests, since the debugger then reports each of them several times. Never rejects.
   */
  async keep(subject: Subject): Promise<void> {
    const { sessions, mayDebug } = this.#options;
    const { tabId, agentSession } = subject;
    if (sessions === undefined || !mayDebug(agentSession) || this.#tabs.has(tabId)) return;
    this.#tabs.set(tabId, new Map());
    if (sessions.isAttached(tabId))
      await sessions.run(subject, (command) => this.attached(tabId, command)).catch(() => {});
  }

  /** Once after each attach. Never rejects: a tab without its responses can still be used. */
  async attached(tabId: number, command: Command): Promise<void> {
    const { sessions } = this.#options;
    if (sessions === undefined || !this.#tabs.has(tabId)) return;
    const seen = new BoundedMap<string, Seen>(SEEN_MAX);
    this.#tabs.set(tabId, seen);
    sessions.listen(tabId, 'Network.requestWillBeSent', (params) => {
      const request = seenIn(params);
      if (request !== undefined) seen.set(request.id, request);
    });
    const sizes = { maxTotalBufferSize: KEPT_BYTES, maxResourceBufferSize: BODY_BYTES };
    await command('Network.enable', sizes).catch(() => {});
  }

  /**
   * Whole, and as the site sent it: whoever shows it takes the secrets out. `others` are requests of the tab: a request from
   * before the debugger was attached must not get the response to a later one.
   */
  async read(subject: Subject, wanted: WantedResponse, others: readonly WantedResponse[]): Promise<Found> {
    const { sessions, mayDebug } = this.#options;
    const { tabId, agentSession, signal } = subject;
    if (sessions === undefined) return { missing: 'browser' };
    if (!mayDebug(agentSession)) return { missing: 'debugger' };
    const seen = this.#tabs.get(tabId);
    const request = seen && nearest([...seen.values()], wanted);
    const isOfOther = request && nearest([wanted, ...others], request)?.startedAtMs !== wanted.startedAtMs;
    if (request === undefined || isOfOther || !sessions.isAttached(tabId)) return { missing: 'notKept' };
    try {
      const answer = await sessions.run(subject, (command) =>
        command('Network.getResponseBody', { requestId: request.id }),
      );
      // A redirect has led it elsewhere meanwhile.
      if (seen?.get(request.id)?.url !== request.url) return { missing: 'gone' };
      if (answer.base64Encoded === true) return { missing: 'binary' };
      return typeof answer.body === 'string' ? { text: answer.body } : { missing: 'gone' };
    } catch (error) {
      if (signal.aborted) throw error;
      return { missing: 'gone' };
    }
  }

  forget(tabId: number): void {
    this.#tabs.delete(tabId);
  }
}

/** A redirect comes with the same id and another address. */
function seenIn(params: unknown): Seen | undefined {
  const { requestId, request, wallTime } = isRecord(params) ? params : {};
  const { url, method } = isRecord(request) ? request : {};
  if (typeof requestId !== 'string' || typeof url !== 'string' || typeof method !== 'string') return undefined;
  return { id: requestId, url: keptUrl(url), method, startedAtMs: Number(wallTime) * 1000 };
}

/** The extension's events and the debugger's have different ids for one request. */
function nearest<Kept extends WantedResponse>(
  all: readonly Kept[],
  { method, url, startedAtMs }: WantedResponse,
): Kept | undefined {
  const apart = (one: Kept) => Math.abs(one.startedAtMs - startedAtMs);
  return all
    .filter((one) => one.method === method && one.url === url && apart(one) <= SAME_MS)
    .sort((a, b) => apart(a) - apart(b))[0];
}
