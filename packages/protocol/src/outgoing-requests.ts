// Requests sent over a connection: matched to their answers by id, settled exactly once, rejected when the connection ends.
import type { Progress } from './app.ts';
import type { Clock } from './clock.ts';
import { SallyportError } from './error.ts';

/** What is known about a request without an answer: it was never sent, or it was sent and may have taken effect. */
export type LostOutcome = 'not_run' | 'unknown';

export interface OutgoingRequestsOptions<Id> {
  /** Creates the id of a request that has none. */
  readonly createId: () => Id;
  readonly clock: Pick<Clock, 'after'>;
  /** The error for a request whose connection has closed. */
  readonly closed: (outcome: LostOutcome) => SallyportError;
  /** How many requests may be open at once. */
  readonly max?: number;
}

export interface OutgoingRequest<Id> {
  /** Must be unique. */
  readonly id?: Id | undefined;
  /** Sends the request. If it throws or rejects, the request fails with that error. */
  readonly send: (id: Id) => void | Promise<void>;
  /** Tells the other side that nobody waits for the answer anymore. */
  readonly cancel?: (id: Id, reason: unknown) => void;
  readonly signal?: AbortSignal | undefined;
  /** How long an answer is still accepted after an abort, since it shows whether the request took effect. */
  readonly graceMs?: number;
  readonly timeout?: { readonly ms: number; readonly error: () => SallyportError } | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called when the other side starts to wait for a person, and when it continues. */
  readonly onHeld?: ((isHeld: boolean) => void) | undefined;
}

interface Open<Result> extends Pick<OutgoingRequest<never>, 'onProgress' | 'onHeld'> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Knows no message format: whoever decodes the connection calls `resolve` or `reject` by id. */
export class OutgoingRequests<Id, Result> {
  readonly #options: OutgoingRequestsOptions<Id>;
  readonly #open = new Map<Id, Open<Result>>();
  #isClosed = false;

  constructor(options: OutgoingRequestsOptions<Id>) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  async request(request: OutgoingRequest<Id>): Promise<Result> {
    const { signal, timeout, cancel, graceMs = 0, onProgress, onHeld } = request;
    const { clock, closed, createId, max = Number.POSITIVE_INFINITY } = this.#options;
    signal?.throwIfAborted();
    if (this.#isClosed) throw closed('not_run');
    if (this.#open.size >= max) throw tooMany(max);
    const id = request.id ?? createId();
    if (this.#open.has(id)) throw new SallyportError('ERR_PROTOCOL_ERROR', 'A request with this id is still open.');
    const stops: (() => void)[] = [];
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#open.set(id, { resolve, reject, onProgress, onHeld });
        let isCancelled = false;
        const giveUp = (reason: unknown, waitMs: number) => {
          // The deadline may pass during the grace after an abort; the cancel has been sent by then.
          if (!isCancelled) cancel?.(id, reason);
          isCancelled = true;
          if (waitMs > 0) stops.push(clock.after(waitMs, () => reject(reason)));
          else reject(reason);
        };
        if (timeout !== undefined) stops.push(clock.after(timeout.ms, () => giveUp(timeout.error(), 0)));
        const onAbort = () => giveUp(signal?.reason, graceMs);
        signal?.addEventListener('abort', onAbort, { once: true });
        stops.push(() => signal?.removeEventListener('abort', onAbort));
        Promise.resolve(request.send(id)).catch(reject);
      });
    } finally {
      this.#open.delete(id);
      for (const stop of stops) stop();
    }
  }

  /** False when no request with this id is open. */
  resolve(id: Id, result: Result): boolean {
    return this.#settle(id, ({ resolve }) => resolve(result));
  }

  reject(id: Id, error: unknown): boolean {
    return this.#settle(id, ({ reject }) => reject(error));
  }

  progress(id: Id, progress: Progress): void {
    this.#open.get(id)?.onProgress?.(progress);
  }

  held(id: Id, isHeld: boolean): void {
    this.#open.get(id)?.onHeld?.(isHeld);
  }

  /** Rejects all open requests, for when answers can no longer be matched to them. */
  rejectAll(error: SallyportError): void {
    for (const { reject } of this.#open.values()) reject(error);
  }

  /** May be called again. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#open.values()) reject(this.#options.closed('unknown'));
  }

  /** Deletes the request at once, so that a second answer in the same batch of messages is ignored. */
  #settle(id: Id, end: (open: Open<Result>) => void): boolean {
    const open = this.#open.get(id);
    if (open === undefined) return false;
    this.#open.delete(id);
    end(open);
    return true;
  }
}

function tooMany(max: number): SallyportError {
  return new SallyportError('ERR_RATE_LIMITED', `${max} requests are already open on this connection.`, {
    hint: 'Wait for one of them to finish and try again.',
  });
}
