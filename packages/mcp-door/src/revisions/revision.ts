// What a revision of MCP is to the rest of the product: its messages towards clients, over HTTP, and towards servers.
import type { IncomingHttpHeaders } from 'node:http';
import type { CallOptions, JsonObject } from '@sallyport/protocol';
import type { Failure, Incoming, JsonRpcId, Reply } from '../base/json-rpc.ts';
import type { About, Offer } from '../base/offer.ts';

export type Request = Extract<Incoming, { kind: 'request' }>;
export type RequestOrNotification = Extract<Incoming, { kind: 'request' | 'notification' }>;

/** Versions that behave alike. Whatever differs between revisions is here; nothing else compares versions. */
export interface Revision {
  /** Kept in servers.json, so it never changes. */
  readonly name: string;
  /** Newest first. */
  readonly versions: readonly [string, ...string[]];
  /** The request that begins an MCP session and the notification that confirms it. Missing: every request stands alone. */
  readonly handshake?: { readonly method: string; readonly confirmation: string };
  /** The request that stays open while changes are told, and how it is acknowledged. Missing: they are told unasked. */
  readonly subscription?: { readonly method: string; readonly acknowledgement: string };
  /** Where a request says which client sends it. */
  clientInfoOf(params: JsonObject): unknown;
  /** Why a request cannot be served. `stated` are all versions that a request may name. */
  refusalOf?(params: JsonObject, stated: readonly string[]): Failure | undefined;
  /** Why HTTP headers contradict the body. */
  checkHeaders(
    message: RequestOrNotification,
    headers: IncomingHttpHeaders,
    stated: readonly string[],
  ): Failure | undefined;
  /** A result with what this revision adds to every one, and without what it does not know. */
  present(method: string, result: JsonObject, about?: About): JsonObject;
  /** Begins to serve one client. */
  open(door: DoorPort): ClientState;
  readonly server: ServerCodec;
}

/** What a revision has of the door that it is spoken at. */
export interface DoorPort {
  readonly offer: Offer;
  /** Every version that is served, newest first. */
  readonly versions: readonly string[];
  /** Sends a message, on the way of a request where it belongs to one. */
  readonly post: (message: JsonObject, requestId?: JsonRpcId) => void;
}

/** Answers a request; with nothing when its answer comes later. `options` are made when a call is made of it. */
export type Handler = (request: Request, options: () => CallOptions) => Promise<Reply | undefined>;

/** What one revision keeps of one client, for as long as its door is open. */
export interface ClientState {
  /** The methods that only this revision has. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** What a call knows of its client, and how it asks it. */
  callerOf(request: Request): Pick<CallOptions, 'client' | 'ask'>;
  logLevelOf(params: JsonObject): unknown;
  /** Missing where servers know the level and keep to it. */
  wantsLog?(message: JsonObject): boolean;
  /** Whether a request of this id stays open without being served. */
  isOpen?(id: JsonRpcId): boolean;
  /** Takes a notification of the client. True when that is all there is to do. */
  notice(method: string, params: JsonObject): boolean;
  /** Takes the client's answer to a question; one that nobody waits for is dropped. */
  answer?(id: JsonRpcId | null, reply: Reply): void;
  /** Tells of a change, if this client wants to hear of it. */
  tell(method: string, params: JsonObject): void;
  close(): void;
}

/** What a server said of itself. */
export interface Greeting {
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject;
  readonly instructions?: string;
}

/** The connection to a server, as far as a greeting needs it. */
export interface ServerPeer {
  request(method: string, params: JsonObject, options: { signal: AbortSignal; graceMs: number }): Promise<JsonObject>;
  notify(method: string): void;
  /** Tells the transport which version holds for the whole connection. */
  agree(protocolVersion: string): void;
}

export interface ClientIntroduction {
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
}

/** A revision spoken to a server, with us as the client. */
export interface ServerCodec {
  /** Rejects when the server does not speak this revision. */
  greet(peer: ServerPeer, self: ClientIntroduction, signal: AbortSignal): Promise<Greeting>;
  /** The params of a request, with all that this revision says in each. */
  envelope(params: JsonObject, self: ClientIntroduction, logLevel?: string): JsonObject;
  /** Runs a call to its end and answers the questions in its results. `send` is told what the caller can be asked for. */
  call(
    send: (params: JsonObject, capabilities?: JsonObject) => Promise<JsonObject>,
    params: JsonObject,
    options: CallOptions,
  ): Promise<JsonObject>;
  /** Questions come as requests that name no call, so calls of a server that asks run one at a time. */
  readonly asksOutsideCalls: boolean;
  /** Over HTTP, arguments are repeated in headers where a tool's schema wants it. */
  readonly mirrorsArguments: boolean;
}
