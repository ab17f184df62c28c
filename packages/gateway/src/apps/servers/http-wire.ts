// A server at a URL: the SDK's transports carry the messages unchanged, over Streamable HTTP or SSE.
import type { Transport } from '@modelcontextprotocol/client';
import { isRecord, limits, SallyportError, UNKNOWN_OUTCOME_HINT } from '@sallyport/protocol';
import { boundedFetch } from './bounded-fetch.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import { signedFetch } from './sign-in/signed-fetch.ts';
import type { OpenWire, SendOptions, Wire, WireListener } from './wire.ts';

export interface HttpWireOptions {
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For servers that support signing in. */
  readonly signIn?: SignIn;
  readonly messageMaxBytes?: number;
}

export function httpWire(options: HttpWireOptions): OpenWire {
  return async (listener, signal) => {
    const transport = await createTransport(options, listener);
    const wire = new HttpWire(transport, options, listener);
    const onAbort = () => void wire.close().catch(() => {});
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await transport.start();
      return wire;
    } catch (thrown) {
      await wire.close();
      throw explain(thrown, { hasSession: false, signIn: options.signIn });
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
}

async function createTransport(options: HttpWireOptions, listener: WireListener): Promise<Transport> {
  // Loaded on demand: it takes longer to load than everything else.
  const { SSEClientTransport, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const address = new URL(options.url);
  const bounded = boundedFetch(listener, options.messageMaxBytes ?? limits.server.messageMaxBytes);
  const common = {
    requestInit: { headers: { ...options.headers } },
    fetch: options.signIn === undefined ? bounded : signedFetch(bounded, options.signIn),
  };
  return options.kind === 'sse'
    ? new SSEClientTransport(address, common)
    : new StreamableHTTPClientTransport(address, common);
}

class HttpWire implements Wire {
  readonly #transport: Transport;
  readonly #kind: HttpWireOptions['kind'];
  readonly #signIn: SignIn | undefined;
  readonly #listener: WireListener;
  #isClosed = false;
  /** Whether a protocol version was agreed for the whole connection: then requests are cancelled by a message. */
  #hasAgreed = false;

  constructor(transport: Transport, { kind, signIn }: HttpWireOptions, listener: WireListener) {
    this.#transport = transport;
    this.#kind = kind;
    this.#signIn = signIn;
    this.#listener = listener;
    transport.onmessage = (message) => listener.onMessage({ ...message });
    transport.onclose = () => this.#end(closed());
    transport.onerror = (error) => {
      // SSE is one stream: when it breaks its MCP session is gone, though the SDK would reconnect.
      if (kind === 'sse') this.#end(explain(error, { hasSession: true, signIn }));
    };
  }

  async send(
    message: Readonly<Record<string, unknown>>,
    { signal, headers, onEnded }: SendOptions = {},
  ): Promise<void> {
    try {
      // The SDK's type enumerates JSON-RPC's forms; the peer builds only those.
      await this.#transport.send(message as Parameters<Transport['send']>[0], {
        requestSignal: signal,
        headers,
        onRequestStreamEnd: onEnded,
      });
    } catch (thrown) {
      const error = explain(thrown, { hasSession: this.#transport.sessionId !== undefined, signIn: this.#signIn });
      // After the sender's error: only its own message is known not to have arrived.
      if (error.data?.reached === false) setImmediate(() => this.#end(error));
      throw error;
    }
  }

  get takesHeaders(): boolean {
    return this.#kind === 'http';
  }

  get cancelsByAbort(): boolean {
    return this.#kind === 'http' && !this.#hasAgreed;
  }

  setProtocolVersion(version: string): void {
    this.#hasAgreed = true;
    this.#transport.setProtocolVersion?.(version);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#end(closed());
    if (this.#kind === 'http') await this.#endSession();
    await this.#transport.close();
  }

  /** Spares the server the wait until the MCP session expires. Does not wait long for the answer. */
  async #endSession(): Promise<void> {
    if (!('terminateSession' in this.#transport) || this.#transport.sessionId === undefined) return;
    const { terminateSession } = this.#transport;
    if (typeof terminateSession !== 'function') return;
    const ended: Promise<unknown> = terminateSession.call(this.#transport);
    await Promise.race([ended.catch(() => {}), new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())]);
  }

  #end(why: SallyportError): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listener.onClosed(why);
    // After our own close this is the second one, which does nothing.
    this.#transport.close().catch(() => {});
  }
}

const GOODBYE_MS = 1000;
/** Codes of a failed connect: the call cannot have run. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface Known {
  readonly hasSession: boolean;
  readonly signIn: SignIn | undefined;
}

/** The transport's error as a SallyportError: whether the server was reached, accepted us, and may have run the call. */
function explain(thrown: unknown, { hasSession, signIn }: Known): SallyportError {
  if (thrown instanceof SallyportError) return thrown;
  const code = codeOf(thrown);
  if (code !== undefined && unreached.has(code)) {
    return unavailable(`The server could not be reached (${code}).`, { outcome: 'not_run', reached: false }, thrown);
  }
  const status = statusOf(thrown);
  const unsigned = signIn?.explain(status);
  if (unsigned !== undefined) return unsigned;
  if (status === 401 || status === 403) {
    return new SallyportError('ERR_SERVER_UNAVAILABLE', `The server refused access (HTTP ${status}).`, {
      hint: 'Add an "Authorization" header to its entry in config.json, with an environment variable for the secret.',
      data: { outcome: 'not_run', status },
      cause: thrown,
    });
  }
  if (hasSession && isUnknownSession(status, thrown)) {
    return unavailable('The server has ended our MCP session.', { outcome: 'not_run', session: 'lost' }, thrown);
  }
  if (status !== undefined) {
    return unavailable(
      `The server answered HTTP ${status}.`,
      { outcome: status < 500 ? 'not_run' : 'unknown', status },
      thrown,
    );
  }
  return unavailable('The connection to the server broke.', { outcome: 'unknown' }, thrown);
}

/** The protocol requires 404; some older servers answer 400 and say it in the message. */
function isUnknownSession(status: number | undefined, thrown: unknown): boolean {
  return status === 404 || (status === 400 && thrown instanceof Error && /session/i.test(thrown.message));
}

function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  // The SDK's error has no status.
  if (thrown.name === 'InsufficientScopeError') return 403;
  if ('status' in thrown && typeof thrown.status === 'number') return thrown.status;
  if ('code' in thrown && typeof thrown.code === 'number') return thrown.code;
  const found = /HTTP (\d{3})/.exec(thrown.message);
  return found === null ? undefined : Number(found[1]);
}

function codeOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Z_]+$/.test(error.code) && error.code.startsWith('E'))
      return error.code;
    if (isRecord(error) && error.cause === error) return undefined;
  }
  const text = thrown instanceof Error ? thrown.message : '';
  return [...unreached].find((code) => text.includes(code));
}

function unavailable(message: string, data: Readonly<Record<string, unknown>>, cause: unknown): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', message, {
    hint: data.outcome === 'not_run' ? 'The call has not run.' : UNKNOWN_OUTCOME_HINT,
    data,
    cause,
  });
}

function closed(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection to the server was closed.');
}
