// A door for one agent whose messages come one by one: over stdio through the shim, or posted by HTTP; both eras at once.
import { isRecord, type JsonObject, type Progress, SallyportError } from '@sallyport/protocol';
import { type Era, eraOf } from './era.ts';
import { fault, type Incoming, isId, type JsonRpcId, metaOf, parseIncoming, type Reply, rpcCodes } from './json-rpc.ts';
import type { Offer } from './offer.ts';
import {
  presentDiscover,
  presentEnd,
  presentInitialize,
  presentModern,
  presentRefusal,
  presentToolList,
} from './present.ts';
import { Subscriptions } from './subscriptions.ts';

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
  readonly #open = new Map<JsonRpcId, AbortController>();
  readonly #subscriptions = new Subscriptions();
  readonly #endToolsChanged: () => void;
  #onQuiet: (() => void)[] = [];
  #isClosed = false;

  constructor(options: StreamDoorOptions) {
    this.#offer = options.offer;
    this.#onFault = options.onFault;
    this.#post = (message, requestId) => {
      if (!this.#isClosed) options.post({ jsonrpc: '2.0', ...message }, requestId);
    };
    this.#endToolsChanged = this.#offer.onToolsChanged(() => this.tellToolsChanged());
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
        return;
    }
  }

  tellToolsChanged(): void {
    for (const notification of this.#subscriptions.toolsChanged()) this.#post({ ...notification });
  }

  get hasOpenRequests(): boolean {
    return this.#open.size > 0;
  }

  /** Resolves when no request is open: each was answered, or withdrawn. */
  async whenQuiet(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#onQuiet.push(resolve));
  }

  /** Ends listens in good order and cancels the calls that are under way. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    for (const end of this.#subscriptions.end(this.#offer.about)) this.#post({ ...end }, end.id);
    this.#isClosed = true;
    this.#endToolsChanged();
    for (const controller of this.#open.values()) controller.abort(agentGone());
    for (const id of [...this.#open.keys()]) this.#forget(id);
  }

  #take(request: Request): void {
    const { id } = request;
    if (this.#open.has(id) || this.#subscriptions.has(id)) {
      this.#post({ id, ...fault(rpcCodes.invalidRequest, 'A request with this id is still open.') }, id);
      return;
    }
    if (this.#open.size >= MAX_OPEN_REQUESTS) {
      this.#post({ id, ...fault(rpcCodes.internalError, 'Too many requests are open; wait for some to end.') }, id);
      return;
    }
    const controller = new AbortController();
    this.#open.set(id, controller);
    this.#reply(request, controller.signal)
      .catch((thrown: unknown) => {
        if (thrown instanceof SallyportError) return presentRefusal(thrown);
        this.#onFault(thrown);
        return fault(rpcCodes.internalError, 'Something went wrong inside Sallyport; its log has the details.');
      })
      .then((reply) => {
        // Whoever withdrew a request does not wait for its answer; its id may be in use again.
        if (this.#open.get(id) !== controller) return;
        this.#forget(id);
        if (reply !== undefined) this.#post({ id, ...reply }, id);
      })
      .catch(this.#onFault);
  }

  #forget(id: JsonRpcId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) for (const resolve of this.#onQuiet.splice(0)) resolve();
  }

  async #reply(request: Request, signal: AbortSignal): Promise<Reply | undefined> {
    const read = eraOf(request.params);
    if ('error' in read) return read;
    if (read.era === 'modern' && request.method === 'subscriptions/listen') return this.#listen(request);
    const reply = await this.#serve(read.era, request, signal);
    return read.era === 'modern' && 'result' in reply
      ? { result: presentModern(reply.result, this.#offer.about) }
      : reply;
  }

  async #serve(era: Era, request: Request, signal: AbortSignal): Promise<Reply> {
    switch (`${era} ${request.method}`) {
      case 'legacy initialize':
        return { result: presentInitialize(request.params, this.#offer.about) };
      case 'legacy ping':
        return { result: {} };
      case 'modern server/discover':
        return { result: presentDiscover(this.#offer.about) };
      case 'legacy tools/list':
      case 'modern tools/list':
        return { result: presentToolList(await this.#offer.listTools()) };
      case 'legacy tools/call':
      case 'modern tools/call':
        return this.#call(request, signal);
      default:
        return fault(rpcCodes.methodNotFound, `Method not found: ${request.method.slice(0, 100)}`);
    }
  }

  #listen(request: Request): Reply | undefined {
    const begun = this.#subscriptions.listen(request.id, request.params);
    if ('error' in begun) return begun;
    this.#post({ ...begun.notification }, request.id);
    return undefined;
  }

  async #call({ id, params }: Request, signal: AbortSignal): Promise<Reply> {
    const { name, arguments: args = {} } = params;
    if (typeof name !== 'string') return fault(rpcCodes.invalidParams, 'name must be a string.');
    if (!isRecord(args)) return fault(rpcCodes.invalidParams, 'arguments must be an object.');
    const { progressToken, traceparent } = metaOf(params);
    const onProgress = isId(progressToken)
      ? (progress: Progress) => {
          if (signal.aborted) return;
          this.#post({ method: 'notifications/progress', params: { progressToken, ...progress } }, id);
        }
      : undefined;
    const end = await this.#offer.callTool(name, args, {
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
    });
    return presentEnd(end);
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/initialized') this.#subscriptions.initialized();
    if (method !== 'notifications/cancelled' || !isId(params.requestId)) return;
    const id = params.requestId;
    if (this.#subscriptions.cancel(id)) return;
    const controller = this.#open.get(id);
    this.#forget(id);
    controller?.abort(new SallyportError('ERR_CANCELLED', 'The agent withdrew the call.'));
  }
}

function agentGone(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The agent left while the call was under way.');
}
