// The extension's `host_*` requests: passed to the gateway unchanged. Without a link they wait while a gateway is started.
import {
  type Clock,
  type HostRequest,
  type HostRequestType,
  limits,
  type Outgoing,
  type Progress,
  SallyportError,
  toWireError,
} from '@sallyport/protocol';
import type { LinkDialect } from './link-dialect.ts';

export interface HostRequestsOptions {
  readonly clock: Clock;
  /** Sends to the browser. Throws when the message cannot be sent. */
  readonly send: (message: object, outgoing?: Outgoing) => void;
  /** The same for short messages; never throws. */
  readonly tell: (message: object) => void;
  /** Makes a gateway connect to this host, where possible. */
  readonly ensureGateway: () => void;
}

type RequestId = string | number | undefined;

interface WaitingRequest {
  readonly requestId: RequestId;
  readonly message: HostRequest;
  readonly stopTimer: () => void;
}

export class HostRequests {
  readonly #options: HostRequestsOptions;
  readonly #waiting = new Set<WaitingRequest>();
  /** Requests at the gateway, by their id. */
  readonly #sent = new Map<RequestId, AbortController>();
  #link: LinkDialect | undefined;

  constructor(options: HostRequestsOptions) {
    this.#options = options;
  }

  get link(): LinkDialect | undefined {
    return this.#link;
  }

  linked(link: LinkDialect): void {
    const previous = this.#link;
    this.#link = link;
    previous?.replace();
    for (const waiting of this.#waiting) {
      waiting.stopTimer();
      this.#forward(link, waiting.requestId, waiting.message);
    }
    this.#waiting.clear();
  }

  unlinked(link: LinkDialect): void {
    if (this.#link === link) this.#link = undefined;
  }

  handle(requestId: RequestId, message: HostRequest): void {
    if (this.#link !== undefined) {
      this.#forward(this.#link, requestId, message);
      return;
    }
    // Some requests are not worth a gateway, and some askers may not start one.
    if (message.if_running === true) {
      this.#fail(requestId, notRunning());
      return;
    }
    if (this.#waiting.size >= limits.host.callsPerClient) {
      this.#fail(requestId, new SallyportError('ERR_RATE_LIMITED', 'Too many requests are waiting for the gateway.'));
      return;
    }
    const waiting: WaitingRequest = {
      requestId,
      message,
      stopTimer: this.#options.clock.after(limits.host.gatewayStartMs, () => {
        this.#waiting.delete(waiting);
        this.#fail(requestId, noGateway());
      }),
    };
    this.#waiting.add(waiting);
    this.#options.ensureGateway();
  }

  /** Nobody waits for the answer anymore, so the gateway can stop. Unknown ids were answered in the meantime. */
  cancel(requestId: string | number): void {
    for (const waiting of this.#waiting) {
      if (waiting.requestId !== requestId) continue;
      waiting.stopTimer();
      this.#waiting.delete(waiting);
      this.#fail(requestId, cancelled());
    }
    this.#sent.get(requestId)?.abort(cancelled());
  }

  /** The browser has closed the connection, so nobody waits for these requests. */
  close(): void {
    for (const { stopTimer } of this.#waiting) stopTimer();
    this.#waiting.clear();
  }

  #forward(link: LinkDialect, requestId: RequestId, message: HostRequest): void {
    const onProgress = ({ progress, total, message: text }: Progress) => {
      if (requestId === undefined) return;
      this.#options.tell({ type: 'progress', request_id: requestId, progress, total, message: text });
    };
    const stop = new AbortController();
    if (requestId !== undefined) this.#sent.set(requestId, stop);
    link
      .request(message.type, message, { onProgress, signal: stop.signal })
      .finally(() => {
        if (this.#sent.get(requestId) === stop) this.#sent.delete(requestId);
      })
      .then(
        (result) => this.#deliver(requestId, message.type, result),
        (error: unknown) => this.#fail(requestId, error),
      );
  }

  /** The gateway's result is the whole reply message, so it has to be an object. */
  #deliver(requestId: RequestId, type: HostRequestType, result: unknown): void {
    if (typeof result !== 'object' || result === null) {
      this.#fail(
        requestId,
        new SallyportError('ERR_PROTOCOL_ERROR', `The gateway's answer to ${type} is not a message.`),
      );
      return;
    }
    try {
      this.#options.send(result, { onFailure: (error) => this.#fail(requestId, error) });
    } catch (error) {
      this.#fail(requestId, error);
    }
  }

  #fail(requestId: RequestId, error: unknown): void {
    const wire = toWireError(error);
    this.#options.tell(
      requestId === undefined
        ? { type: 'error', error: wire.message }
        : { type: 'error', request_id: requestId, error: wire },
    );
  }
}

function cancelled(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The extension cancelled the request.');
}

function notRunning(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway is not running.', {
    hint: 'Run "sallyport up" in a terminal, or let an agent connect.',
    data: { outcome: 'not_run' },
  });
}

function noGateway(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway is not running and did not start in time.', {
    hint: 'Run "sallyport up" or "sallyport doctor" in a terminal.',
  });
}
