// The interface of an MCP revision: its messages to clients, over HTTP, and to servers.
import type { IncomingHttpHeaders } from 'node:http';
import type { CallOptions, JsonObject } from '@sallyport/protocol';
import type { Failure, Incoming, JsonRpcId, Reply } from '../base/json-rpc.ts';
import type { About, Offer } from '../base/offer.ts';

export type Request = Extract<Incoming, { kind: 'request' }>;
export type RequestOrNotification = Extract<Incoming, { kind: 'request' | 'notification' }>;

/** Versions that behave alike. All differences between revisions are behind this interface; nothing else compares versions. */
export interface Revision {
  /** Stored in servers.json, so it never changes. */
  readonly name: string;
  /** Newest first. */
  readonly versions: readonly [string, ...string[]];
  /** The request that starts an MCP session and the notification that confirms it. Missing: there are no sessions. */
  readonly handshake?: { readonly method: string; readonly confirmation: string };
  /** The request that stays open while changes are announced, and its acknowledgement. Missing: they are always announced. */
  readonly subscription?: { readonly method: string; readonly acknowledgement: string };
  /** The client info in a request. */
  clientInfoOf(params: JsonObject): unknown;
  /** Why a request cannot be served. `stated` are all versions that requests may name. */
  refusalOf?(params: JsonObject, stated: readonly string[]): Failure | undefined;
  /** Why HTTP headers contradict the body. */
  checkHeaders(
    message: RequestOrNotification,
    headers: IncomingHttpHeaders,
    stated: readonly string[],
  ): Failure | undefined;
  /** Why HTTP headers contradict the arguments of a call. Missing: no header repeats them. */
  checkArguments?(request: Request, headers: IncomingHttpHeaders, offer: Offer): Promise<Failure | undefined>;
  /** Adds the fields that this revision has in every result, and removes those it does not have. */
  present(method: string, result: JsonObject, about?: About): JsonObject;
  /** Starts serving one client. */
  open(door: DoorPort): ClientState;
  readonly server: ServerCodec;
}

/** The parts of a door that a revision uses. */
export interface DoorPort {
  readonly offer: Offer;
  /** All supported versions, newest first. */
  readonly versions: readonly string[];
  /** Sends a message, with the id of the request it belongs to, if any. */
  readonly post: (message: JsonObject, requestId?: JsonRpcId) => void;
}

/** Answers a request; undefined when the answer comes later. `options` creates the options of a call. */
export type Handler = (request: Request, options: () => CallOptions) => Promise<Reply | undefined>;

/** One client in one revision, while its door is open. */
export interface ClientState {
  /** The methods that only this revision has. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** The client of a call, and how to ask it questions. */
  callerOf(request: Request): Pick<CallOptions, 'client' | 'ask'>;
  logLevelOf(params: JsonObject): unknown;
  /** Missing when servers apply the level themselves. */
  wantsLog?(message: JsonObject): boolean;
  /** Whether a request with this id stays open without being served. */
  isOpen?(id: JsonRpcId): boolean;
  /** Handles a notification of the client. True when nothing else has to be done. */
  handleNotification(method: string, params: JsonObject): boolean;
  /** Handles the client's answer to a question; ignored when nobody waits for it. */
  answer?(id: JsonRpcId | null, reply: Reply): void;
  /** Announces a change, if this client wants to know about it. */
  notify(method: string, params: JsonObject): void;
  close(): void;
}

/** A server's introduction. */
export interface Greeting {
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject;
  readonly instructions?: string;
}

/** The parts of a server connection that a greeting uses. */
export interface ServerPeer {
  request(method: string, params: JsonObject, options: { signal: AbortSignal; graceMs: number }): Promise<JsonObject>;
  notify(method: string): void;
  /** Sets the version for the rest of the connection. */
  agree(protocolVersion: string): void;
}

export interface ClientIntroduction {
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
}

/** The client side of a revision, for talking to servers. */
export interface ServerCodec {
  /** Rejects when the server does not speak this revision. */
  greet(peer: ServerPeer, self: ClientIntroduction, signal: AbortSignal): Promise<Greeting>;
  /** The params of a request, with what this revision adds to each. */
  envelope(params: JsonObject, self: ClientIntroduction, logLevel?: string): JsonObject;
  /** Runs a call and answers the questions in its results. `send` gets the caller's capabilities. */
  call(
    send: (params: JsonObject, capabilities?: JsonObject) => Promise<JsonObject>,
    params: JsonObject,
    options: CallOptions,
  ): Promise<JsonObject>;
  /** Whether questions are requests that name no call; then calls of a server that asks run one at a time. */
  readonly asksOutsideCalls: boolean;
  /** Whether arguments are repeated in HTTP headers when a tool's schema requires it. */
  readonly mirrorsArguments: boolean;
}
