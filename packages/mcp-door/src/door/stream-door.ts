// A door for one agent whose messages come one by one: over stdio through the shim, or posted by HTTP; both eras at once.
import {
  type CallOptions,
  isRecord,
  type JsonObject,
  type Progress,
  SallyportError,
  Serving,
} from '@sallyport/protocol';
import {
  fault,
  type Incoming,
  isId,
  type JsonRpcId,
  metaOf,
  parseIncoming,
  type Reply,
  rpcCodes,
} from '../base/json-rpc.ts';
import type { Offer } from '../base/offer.ts';
import {
  presentDiscover,
  presentEnd,
  presentInitialize,
  presentLegacy,
  presentModern,
  presentRefusal,
  presentToolList,
} from '../present/present.ts';
import { type Era, eraOf, metaKeys } from '../revisions/era.ts';
import { LegacyClient } from '../revisions/legacy-client.ts';
import { Subscriptions, TOOLS_CHANGED } from '../revisions/subscriptions.ts';
import { Relay } from './relay.ts';

export interface StreamDoorOptions {
  readonly offer: Offer;
  /** Takes one message for the agent, and which request it belongs to, if any. Not called after close(). */
  readonly post: (message: JsonObject, requestId?: JsonRpcId) => void;
  /** Told of a fault of ours; the agent hears only that there was one. */
  readonly onFault: (thrown: unknown) => void;
}

type Request = Extract<Incoming, { kind: 'request' }>;

/** Requests an agent may have open: above this it is a loop, not work. */
const MAX_OPEN_REQUESTS = 1024;

export class StreamDoor {
  readonly #offer: Offer;
  readonly #post: (message: JsonObject, requestId?: JsonRpcId) => void;
  readonly #onFault: (thrown: unknown) => void;
  readonly #serving = new Serving<JsonRpcId>(MAX_OPEN_REQUESTS);
  readonly #subscriptions = new Subscriptions();
  readonly #relay: Relay;
  readonly #client: LegacyClient;
  readonly #endChanges: () => void;
  #isClosed = false;

  constructor(options: StreamDoorOptions) {
    this.#offer = options.offer;
    this.#onFault = options.onFault;
    this.#relay = new Relay(options.offer.extras, this.#subscriptions);
    this.#post = (message, requestId) => {
      if (!this.#isClosed) options.post({ jsonrpc: '2.0', ...message }, requestId);
    };
    this.#client = new LegacyClient(this.#post);
    const ends = [
      this.#offer.onToolsChanged(() => this.tellToolsChanged()),
      this.#offer.extras?.onNotice((method, params) => this.#tell(method, params)),
    ];
    this.#endChanges = () => {
      for (const end of ends) end?.();
    };
  }

  /** Takes one message of the agent. A line that is no JSON comes as undefined. */
  receive(message: unknown): void {
    if (this.#isClosed) return;
    if (message === undefined) {
      this.#post({ id: null, ...fault(rpcCodes.parseError, 'This line is no JSON.') });
      return;
    }
    const incoming = parseIncoming(message);
    switch (incoming.kind) {
      case 'request':
        this.#take(incoming);
        return;
      case 'notification':
        this.#notice(incoming.method, incoming.params);
        return;
      case 'invalid':
        this.#post({ id: incoming.id, ...fault(rpcCodes.invalidRequest, incoming.reason) });
        return;
      case 'answer':
        this.#client.answer(incoming.id, incoming.reply);
        return;
    }
  }

  tellToolsChanged(): void {
    this.#tell(TOOLS_CHANGED);
  }

  #tell(method: string, params: JsonObject = {}): void {
    for (const { listen, ...notification } of this.#subscriptions.address({ method, params })) {
      this.#post(notification, listen);
    }
  }

  get hasOpenRequests(): boolean {
    return this.#serving.size > 0;
  }

  /** Resolves when every request was answered or cancelled. */
  whenIdle(): Promise<void> {
    return this.#serving.whenIdle();
  }

  /** Ends listens in good order and cancels the calls that are under way. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#relay.unwatch(this.#subscriptions.watched);
    for (const end of this.#subscriptions.end(this.#offer.about)) this.#post({ ...end }, end.id);
    this.#isClosed = true;
    this.#endChanges();
    this.#client.close();
    this.#serving.close(agentGone());
  }

  #take(request: Request): void {
    const { id } = request;
    const refusal = this.#subscriptions.has(id) ? 'duplicate' : this.#serving.refusalOf(id);
    if (refusal !== undefined) {
      this.#post({ id, ...refusals[refusal] }, id);
      return;
    }
    this.#serving
      .serve(id, async (signal) => ({
        signal,
        reply: await this.#reply(request, signal).catch((thrown: unknown) => this.#explain(thrown)),
      }))
      .then(({ signal, reply }) => {
        // Whoever cancelled a request does not wait for its answer; its id may be in use again.
        if (reply !== undefined && !signal.aborted) this.#post({ id, ...reply }, id);
      })
      .catch(this.#onFault);
  }

  #explain(thrown: unknown): Reply {
    if (thrown instanceof SallyportError) return presentRefusal(thrown);
    this.#onFault(thrown);
    return fault(rpcCodes.internalError, 'Something went wrong inside Sallyport; its log has the details.');
  }

  async #reply(request: Request, signal: AbortSignal): Promise<Reply | undefined> {
    const read = eraOf(request.params);
    if ('error' in read) return read;
    if (read.era === 'modern' && request.method === 'subscriptions/listen') {
      const begun = this.#relay.listen(request.id, request.params);
      if ('error' in begun) return begun;
      this.#post({ ...begun.notification }, request.id);
      return undefined;
    }
    const reply = await this.#serve(read.era, request, signal);
    if ('error' in reply) return reply;
    const { result } = reply;
    return { result: read.era === 'modern' ? presentModern(result, this.#offer.about) : presentLegacy(result) };
  }

  async #serve(era: Era, request: Request, signal: AbortSignal): Promise<Reply> {
    const { about } = this.#offer;
    switch (`${era} ${request.method}`) {
      case 'legacy initialize':
        this.#client.introduce(request.params);
        return { result: presentInitialize(request.params, about, await this.#relay.abilities()) };
      case 'legacy ping':
        return { result: {} };
      case 'modern server/discover':
        return { result: presentDiscover(about, await this.#relay.abilities()) };
      case 'legacy tools/list':
      case 'modern tools/list':
        return { result: presentToolList(await this.#offer.listTools()) };
      case 'legacy tools/call':
      case 'modern tools/call':
        return this.#call(era, request, signal);
      case 'legacy logging/setLevel':
        if (!this.#relay.hasLog) break;
        return this.#client.setLogLevel(request.params.level)
          ? { result: {} }
          : fault(rpcCodes.invalidParams, 'There is no log level of this name.');
    }
    return this.#relay.answer(era, request.method, request.params, () => this.#optionsOf(era, request, signal));
  }

  async #call(era: Era, request: Request, signal: AbortSignal): Promise<Reply> {
    const { name, arguments: args = {} } = request.params;
    if (typeof name !== 'string') return fault(rpcCodes.invalidParams, 'name must be a string.');
    if (!isRecord(args)) return fault(rpcCodes.invalidParams, 'arguments must be an object.');
    return presentEnd(await this.#offer.callTool(name, args, this.#optionsOf(era, request, signal)));
  }

  /** What of the request goes along with the call, and how the app reaches the client meanwhile. */
  #optionsOf(era: Era, { id, params }: Request, signal: AbortSignal): CallOptions {
    const meta = metaOf(params);
    const { progressToken, traceparent } = meta;
    const tell = (method: string, told: JsonObject) => {
      if (!signal.aborted) this.#post({ method, params: told }, id);
    };
    const onLog = (message: JsonObject) => {
      if (era === 'modern' || this.#client.wantsLog(message)) tell('notifications/message', message);
    };
    const logLevel = era === 'modern' ? meta[metaKeys.logLevel] : this.#client.logLevel;
    return {
      signal,
      ...(isId(progressToken)
        ? { onProgress: (progress: Progress) => tell('notifications/progress', { progressToken, ...progress }) }
        : {}),
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
      ...(this.#relay.hasLog && typeof logLevel === 'string' ? { logLevel, onLog } : {}),
      ...(era === 'modern'
        ? { client: { capabilities: abilitiesIn(meta), round: roundOf(params) } }
        : { client: this.#client.description, ask: this.#client.askFor(id) }),
    };
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/initialized') this.#subscriptions.initialized();
    if (method !== 'notifications/cancelled' || !isId(params.requestId)) return;
    const id = params.requestId;
    const watched = this.#subscriptions.cancel(id);
    if (watched !== undefined) {
      this.#relay.unwatch(watched);
      return;
    }
    this.#serving.cancel(id, new SallyportError('ERR_CANCELLED', 'The agent withdrew the call.'));
  }
}

const refusals = {
  duplicate: fault(rpcCodes.invalidRequest, 'A request with this id is still open.'),
  full: fault(rpcCodes.internalError, 'Too many requests are open; wait for some to end.'),
} as const;

function abilitiesIn(meta: JsonObject): JsonObject {
  const declared = meta[metaKeys.clientCapabilities];
  return isRecord(declared) ? declared : {};
}

/** The answers to what a server asked in the round before. */
function roundOf({ inputResponses, requestState }: JsonObject): JsonObject {
  return {
    ...(inputResponses === undefined ? {} : { inputResponses }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

function agentGone(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The agent left while the call was under way.');
}
