// JSON-RPC with one server: sends requests, returns results unchanged, and hands on the server's own requests.
import {
  IncomingRequests,
  isDeeper,
  isRecord,
  type JsonObject,
  type LostOutcome,
  limits,
  numberFrom,
  OutgoingRequests,
  type Progress,
  SallyportError,
  systemClock,
  UNKNOWN_OUTCOME_HINT,
} from '@sallyport/protocol';
import type { RpcMessage, SendOptions, Wire, WireListener } from './wire.ts';

export interface PeerEvents {
  onNotification(method: string, params: JsonObject): void;
  /** Answers a request of the server; what it throws becomes a JSON-RPC error. */
  onRequest(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  onClosed(why: SallyportError): void;
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** How long to wait for an answer after an abort. */
  readonly graceMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export class RpcPeer implements WireListener {
  readonly #events: PeerEvents;
  readonly #outgoing: OutgoingRequests<number, RpcMessage>;
  readonly #incoming = new IncomingRequests<string | number>(limits.server.openRequests);
  #wire: Wire | undefined;
  #closed: SallyportError | undefined;
  #lastId = 0;

  constructor(events: PeerEvents) {
    this.#events = events;
    this.#outgoing = new OutgoingRequests({
      createId: () => ++this.#lastId,
      clock: systemClock,
      closed: (outcome) => withOutcome(this.#closed ?? unanswered(), outcome),
    });
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  /** Tells the wire the agreed protocol version. */
  agree(protocolVersion: string): void {
    this.#wire?.setProtocolVersion?.(protocolVersion);
  }

  /**
   * Sends a request and resolves with its result unchanged. After an abort the server gets a cancellation, and the promise
   * settles with the answer or, after the grace, rejects with the abort's reason.
   */
  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const { signal, onProgress, headers, graceMs = limits.gateway.cancelGraceMs } = options;
    const exchange = this.#wire?.cancelsByAbort === true ? new AbortController() : undefined;
    const answer = await this.#outgoing.request({
      signal,
      graceMs,
      onProgress,
      send: async (id) => {
        const message = { jsonrpc: '2.0', id, method, params: onProgress ? withToken(params, id) : params };
        const onEnded = () => void this.#outgoing.reject(id, withOutcome(unanswered(), 'unknown'));
        try {
          await this.#post(message, { signal: exchange?.signal, headers, onEnded });
        } catch (thrown) {
          // After our own abort the transport's error means nothing.
          throw exchange?.signal.aborted === true ? signal.reason : thrown;
        }
      },
      cancel: (id, reason) => {
        if (exchange !== undefined) exchange.abort(reason);
        else this.notify('notifications/cancelled', { requestId: id, reason: codeOf(reason) });
      },
    });
    if (isRecord(answer.result)) return answer.result;
    throw fromRpcError(answer.error, method);
  }

  notify(method: string, params: JsonObject = {}): void {
    // A notification that cannot be sent is lost with its connection, which reports its end itself.
    this.#post({ jsonrpc: '2.0', method, params }).catch(() => {});
  }

  onMessage(message: RpcMessage): void {
    const { id, method } = message;
    const isTooDeep = isDeeper(message, limits.json.maxDepth);
    if (typeof method === 'string') {
      const params = isRecord(message.params) ? message.params : {};
      if (isTooDeep) this.#refuse(id, { code: INVALID_REQUEST, message: tooDeep().message });
      else if (typeof id === 'string' || typeof id === 'number') this.#answer(id, method, params);
      else this.#notice(method, params);
      return;
    }
    if (isTooDeep) this.#outgoing.reject(numberFrom(id), tooDeep());
    else this.#outgoing.resolve(numberFrom(id), message);
  }

  onOversized(id: string | number | undefined, byteLength: number): void {
    const error = oversized(byteLength);
    if (id === undefined || !this.#outgoing.reject(Number(id), error)) this.#outgoing.rejectAll(error);
  }

  onClosed(why: SallyportError): void {
    if (this.#closed !== undefined) return;
    this.#closed = why;
    this.#outgoing.close();
    this.#incoming.close(why);
    this.#events.onClosed(why);
  }

  async #post(message: RpcMessage, options?: SendOptions): Promise<void> {
    if (this.#wire === undefined || this.#closed !== undefined) return;
    await this.#wire.send(message, options);
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      const { progressToken, progress, total, message } = params;
      if (typeof progress !== 'number') return;
      this.#outgoing.progress(numberFrom(progressToken), {
        progress,
        ...(typeof total === 'number' ? { total } : {}),
        ...(typeof message === 'string' ? { message } : {}),
      });
      return;
    }
    const { requestId } = params;
    if (method === 'notifications/cancelled' && (typeof requestId === 'string' || typeof requestId === 'number')) {
      this.#incoming.cancel(requestId, new SallyportError('ERR_CANCELLED', 'The server withdrew its question.'));
      return;
    }
    this.#events.onNotification(method, params);
  }

  /** Refuses a request of the server; a notification has no answer. */
  #refuse(id: unknown, error: JsonObject): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#post({ jsonrpc: '2.0', id, error }).catch(() => {});
  }

  #answer(id: string | number, method: string, params: JsonObject): void {
    if (this.#incoming.refusalOf(id) === 'full') {
      this.#refuse(id, { code: INTERNAL_ERROR, message: 'Too many requests are open; wait for some answers.' });
      return;
    }
    const serve = async (signal: AbortSignal) => {
      const reply = await this.#events.onRequest(method, params, signal).then(
        (result) => ({ result }),
        (thrown: unknown) => ({ error: toRpcError(thrown) }),
      );
      if (!signal.aborted) await this.#post({ jsonrpc: '2.0', id, ...reply });
    };
    // A reply that cannot be sent is lost with its connection.
    this.#incoming.serve(id, serve).catch(() => {});
  }
}

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** The server's message goes to the caller and is not logged. */
function fromRpcError(value: unknown, method: string): SallyportError {
  if (!isRecord(value) || typeof value.code !== 'number') {
    return new SallyportError('ERR_PROTOCOL_ERROR', 'The server answered with neither a result nor an error.', {
      data: { outcome: 'unknown' },
    });
  }
  const message = typeof value.message === 'string' ? value.message : 'The server gave no reason.';
  const code = value.code === INVALID_PARAMS && method === 'tools/call' ? 'ERR_INPUT_INVALID' : 'ERR_TOOL_FAILED';
  return new SallyportError(code, message, {
    data: { rpcCode: value.code, ...(value.data === undefined ? {} : { rpcData: value.data }) },
  });
}

function toRpcError(thrown: unknown): JsonObject {
  if (!(thrown instanceof SallyportError)) return { code: INTERNAL_ERROR, message: 'The client failed to answer.' };
  const code = thrown.code === 'ERR_PROTOCOL_ERROR' ? METHOD_NOT_FOUND : INTERNAL_ERROR;
  return { code, message: thrown.message, data: { code: thrown.code } };
}

function withToken(params: JsonObject, progressToken: number): JsonObject {
  return { ...params, _meta: { ...(isRecord(params._meta) ? params._meta : {}), progressToken } };
}

function codeOf(reason: unknown): string {
  return reason instanceof SallyportError ? reason.code : 'ERR_CANCELLED';
}

function withOutcome(error: SallyportError, outcome: LostOutcome): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', error.message, {
    hint: outcome === 'unknown' ? UNKNOWN_OUTCOME_HINT : 'The call has not run; call again.',
    // A missing sign-in concerns every call on this connection.
    data: { outcome, ...(error.data?.signIn === undefined ? {} : { signIn: error.data.signIn }) },
    cause: error,
  });
}

function unanswered(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The server closed the connection without an answer.');
}

function oversized(byteLength: number): SallyportError {
  const mebibytes = Math.ceil(byteLength / 1024 / 1024);
  return new SallyportError('ERR_FRAME_TOO_LARGE', `The server answered with ${mebibytes} MiB, which is too large.`, {
    hint: 'The tool may have run. Request less data at once.',
    data: { outcome: 'unknown', byteLength },
  });
}

function tooDeep(): SallyportError {
  const message = `The server sent a message nested more than ${limits.json.maxDepth} levels.`;
  return new SallyportError('ERR_PROTOCOL_ERROR', message, {
    hint: 'The tool may have run, but its result was dropped.',
    data: { outcome: 'unknown' },
  });
}
