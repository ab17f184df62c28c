// A server at an address: the SDK's transports carry the messages, of both HTTP forms; what they carry is left as it is.
import type { Transport } from '@modelcontextprotocol/client';
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import { boundedFetch } from './bounded-fetch.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import { signedFetch } from './sign-in/signed-fetch.ts';
import type { OpenWire, SendOptions, Wire, WireListener } from './wire.ts';

export interface HttpWireOptions {
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For a server at which one can sign in. */
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
  // Loaded when a server is at an address at all: it takes longer to load than all of the rest.
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
  /** Whether a version holds for the whole connection: then requests are cancelled by a message. */
  #hasAgreed = false;

  constructor(transport: Transport, { kind, signIn }: HttpWireOptions, listener: WireListener) {
    this.#transport = transport;
    this.#kind = kind;
    this.#signIn = signIn;
    this.#listener = listener;
    transport.onmessage = (message) => listener.onMessage({ ...message });
    transport.onclose = () => this.#end(closed());
    transport.onerror = (error) => {
      // The older form is one stream: when it breaks, the session on it is gone, though the SDK would dial again.
      if (kind === 'sse') this.#end(explain(error, { hasSession: true, signIn }));
    };
  }

  async send(
    message: Readonly<Record<string, unknown>>,
    { signal, headers, onEnded }: SendOptions = {},
  ): Promise<void> {
    try {
      // The SDK's type lists JSON-RPC's forms one by one; ours are built by the peer and are among them.
      await this.#transport.send(message as Parameters<Transport['send']>[0], {
        requestSignal: signal,
        headers,
        onRequestStreamEnd: onEnded,
      });
    } catch (thrown) {
      const error = explain(thrown, { hasSession: this.#transport.sessionId !== undefined, signIn: this.#signIn });
      // After the sender: of its own message it is known that nobody got it, of all others it is not.
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

  /** So that the server need not wait for the session to grow old; one that does not answer does not hold us. */
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
    // After a close of ours this is the second one, which does nothing.
    this.#transport.close().catch(() => {});
  }
}

const GOODBYE_MS = 1000;
/** Codes of a connection that never came about: nobody there can have run anything. */
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

/** What the transport met, as one of ours: whether the server was reached, knew us, and may have run the call. */
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
    return new SallyportError('ERR_SERVER_UNAVAILABLE', `The server refused us (HTTP ${status}).`, {
      hint: 'Give its entry in config.json an "Authorization" header, with a reference to a variable for the secret.',
      data: { outcome: 'not_run', status },
      cause: thrown,
    });
  }
  if (hasSession && isUnknownSession(status, thrown)) {
    return unavailable('The server no longer knows our session.', { outcome: 'not_run', session: 'lost' }, thrown);
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

/** 404 is what the protocol says; some servers of the older kind answer 400 and say it in words. */
function isUnknownSession(status: number | undefined, thrown: unknown): boolean {
  return status === 404 || (status === 400 && thrown instanceof Error && /session/i.test(thrown.message));
}

function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  // The SDK's own, without the number.
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
    hint:
      data.outcome === 'not_run'
        ? 'The call has not run.'
        : 'Whether the call took effect is unknown: look before you repeat.',
    data,
    cause,
  });
}

function closed(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection to the server was closed.');
}
