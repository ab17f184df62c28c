// Requests received over a connection: each has a signal that a cancel or the end of the connection aborts.
import { SallyportError } from './error.ts';

export class IncomingRequests<Id> {
  readonly #open = new Map<Id, AbortController>();
  readonly #max: number;
  readonly #onIdle: (() => void)[] = [];
  #closed: SallyportError | undefined;

  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  get openIds(): readonly Id[] {
    return [...this.#open.keys()];
  }

  get size(): number {
    return this.#open.size;
  }

  /** False after it was answered or cancelled. */
  isOpen(id: Id): boolean {
    return this.#open.has(id);
  }

  /** Why a request with this id cannot be served. */
  refusalOf(id: Id): 'duplicate' | 'full' | undefined {
    if (this.#open.has(id)) return 'duplicate';
    return this.#open.size >= this.#max ? 'full' : undefined;
  }

  /**
   * Runs a request and settles like `run`. Send the answer only if the signal is not aborted, unless the protocol answers
   * cancelled requests too. Throws when `refusalOf` returns a reason.
   */
  async serve<Result>(id: Id, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (this.#closed !== undefined) throw this.#closed;
    const refusal = this.refusalOf(id);
    if (refusal !== undefined) throw new SallyportError('ERR_PROTOCOL_ERROR', `This request was refused: ${refusal}.`);
    const controller = new AbortController();
    this.#open.set(id, controller);
    try {
      return await run(controller.signal);
    } finally {
      if (this.#open.get(id) === controller) this.#forget(id);
    }
  }

  /** The id is free again at once, since whoever cancels a request does not wait for its answer. */
  cancel(id: Id, reason: SallyportError): void {
    const controller = this.#open.get(id);
    if (controller === undefined) return;
    this.#forget(id);
    controller.abort(reason);
  }

  /** Resolves when no request is open. */
  async whenIdle(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** May be called again. */
  close(reason: SallyportError): void {
    this.#closed ??= reason;
    for (const id of [...this.#open.keys()]) this.cancel(id, reason);
  }

  #forget(id: Id): void {
    this.#open.delete(id);
    if (this.#open.size === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}
