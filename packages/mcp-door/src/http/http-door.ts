// MCP over Streamable HTTP on the loopback: admits clients and serves them, with MCP sessions where the revision has them.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type JsonObject, limits, SallyportError, toWireError } from '@sallyport/protocol';
import { headerOf } from '../base/headers.ts';
import { failure, fault, metaOf, rpcCodes } from '../base/json-rpc.ts';
import type { Offer } from '../base/offer.ts';
import { StreamDoor } from '../door/stream-door.ts';
import type { Request, Revision } from '../revisions/revision.ts';
import { clientNameOf } from '../revisions/table.ts';
import { Exchange, isReplyTo, sendJson, statusOf } from './exchange.ts';
import { bearerOf, isFromPage, isLoopbackHost, targetOf } from './guard.ts';
import { listenOnLoopback } from './listen.ts';
import { accepts, cancelledBy, readMessage } from './posted.ts';
import { type Session, Sessions } from './session.ts';

/** The owner of a token. Its MCP sessions belong to this id. */
export interface Identity {
  readonly id: string;
}

/** What the door knows of a client before it admits it. */
export interface AdmissionRequest<Who extends Identity> {
  readonly who: Who;
  /** `/mcp`, or what follows it. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The new MCP session. Missing in revisions without sessions. */
  readonly sessionId?: string;
  /** What the client calls itself. */
  readonly client?: string;
  /** The `_meta` of a request without an MCP session. */
  readonly meta?: JsonObject;
}

/** What an admitted client gets. */
export interface Admission {
  readonly offer: Offer;
  /** Whether something still waits for the client though no call is open; the session does not time out then. */
  isAwaited?(): boolean;
  /** Called once, when the MCP session or the single request has ended. */
  leave?(): void;
}

export interface HttpDoorOptions<Who extends Identity> {
  readonly port: number;
  /** Whether to use another port when this one is in use; otherwise listening fails with EADDRINUSE. */
  readonly mayChoosePort: boolean;
  /** The owner of this token; undefined leads to 401. Called for every request, before anything else is looked up. */
  identify(token: string | undefined): Who | undefined;
  /** Whether this path exists; others get 404 before the token is checked. */
  hasPath(path: string): boolean;
  /** A thrown SallyportError becomes 403 for ERR_PERMISSION_DENIED, 404 for ERR_TOOL_NOT_FOUND, otherwise 503. */
  admit(request: AdmissionRequest<Who>): Admission;
  readonly now: () => number;
  /** How long a client may take for its headers; the default is in the limits. */
  readonly headersMs?: number;
  readonly onFault: (thrown: unknown) => void;
  /** The number of MCP sessions has changed. */
  readonly onSessions?: (count: number) => void;
  /** A client lost its connection while a call of this MCP session is in progress. The call goes on. */
  readonly onLost?: (sessionId: string) => void;
}

/** A request that passed the checks. */
interface Arrival<Who> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly who: Who;
  readonly url: URL;
}

const SESSION = 'mcp-session-id';

export class HttpDoor<Who extends Identity> {
  readonly #options: HttpDoorOptions<Who>;
  readonly #server: Server;
  readonly #sessions: Sessions;
  /** Doors of requests without an MCP session. */
  readonly #single = new Set<StreamDoor>();
  #port = 0;
  #closing: Promise<void> | undefined;

  constructor(options: HttpDoorOptions<Who>) {
    this.#options = options;
    this.#sessions = new Sessions(options);
    const headersTimeout = options.headersMs ?? limits.door.headersMs;
    const times = {
      headersTimeout,
      requestTimeout: limits.door.bodyMs,
      // How often slow clients are looked for; Node's default of 30 s would give them three times the limit.
      connectionsCheckingInterval: headersTimeout / 4,
    };
    this.#server = createServer(times, (request, response) => {
      this.#take(request, response).catch((thrown: unknown) => this.#failed(response, thrown));
    });
    this.#server.maxConnections = limits.door.maxConnections;
  }

  get port(): number {
    return this.#port;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Sessions whose client is still there, as far as is known. */
  get connectedCount(): number {
    return this.#sessions.inUse;
  }

  /** Listens on 127.0.0.1 and nowhere else. Resolves with the port. */
  async listen(): Promise<number> {
    this.#port = await listenOnLoopback(this.#server, this.#options);
    return this.#port;
  }

  /** Ends the MCP sessions of one identity; resolves with their number. */
  dismiss(id: string): Promise<number> {
    return this.#sessions.dismiss(id);
  }

  /** Ends all sessions, cancels running calls and frees the port. Calls are answered if a reason is given. May be called again. */
  close(leaving?: SallyportError): Promise<void> {
    this.#closing ??= this.#tearDown(leaving);
    return this.#closing;
  }

  async #tearDown(leaving: SallyportError | undefined): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const singles = [...this.#single].map((door) => (leaving === undefined ? door.close() : door.retire(leaving)));
    await Promise.all([this.#sessions.close(leaving), ...singles]);
    this.#server.closeIdleConnections();
    // Connections may finish writing; those that do not read are cut.
    const cut = setTimeout(() => this.#server.closeAllConnections(), 500);
    await ended;
    clearTimeout(cut);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLoopbackHost(request.headers.host) || isFromPage(request.headers, this.#port))
      return refuse(response, 403, 'Forbidden: this address serves local programs, not web pages.');
    const url = targetOf(request);
    if (url === undefined || !this.#options.hasPath(url.pathname)) return refuse(response, 404, 'Not found');
    const who = this.#options.identify(bearerOf(request.headers));
    if (who === undefined)
      return refuse(response, 401, 'Unauthorized: the token is missing or wrong.', { 'www-authenticate': 'Bearer' });
    const arrival = { request, response, who, url };
    if (request.method === 'POST') await this.#post(arrival);
    else if (request.method === 'GET' || request.method === 'DELETE') await this.#useSession(arrival);
    else refuse(response, 405, 'Method not allowed', { allow: 'GET, POST, DELETE' });
  }

  /** GET opens the stream of a session, DELETE ends it. */
  async #useSession(arrival: Arrival<Who>): Promise<void> {
    const { request, response } = arrival;
    const session = this.#findSession(arrival);
    if (session === undefined) return;
    if (request.method === 'DELETE') {
      await session.close();
      response.writeHead(200).end();
    } else if (!accepts(request, 'text/event-stream')) {
      refuse(response, 406, 'Not acceptable: the client must accept text/event-stream.');
    } else session.listen(response);
  }

  async #post(arrival: Arrival<Who>): Promise<void> {
    const read = await readMessage(arrival.request);
    if ('refusal' in read)
      return sendJson(arrival.response, read.status, read.refusal, read.status === 413 ? { connection: 'close' } : {});
    const { message, json, revision } = read;
    const { handshake } = revision;
    if (message.kind === 'request') {
      if (handshake === undefined) await this.#serveSingle(arrival, revision, message, json);
      else if (message.method === handshake.method) await this.#begin(arrival, revision, message, json);
      else this.#ask(arrival, this.#findSession(arrival), message, json);
      return;
    }
    if (handshake !== undefined) {
      const session = this.#findSession(arrival);
      if (session === undefined) return;
      session.accept(json, cancelledBy(message));
    }
    arrival.response.writeHead(202).end();
  }

  /** Sends the error response itself when there is none. */
  #findSession({ request, response, who }: Arrival<Who>): Session | undefined {
    const id = headerOf(request.headers, SESSION);
    if (id === undefined) {
      refuse(response, 400, 'Bad Request: Mcp-Session-Id header is required');
      return undefined;
    }
    const session = this.#sessions.find(id, who.id);
    // Clients recognise this text and initialize again; it is part of the editor's contract.
    if (session === undefined) refuse(response, 404, 'Session not found');
    return session;
  }

  /** A handshake starts a new session, whatever session id it has: after a reload a client sends a stale one. */
  async #begin(arrival: Arrival<Who>, revision: Revision, message: Request, json: unknown): Promise<void> {
    const id = randomUUID();
    const admission = this.#options.admit({ ...admissionRequestOf(arrival, revision, message), sessionId: id });
    const session = await this.#sessions.create({
      id,
      owner: arrival.who.id,
      offer: admission.offer,
      isAwaited: () => admission.isAwaited?.() === true,
      onLost: () => this.#options.onLost?.(id),
      onFault: this.#options.onFault,
      onEnd: () => {
        admission.leave?.();
        this.#options.onSessions?.(this.#sessions.size);
      },
    });
    if (session === undefined) {
      admission.leave?.();
      refuse(arrival.response, 503, 'Too many sessions are in use. End one and try again.');
      return;
    }
    this.#options.onSessions?.(this.#sessions.size);
    this.#ask(arrival, session, message, json);
  }

  #ask({ request, response }: Arrival<Who>, session: Session | undefined, message: Request, json: unknown): void {
    if (session === undefined) return;
    const { id } = message;
    if (session.isOpen(id)) {
      sendJson(response, 400, failure(id, rpcCodes.invalidRequest, 'A request with this id is still open.'));
      return;
    }
    const exchange = new Exchange({
      id,
      response,
      headers: { [SESSION]: session.id },
      mayStream: accepts(request, 'text/event-stream'),
      hasStatus: false,
      onGone: () => session.disconnected(id),
    });
    session.receive(id, json, exchange);
  }

  /** A request without a session has its own door. A disconnect cancels it. */
  async #serveSingle(arrival: Arrival<Who>, revision: Revision, message: Request, json: unknown): Promise<void> {
    const meta = metaOf(message.params);
    const admission = this.#options.admit({ ...admissionRequestOf(arrival, revision, message), meta });
    const wrong = await revision.checkArguments?.(message, arrival.request.headers, admission.offer);
    if (wrong !== undefined || arrival.response.destroyed || this.#closing !== undefined) {
      admission.leave?.();
      if (wrong !== undefined)
        sendJson(arrival.response, statusOf({ ...wrong }), { jsonrpc: '2.0', id: message.id, ...wrong });
      return;
    }
    const { onFault } = this.#options;
    const end = () => {
      if (!this.#single.delete(door)) return;
      door.close().catch(onFault);
      admission.leave?.();
    };
    const exchange = new Exchange({
      id: message.id,
      response: arrival.response,
      headers: {},
      mayStream: accepts(arrival.request, 'text/event-stream'),
      hasStatus: true,
      onGone: end,
    });
    const door = new StreamDoor({
      offer: admission.offer,
      onFault,
      post: (posted) => {
        exchange.post(posted);
        if (isReplyTo(posted, message.id)) queueMicrotask(end);
      },
    });
    this.#single.add(door);
    door.receive(json);
  }

  #failed(response: ServerResponse, thrown: unknown): void {
    const status = thrown instanceof SallyportError ? (statuses[thrown.code] ?? 503) : 500;
    if (status === 500) this.#options.onFault(thrown);
    if (response.headersSent) return void response.destroy();
    const { code, message, hint } = toWireError(thrown);
    const text = hint === undefined ? message : `${message} ${hint}`;
    sendJson(response, status, { jsonrpc: '2.0', id: null, ...fault(rpcCodes.serverError, text, { code }) });
  }
}

const statuses: Readonly<Partial<Record<string, number>>> = { ERR_PERMISSION_DENIED: 403, ERR_TOOL_NOT_FOUND: 404 };

function admissionRequestOf<Who extends Identity>({ who, url }: Arrival<Who>, revision: Revision, { params }: Request) {
  return { who, path: url.pathname, query: url.searchParams, client: clientNameOf(revision, params)?.slice(0, 200) };
}

function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  sendJson(response, status, failure(null, rpcCodes.serverError, message), headers);
}
