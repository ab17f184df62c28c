// The link to the native host: one connection at a time, reopened with growing delays.
import {
  type BrowserHello,
  type Clock,
  type HostRequestType,
  type JsonObject,
  limits,
  type Outgoing,
  SallyportError,
  type ToolRequest,
} from '@sallyport/protocol';
import type { LinkState } from '../base/link-status.ts';
import { Connection } from './connection.ts';
import { type GatewayRequestOptions, GatewayRequests } from './gateway-requests.ts';
import type { OpenPort } from './native-port.ts';

/** Serves the calls of one connection. Replies go back on that connection only. */
export interface CallServer {
  handle(request: ToolRequest): void;
  cancel(callId: string, reason: string): void;
  /** A program at the host's socket closed its connection. */
  clientGone(clientId: number): void;
  /** The connection is gone, so its calls are abandoned. */
  close(): void;
}

export type Send = (message: object, outgoing?: Outgoing) => void;

export interface HostLinkOptions {
  readonly openPort: OpenPort;
  readonly hello: BrowserHello;
  readonly clock: Clock;
  readonly serve: (send: Send) => CallServer;
  readonly onState: (state: LinkState) => void;
}

/** Owns the connection; after `close` it is not reopened. */
export class HostLink {
  readonly #options: HostLinkOptions;
  #lastRequest = 0;
  #hello: BrowserHello;
  #state: LinkState = 'connecting';
  #current:
    | { readonly connection: Connection; readonly server: CallServer; readonly requests: GatewayRequests }
    | undefined;
  #failures = 0;
  #cancelRetry: () => void = () => {};
  #isClosed = false;

  constructor(options: HostLinkOptions) {
    this.#options = options;
    this.#hello = options.hello;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Connects now unless connected: at the start, when an alarm wakes the worker, when the user opens the panel. */
  wake(): void {
    if (this.#current !== undefined || this.#isClosed) return;
    this.#cancelRetry();
    this.#open();
  }

  /** The user granted or revoked the host permission; `sallyport status` shows it. */
  updateHostPermission(siteAccess: boolean): void {
    if (this.#hello.siteAccess === siteAccess) return;
    this.#hello = { ...this.#hello, siteAccess };
    this.#current?.connection.sayHello(this.#hello);
  }

  /** Asks the gateway, through the host. Rejects with ERR_SERVER_UNAVAILABLE without a host. */
  async request(type: HostRequestType, fields: JsonObject, options?: GatewayRequestOptions): Promise<JsonObject> {
    if (this.#current === undefined || this.#state !== 'connected') throw notConnected();
    return this.#current.requests.request(type, fields, options);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    this.#current?.connection.close();
    this.#current?.server.close();
    this.#current?.requests.close();
    this.#current = undefined;
  }

  #open(): void {
    const { openPort, clock, serve } = this.#options;
    const send: Send = (message, outgoing) => connection.send(message, outgoing);
    const server = serve(send);
    const newId = () => `page-${++this.#lastRequest}`;
    const requests = new GatewayRequests({ clock, send, newId });
    const connection: Connection = new Connection({
      openPort,
      hello: this.#hello,
      clock,
      events: {
        ready: () => this.#become('connected'),
        alive: () => {
          this.#failures = 0;
        },
        request: (request) => server.handle(request),
        cancel: (callId, reason) => server.cancel(callId, reason),
        clientGone: (clientId) => server.clientGone(clientId),
        reply: (reply) => requests.take(reply),
        ended: (state) => {
          server.close();
          requests.close();
          this.#retryAfter(state);
        },
      },
    });
    this.#current = { connection, server, requests };
  }

  /** Keeps the failed state until a host says hello, so the badge does not flicker. */
  #retryAfter(state: LinkState): void {
    this.#current = undefined;
    this.#become(state);
    const delayMs = reconnectDelayMs(this.#failures);
    this.#failures += 1;
    this.#cancelRetry = this.#options.clock.after(delayMs, () => this.wake());
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

function notConnected(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'Sallyport is not running on this computer.', {
    hint: 'Run "sallyport up" or "sallyport doctor" in a terminal.',
    data: { outcome: 'not_run' },
  });
}

export function reconnectDelayMs(failures: number): number {
  const { reconnectMinMs, reconnectFactor, reconnectMaxMs } = limits.extension;
  return Math.min(reconnectMaxMs, reconnectMinMs * reconnectFactor ** failures);
}
