// The answer to one posted request: plain JSON when it comes at once, else a stream that carries progress until it does.
import type { ServerResponse } from 'node:http';
import { isRecord, type JsonObject, limits } from '@sallyport/protocol';
import { type JsonRpcId, rpcCodes } from '../base/json-rpc.ts';
import { EventStream } from './event-stream.ts';

export interface ExchangeOptions {
  readonly id: JsonRpcId;
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the client said that it takes a stream. */
  readonly mayStream: boolean;
  /** For a request that stands alone, an error of the protocol has its HTTP status too. */
  readonly hasStatus: boolean;
  /** Called once, when the client left before its answer. */
  readonly onGone: () => void;
}

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #patience: NodeJS.Timeout;
  #stream: EventStream | undefined;
  #isOver = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#patience = setTimeout(() => this.#openStream(), limits.door.streamAfterMs);
    options.response.once('close', () => {
      if (this.#finish()) options.onGone();
    });
  }

  /** Takes a message that belongs to the request: notifications first, its reply last. */
  post(message: JsonObject): void {
    if (this.#isOver) return;
    if (isReplyTo(message, this.#options.id)) this.#reply(message);
    else this.#openStream()?.send(message);
  }

  /** Ends without a reply: the call goes on, or was given up. May be called again. */
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
    clearTimeout(this.#patience);
    // Our own listener of the response's close tells of a client that left.
    this.#stream ??= new EventStream(this.#options.response, this.#options.headers, () => {});
    return this.#stream;
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#patience);
    return true;
  }
}

export function isReplyTo(message: JsonObject, id: JsonRpcId): boolean {
  return message.id === id && !('method' in message);
}

/** What went wrong before a tool was asked has a status of its own; what a tool said is always 200. */
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
