// The extension's `host_*` requests to the gateway on one connection: matched by id, bounded in time, cancellable.
import {
  type Clock,
  fromWireError,
  type HostRequestType,
  type JsonObject,
  type LostOutcome,
  limits,
  OutgoingRequests,
  type Progress,
  SallyportError,
  type ToBrowser,
  UNKNOWN_OUTCOME_HINT,
} from '@sallyport/protocol';
import type { Send } from './link.ts';

export interface GatewayRequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Longer than what the gateway itself allows, since that error says more. */
  readonly timeoutMs?: number;
}

/** What the native host sends about one request. */
export type GatewayReply = Extract<ToBrowser, { readonly request_id: string | number }>;

export class GatewayRequests {
  readonly #send: Send;
  readonly #open: OutgoingRequests<string, JsonObject>;

  constructor({ clock, send, newId }: { readonly clock: Clock; readonly send: Send; readonly newId: () => string }) {
    this.#send = send;
    this.#open = new OutgoingRequests({ createId: newId, clock, closed, max: limits.host.callsPerClient });
  }

  request(
    type: HostRequestType,
    fields: JsonObject,
    { signal, onProgress, timeoutMs = limits.extension.gatewayMs }: GatewayRequestOptions = {},
  ): Promise<JsonObject> {
    return this.#open.request({
      signal,
      onProgress,
      timeout: { ms: timeoutMs, error: () => unanswered(type) },
      send: (id) =>
        this.#send({ ...fields, type, request_id: id }, { onFailure: (error) => void this.#open.reject(id, error) }),
      cancel: (id) => this.#send({ type: 'cancel', request_id: id }),
    });
  }

  take(reply: GatewayReply): void {
    const id = String(reply.request_id);
    switch (reply.type) {
      case 'host_result':
        this.#open.resolve(id, reply.body);
        break;
      case 'error':
        this.#open.reject(id, fromWireError(reply.error));
        break;
      case 'progress': {
        const { progress, total, message } = reply;
        this.#open.progress(id, { progress, total, message });
      }
    }
  }

  close(): void {
    this.#open.close();
  }
}

function closed(outcome: LostOutcome): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection to the native host was lost.', {
    hint: outcome === 'unknown' ? UNKNOWN_OUTCOME_HINT : 'The call has not run.',
    data: { outcome },
  });
}

function unanswered(type: HostRequestType): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `The gateway did not answer ${type} in time.`, {
    data: { outcome: 'unknown' },
  });
}
