// The response to one posted request: plain JSON if it is fast, otherwise an event stream with progress.
import type { ServerResponse } from 'node:http';
import { isRecord, type JsonObject, limits } from '@sallyport/protocol';
import { type JsonRpcId, rpcCodes } from '../base/json-rpc.ts';
import { EventStream } from './event-stream.ts';

export interface ExchangeOptions {
  readonly id: JsonRpcId;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the client accepts an event stream. */
  readonly mayStream: boolean;
  /** Whether protocol errors set the HTTP status: for requests without an MCP session. */
  readonly hasStatus: boolean;
  /** Called once, when the client disconnects before the reply. */
  readonly onGone: () => void;
}

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #streamTimer: NodeJS.Timeout;
  #stream: EventStream | undefined;
  #isOver = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#streamTimer = setTimeout(() => this.#openStream(), limits.door.streamAfterMs);
    options.response.once('close', () => {
      if (this.#finish()) options.onGone();
    });
  }

  /** Sends a message that belongs to the request: notifications first, its reply last. */
  post(message: JsonObject): void {
    if (this.#isOver) return;
    if (isReplyTo(message, this.#options.id)) this.#reply(message);
    else this.#openStream()?.send(message);
  }

  /** Ends without a reply: the call continues or was cancelled. May be called again. */
  end(): void {
    if (!this.#finish()) return;
    if (this.#stream !== undefined) this.#stream.end();
    else this.#options.response.writeHead(202, this.#options.headers).end();
  }

  #reply(message: JsonObject): void {
    this.#finish();
    if (this.#stream !== undefined) {
      this.#stream.send(message);
      this.#stream.end();
      return;
    }
    const status = this.#options.hasStatus ? statusOf(message) : 200;
    sendJson(this.#options.response, status, message, this.#options.headers);
  }

  #openStream(): EventStream | undefined {
    if (this.#isOver || !this.#options.mayStream) return this.#stream;
    clearTimeout(this.#streamTimer);
    // Our own listener on the response's close event handles a disconnect.
    this.#stream ??= new EventStream(this.#options.response, this.#options.headers, () => {});
    return this.#stream;
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#streamTimer);
    return true;
  }
}

export function isReplyTo(message: JsonObject, id: JsonRpcId): boolean {
  return message.id === id && !('method' in message);
}

/** Errors before a tool was called have their own status; the result of a tool is always 200. */
export function statusOf(message: JsonObject): number {
  const { code, data } = isRecord(message.error) ? message.error : {};
  switch (code) {
    case rpcCodes.methodNotFound:
      return 404;
    case rpcCodes.invalidParams:
      return isRecord(data) && 'envelope' in data ? 400 : 200;
    case rpcCodes.parseError:
    case rpcCodes.invalidRequest:
    case rpcCodes.unsupportedVersion:
    case rpcCodes.missingCapability:
    case rpcCodes.headerMismatch:
    case rpcCodes.serverError:
      return 400;
    default:
      return 200;
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(text.byteLength),
    'cache-control': 'no-store',
  });
  response.end(text);
}
