// MCP sessions over HTTP: each has its own door, is found by its id, and ends when it was not used for long.
import type { ServerResponse } from 'node:http';
import { type JsonObject, limits, type SallyportError } from '@sallyport/protocol';
import type { JsonRpcId } from '../base/json-rpc.ts';
import type { Offer } from '../base/offer.ts';
import { StreamDoor } from '../door/stream-door.ts';
import { EventStream } from './event-stream.ts';

export interface SessionOptions {
  readonly id: string;
  /** The owner's id: no other caller can use the session. */
  readonly owner: string;
  readonly offer: Offer;
  /** Whether something waits for the client though no call is open. */
  readonly isAwaited: () => boolean;
  /** The client has no connection left while a call of it is in progress, whose reply it will not get. */
  readonly onLost?: (() => void) | undefined;
  /** Called once, when the session has ended. */
  readonly onEnd: () => void;
  readonly onFault: (thrown: unknown) => void;
}

/** Sends the messages that belong to one request. */
export interface ResponseSink {
  post(message: JsonObject): void;
  end(): void;
}

/** Notifications kept for a client without an open stream: the last of each kind. */
const MAX_WAITING = 16;
/** A client without an open stream counts as connected for this long after its last request. */
const RECENT_MS = limits.door.sessionSweepMs;

export class Session {
  readonly id: string;
  readonly owner: string;
  readonly #door: StreamDoor;
  readonly #exchanges = new Map<JsonRpcId, ResponseSink>();
  readonly #waiting = new Map<string, JsonObject>();
  readonly #onEnd: () => void;
  readonly #isAwaited: () => boolean;
  readonly #onLost: () => void;
  #stream: EventStream | undefined;
  #isClosed = false;
  lastUsedAtMs: number;

  constructor(options: SessionOptions, nowMs: number) {
    this.id = options.id;
    this.owner = options.owner;
    this.lastUsedAtMs = nowMs;
    this.#onEnd = options.onEnd;
    this.#isAwaited = options.isAwaited;
    this.#onLost = options.onLost ?? (() => {});
    this.#door = new StreamDoor({
      offer: options.offer,
      onFault: options.onFault,
      post: (message, requestId) => this.#route(message, requestId),
    });
  }

  /** True while a call or a review is in progress, or the client has its stream open. */
  get isBusy(): boolean {
    return this.#door.hasOpenRequests || this.#stream !== undefined || this.#isAwaited();
  }

  isOpen(id: JsonRpcId): boolean {
    return this.#exchanges.has(id);
  }

  /** Handles a request; messages that belong to it go to `exchange`. */
  receive(id: JsonRpcId, message: unknown, exchange: ResponseSink): void {
    this.#exchanges.set(id, exchange);
    this.#door.receive(message);
  }

  /** The client lost its connection. That does not cancel the call: there is a message for that. */
  disconnected(id: JsonRpcId): void {
    this.#exchanges.delete(id);
    this.#noticeLoss();
  }

  /** Handles a notification or a response. */
  accept(message: unknown, cancelled: JsonRpcId | undefined): void {
    this.#door.receive(message);
    if (cancelled === undefined) return;
    this.#exchanges.get(cancelled)?.end();
    this.#exchanges.delete(cancelled);
  }

  /** Opens the stream for messages that belong to no request. Replaces an earlier one. */
  listen(response: ServerResponse): void {
    this.#stream?.end();
    const stream = new EventStream(response, { 'mcp-session-id': this.id }, () => {
      if (this.#stream !== stream) return;
      this.#stream = undefined;
      this.#noticeLoss();
    });
    this.#stream = stream;
    for (const message of this.#waiting.values()) stream.send(message);
    this.#waiting.clear();
  }

  /** Cancels its calls and ends its streams. With a reason, its calls are answered first. May be called again. */
  async close(leaving?: SallyportError): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await (leaving === undefined ? this.#door.close() : this.#door.retire(leaving));
    for (const exchange of this.#exchanges.values()) exchange.end();
    this.#exchanges.clear();
    this.#stream?.end();
    this.#stream = undefined;
    this.#onEnd();
  }

  #noticeLoss(): void {
    const hasConnection = this.#exchanges.size > 0 || this.#stream !== undefined;
    if (!this.#isClosed && !hasConnection && this.#door.hasOpenRequests) this.#onLost();
  }

  #route(message: JsonObject, requestId: JsonRpcId | undefined): void {
    if (requestId !== undefined) {
      const exchange = this.#exchanges.get(requestId);
      if (!('method' in message)) this.#exchanges.delete(requestId);
      exchange?.post(message);
    } else if (this.#stream !== undefined) this.#stream.send(message);
    else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(String(message.method), message);
  }
}

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;
  readonly #sweeper: NodeJS.Timeout;

  constructor({ now, onFault }: { now: () => number; onFault: (thrown: unknown) => void }) {
    this.#now = now;
    this.#sweeper = setInterval(() => void this.sweep().catch(onFault), limits.door.sessionSweepMs);
    this.#sweeper.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Without those of clients that left: most end their process without ending the session. */
  get inUse(): number {
    const recent = this.#now() - RECENT_MS;
    return [...this.#sessions.values()].filter(({ isBusy, lastUsedAtMs }) => isBusy || lastUsedAtMs >= recent).length;
  }

  /** Also restarts its idle time. Undefined when there is none with this id, or it belongs to another owner. */
  find(id: string, owner: string): Session | undefined {
    const session = this.#sessions.get(id);
    if (session?.owner !== owner) return undefined;
    session.lastUsedAtMs = this.#now();
    return session;
  }

  /** Undefined when there are too many and all are in use. */
  async create(options: SessionOptions): Promise<Session | undefined> {
    if (this.#sessions.size >= limits.door.maxSessions) await this.#makeRoom();
    if (this.#sessions.size >= limits.door.maxSessions) return undefined;
    const onEnd = () => {
      this.#sessions.delete(options.id);
      options.onEnd();
    };
    const session = new Session({ ...options, onEnd }, this.#now());
    this.#sessions.set(options.id, session);
    return session;
  }

  /** Ends sessions that were not used for long, but never one with a running call. */
  async sweep(): Promise<void> {
    const oldest = this.#now() - limits.door.sessionIdleMs;
    const idle = [...this.#sessions.values()].filter(({ isBusy, lastUsedAtMs }) => !isBusy && lastUsedAtMs < oldest);
    await Promise.all(idle.map((session) => session.close()));
  }

  /** Ends all sessions of a caller; resolves with their number. */
  async dismiss(owner: string): Promise<number> {
    const theirs = [...this.#sessions.values()].filter((session) => session.owner === owner);
    await Promise.all(theirs.map((session) => session.close()));
    return theirs.length;
  }

  async close(leaving?: SallyportError): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#sessions.values()].map((session) => session.close(leaving)));
  }

  async #makeRoom(): Promise<void> {
    const [longestIdle] = [...this.#sessions.values()]
      .filter(({ isBusy }) => !isBusy)
      .sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs);
    await longestIdle?.close();
  }
}
