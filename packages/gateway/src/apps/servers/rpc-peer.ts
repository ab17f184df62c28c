// JSON-RPC with one server: requests out by id, answers in untouched, and what the server asks handed to whoever can say.
import { isDeeper, isRecord, type JsonObject, limits, type Progress, SallyportError } from '@sallyport/protocol';
import type { RpcMessage, SendOptions, Wire, WireListener } from './wire.ts';

export interface PeerEvents {
  onNotification(method: string, params: JsonObject): void;
  /** Answers a request of the server; what it throws becomes an error of the protocol. */
  onRequest(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  onClosed(why: SallyportError): void;
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** How long after an abort an answer is still waited for. */
  readonly graceMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress?: (progress: Progress) => void;
}

export class RpcPeer implements WireListener {
  readonly #events: PeerEvents;
  readonly #pending = new Map<number, Pending>();
  readonly #asked = new Map<string | number, AbortController>();
  #wire: Wire | undefined;
  #closed: SallyportError | undefined;
  #lastId = 0;

  constructor(events: PeerEvents) {
    this.#events = events;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  /** Tells the wire what was agreed on. */
  agree(protocolVersion: string): void {
    this.#wire?.setProtocolVersion?.(protocolVersion);
  }

  /**
   * Sends a request and resolves with its result as the server wrote it. After an abort the server is told, and the promise
   * settles with the answer or, when none comes within the grace, with the reason.
   */
  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const { signal, onProgress, headers, graceMs = limits.gateway.cancelGraceMs } = options;
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw withOutcome(this.#closed, 'not_run');
    const id = ++this.#lastId;
    let graceTimer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    const exchange = this.#wire?.cancelsByAbort === true ? new AbortController() : undefined;
    try {
      return await new Promise<JsonObject>((resolve, reject) => {
        this.#pending.set(id, { method, resolve, reject, ...(onProgress === undefined ? {} : { onProgress }) });
        onAbort = () => {
          graceTimer = setTimeout(() => reject(signal.reason), graceMs);
          if (exchange !== undefined) exchange.abort(signal.reason);
          else this.notify('notifications/cancelled', { requestId: id, reason: reasonOf(signal) });
        };
        signal.addEventListener('abort', onAbort);
        const message = { jsonrpc: '2.0', id, method, params: onProgress ? withToken(params, id) : params };
        const onEnded = () => reject(withOutcome(unanswered(), 'unknown'));
        const sending = {
          ...(exchange === undefined ? {} : { signal: exchange.signal }),
          ...(headers === undefined ? {} : { headers }),
          onEnded,
        };
        this.#post(message, sending).catch((thrown: unknown) =>
          // An exchange that we broke off ended for our reason, not for what the transport makes of it.
          reject(exchange?.signal.aborted === true ? signal.reason : thrown),
        );
      });
    } finally {
      this.#pending.delete(id);
      clearTimeout(graceTimer);
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    }
  }

  notify(method: string, params: JsonObject = {}): void {
    // A notification that cannot be sent is lost with its connection, whose end is told by itself.
    this.#post({ jsonrpc: '2.0', method, params }).catch(() => {});
  }

  onMessage(message: RpcMessage): void {
    const { id, method } = message;
    const isTooDeep = isDeeper(message, limits.json.maxDepth);
    if (typeof method === 'string') {
      const params = isRecord(message.params) ? message.params : {};
      if (isTooDeep) this.#refuse(id);
      else if (typeof id === 'string' || typeof id === 'number') this.#answer(id, method, params);
      else this.#notice(method, params);
      return;
    }
    // An answer nobody waits for: its call has ended, or the server made the id up.
    const pending = this.#pending.get(Number(id));
    if (pending === undefined) return;
    if (isTooDeep) pending.reject(tooDeep());
    else if (isRecord(message.result)) pending.resolve(message.result);
    else pending.reject(fromRpcError(message.error, pending.method));
  }

  onOversized(id: string | number | undefined, byteLength: number): void {
    const asker = id === undefined ? undefined : this.#pending.get(Number(id));
    for (const { reject } of asker === undefined ? this.#pending.values() : [asker]) reject(oversized(byteLength));
  }

  onClosed(why: SallyportError): void {
    if (this.#closed !== undefined) return;
    this.#closed = why;
    for (const { reject } of this.#pending.values()) reject(withOutcome(why, 'unknown'));
    this.#pending.clear();
    for (const controller of this.#asked.values()) controller.abort(why);
    this.#asked.clear();
    this.#events.onClosed(why);
  }

  async #post(message: RpcMessage, options?: SendOptions): Promise<void> {
    if (this.#wire === undefined || this.#closed !== undefined) return;
    await this.#wire.send(message, options);
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      const { progressToken, progress, total, message } = params;
      const pending = this.#pending.get(Number(progressToken));
      if (typeof progress !== 'number') return;
      pending?.onProgress?.({
        progress,
        ...(typeof total === 'number' ? { total } : {}),
        ...(typeof message === 'string' ? { message } : {}),
      });
      return;
    }
    const { requestId } = params;
    if (method === 'notifications/cancelled' && (typeof requestId === 'string' || typeof requestId === 'number')) {
      this.#asked.get(requestId)?.abort(new SallyportError('ERR_CANCELLED', 'The server withdrew its question.'));
      return;
    }
    this.#events.onNotification(method, params);
  }

  /** Refuses a request of the server; a notification has no answer. */
  #refuse(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const error = { code: INVALID_REQUEST, message: tooDeep().message };
    this.#post({ jsonrpc: '2.0', id, error }).catch(() => {});
  }

  #answer(id: string | number, method: string, params: JsonObject): void {
    const controller = new AbortController();
    this.#asked.set(id, controller);
    this.#events
      .onRequest(method, params, controller.signal)
      .then(
        (result) => ({ result }),
        (thrown: unknown) => ({ error: toRpcError(thrown) }),
      )
      .then((reply) => (controller.signal.aborted ? undefined : this.#post({ jsonrpc: '2.0', id, ...reply })))
      .catch(() => {})
      .finally(() => this.#asked.delete(id));
  }
}

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** The server's own words reach the caller; nothing of it is logged. */
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

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof SallyportError ? signal.reason.code : 'ERR_CANCELLED';
}

function withOutcome(error: SallyportError, outcome: 'unknown' | 'not_run'): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', error.message, {
    hint:
      outcome === 'unknown'
        ? 'Whether the call took effect is unknown: look before you repeat.'
        : 'The call has not run; call again.',
    // That only a person can mend it holds for all who were on this connection.
    data: { outcome, ...(error.data?.signIn === undefined ? {} : { signIn: error.data.signIn }) },
    cause: error,
  });
}

function unanswered(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The server ended the exchange without an answer.');
}

function oversized(byteLength: number): SallyportError {
  const mebibytes = Math.ceil(byteLength / 1024 / 1024);
  return new SallyportError(
    'ERR_FRAME_TOO_LARGE',
    `The server answered with ${mebibytes} MiB, more than can be passed.`,
    {
      hint: 'Ask for less at once. What the tool did stays done.',
      data: { outcome: 'unknown', byteLength },
    },
  );
}

function tooDeep(): SallyportError {
  const message = `The server sent a message that nests more than ${limits.json.maxDepth} levels.`;
  return new SallyportError('ERR_PROTOCOL_ERROR', message, {
    hint: 'Its result cannot be passed on. What the tool did stays done.',
    data: { outcome: 'unknown' },
  });
}
