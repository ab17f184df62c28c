// A door for one agent, over stdio through the shim or over HTTP, in every revision of MCP at once.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CallOptions,
  IncomingRequests,
  isRecord,
  type JsonObject,
  limits,
  type Progress,
  type RelayedMethod,
  SallyportError,
} from '@sallyport/protocol';
import {
  fault,
  isId,
  type JsonRpcId,
  metaOf,
  notFound,
  ownParams,
  parseIncoming,
  type Reply,
  rpcCodes,
} from '../base/json-rpc.ts';
import type { Offer } from '../base/offer.ts';
import { presentOutcome, presentRefusal, presentToolList } from '../present/present.ts';
import { TOOLS_CHANGED } from '../revisions/changes.ts';
import type { ClientState, Request, Revision } from '../revisions/revision.ts';
import { revisionOf, revisions, statedVersions, versions } from '../revisions/table.ts';

export interface StreamDoorOptions {
  readonly offer: Offer;
  /** Sends a message to the agent, with the id of the request it belongs to, if any. Not called after close(). */
  readonly post: (message: JsonObject, requestId?: JsonRpcId) => void;
  /** Reports an internal error; the agent only learns that there was one. */
  readonly onFault: (thrown: unknown) => void;
}

/** How long a call may take to say how it ended when the server goes away: VS Code gives an extension five seconds in all. */
const LAST_REPLIES_MS = 1000;

export class StreamDoor {
  readonly #offer: Offer;
  readonly #post: (message: JsonObject, requestId?: JsonRpcId) => void;
  readonly #onFault: (thrown: unknown) => void;
  readonly #incoming = new IncomingRequests<JsonRpcId>(limits.door.openRequests);
  /** Requests without a reply, while they run. */
  readonly #unanswered = new Map<JsonRpcId, Promise<void>>();
  readonly #clients: ReadonlyMap<Revision, ClientState>;
  readonly #endChanges: () => void;
  #isClosed = false;
  /** Why the server goes away, once it does. */
  #leaving: SallyportError | undefined;

  constructor(options: StreamDoorOptions) {
    this.#offer = options.offer;
    this.#onFault = options.onFault;
    this.#post = (message, requestId) => {
      if (!this.#isClosed) options.post({ jsonrpc: '2.0', ...message }, requestId);
    };
    const port = { offer: options.offer, versions, post: this.#post };
    this.#clients = new Map(revisions.map((revision) => [revision, revision.open(port)]));
    const ends = [
      this.#offer.onToolsChanged(() => this.notifyToolsChanged()),
      this.#offer.extras?.onNotification((method, params) => this.#notify(method, params)),
    ];
    this.#endChanges = () => {
      for (const end of ends) end?.();
    };
  }

  /** Handles one message of the agent; undefined for a line that is not JSON. */
  receive(message: unknown): void {
    if (this.#isClosed) return;
    const incoming = message === undefined ? undefined : parseIncoming(message);
    if (incoming === undefined) this.#post({ id: null, ...fault(rpcCodes.parseError, 'This line is not JSON.') });
    else if (incoming.kind === 'request') this.#take(incoming);
    else if (incoming.kind === 'notification') this.#handleNotification(incoming.method, incoming.params);
    else if (incoming.kind === 'invalid')
      this.#post({ id: incoming.id, ...fault(rpcCodes.invalidRequest, incoming.reason) });
    else for (const client of this.#clients.values()) client.answer?.(incoming.id, incoming.reply);
  }

  notifyToolsChanged(): void {
    this.#notify(TOOLS_CHANGED);
  }

  #notify(method: string, params: JsonObject = {}): void {
    for (const client of this.#clients.values()) client.notify(method, params);
  }

  get hasOpenRequests(): boolean {
    return this.#incoming.size > 0;
  }

  get openRequestIds(): readonly JsonRpcId[] {
    return this.#incoming.openIds;
  }

  /** Resolves when no request is open. */
  whenIdle(): Promise<void> {
    return this.#incoming.whenIdle();
  }

  /** Ends subscriptions and cancels running calls. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    for (const client of this.#clients.values()) client.close();
    this.#isClosed = true;
    this.#endChanges();
    this.#incoming.close(agentGone());
  }

  /**
   * The server goes away: ends running calls with this error, sends what they reply, and closes. A client waits for the reply to
   * a request after its stream has ended, so each gets one.
   */
  async retire(leaving: SallyportError): Promise<void> {
    if (this.#isClosed) return;
    this.#leaving = leaving;
    this.#incoming.close(leaving);
    await Promise.race([Promise.all(this.#unanswered.values()), delay(LAST_REPLIES_MS)]);
    for (const id of this.#unanswered.keys()) this.#post({ id, ...presentRefusal(leaving) }, id);
    await this.close();
  }

  #take(request: Request): void {
    const { id } = request;
    if (this.#leaving !== undefined) {
      this.#post({ id, ...presentRefusal(notRun(this.#leaving)) }, id);
      return;
    }
    const refusal = [...this.#clients.values()].some((client) => client.isOpen?.(id))
      ? 'duplicate'
      : this.#incoming.refusalOf(id);
    if (refusal !== undefined) {
      this.#post({ id, ...refusals[refusal] }, id);
      return;
    }
    const answered = this.#incoming
      .serve(id, async (signal) => ({
        signal,
        reply: await this.#reply(request, signal).catch((thrown: unknown) => this.#explain(thrown)),
      }))
      .then(({ signal, reply }) => {
        // A cancelled request gets no answer; its id may be in use again.
        const isCancelled = signal.aborted && signal.reason !== this.#leaving;
        if (reply !== undefined && !isCancelled) this.#post({ id, ...reply }, id);
      })
      .catch(this.#onFault)
      .finally(() => {
        if (this.#unanswered.get(id) === answered) this.#unanswered.delete(id);
      });
    this.#unanswered.set(id, answered);
  }

  #explain(thrown: unknown): Reply {
    if (thrown instanceof SallyportError) return presentRefusal(thrown);
    this.#onFault(thrown);
    return fault(rpcCodes.internalError, 'Something went wrong inside Sallyport; its log has the details.');
  }

  async #reply(request: Request, signal: AbortSignal): Promise<Reply | undefined> {
    const { method, params } = request;
    const revision = revisionOf(params);
    const refusal = revision.refusalOf?.(params, statedVersions);
    const client = this.#clients.get(revision);
    if (refusal !== undefined || client === undefined) return refusal;
    const options = () => this.#optionsOf(client, request, signal);
    const own = Object.hasOwn(client.methods, method) ? client.methods[method] : undefined;
    const reply = await (own === undefined ? this.#serve(request, options) : own(request, options));
    if (reply === undefined || 'error' in reply) return reply;
    return { result: revision.present(method, reply.result, this.#offer.about) };
  }

  /** The methods that all revisions have. */
  async #serve({ method, params }: Request, options: () => CallOptions): Promise<Reply> {
    const { extras } = this.#offer;
    if (method === 'tools/list') return { result: presentToolList(await this.#offer.listTools()) };
    if (method === 'tools/call') return this.#call(params, options);
    const relayed = extras?.methods.find((known) => known === method && !subscriptionMethods.includes(known));
    if (extras === undefined || relayed === undefined) return notFound(method);
    return { result: await extras.relay(relayed, ownParams(params), options()) };
  }

  async #call({ name, arguments: args = {} }: JsonObject, options: () => CallOptions): Promise<Reply> {
    if (typeof name !== 'string') return fault(rpcCodes.invalidParams, 'name must be a string.');
    if (!isRecord(args)) return fault(rpcCodes.invalidParams, 'arguments must be an object.');
    return presentOutcome(await this.#offer.callTool(name, args, options()), this.#offer.fence);
  }

  /** What the app gets with the call: metadata of the request, and callbacks to the client. */
  #optionsOf(client: ClientState, request: Request, signal: AbortSignal): CallOptions {
    const { progressToken, traceparent } = metaOf(request.params);
    const notify = (method: string, params: JsonObject) => {
      if (!signal.aborted) this.#post({ method, params }, request.id);
    };
    const onLog = (message: JsonObject) => {
      if (client.wantsLog?.(message) ?? true) notify('notifications/message', message);
    };
    const logLevel = client.logLevelOf(request.params);
    return {
      signal,
      ...(isId(progressToken)
        ? { onProgress: (progress: Progress) => notify('notifications/progress', { progressToken, ...progress }) }
        : {}),
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
      ...(this.#offer.extras?.hasLog === true && typeof logLevel === 'string' ? { logLevel, onLog } : {}),
      ...client.callerOf(request),
    };
  }

  #handleNotification(method: string, params: JsonObject): void {
    // All revisions get it, since only they know whether it is theirs.
    const isTaken = [...this.#clients.values()]
      .map((client) => client.handleNotification(method, params))
      .includes(true);
    if (isTaken || method !== 'notifications/cancelled' || !isId(params.requestId)) return;
    // Nobody waits for its reply.
    this.#unanswered.delete(params.requestId);
    this.#incoming.cancel(params.requestId, new SallyportError('ERR_CANCELLED', 'The agent cancelled the call.'));
  }
}

/** Methods that only some revisions have; in the others a subscription request lists the resources. */
const subscriptionMethods: readonly RelayedMethod[] = ['resources/subscribe', 'resources/unsubscribe'];

const refusals = {
  duplicate: fault(rpcCodes.invalidRequest, 'A request with this id is still open.'),
  full: fault(rpcCodes.internalError, 'Too many requests are open; wait for some to finish.'),
} as const;

function notRun({ code, message }: SallyportError): SallyportError {
  return new SallyportError(code, message, { hint: 'The call has not run.', data: { outcome: 'not_run' } });
}

function agentGone(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The agent disconnected during the call.');
}
