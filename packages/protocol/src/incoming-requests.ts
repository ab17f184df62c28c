// The serving half of a peer: one controller per request of the other side, aborted by a cancel and by the end of the connection.
import { SallyportError } from './error.ts';

export class IncomingRequests<Id> {
  readonly #open = new Map<Id, AbortController>();
  readonly #max: number;
  readonly #onIdle: (() => void)[] = [];
  #closed: SallyportError | undefined;

  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  get size(): number {
    return this.#open.size;
  }

  /** False once it was answered or cancelled. */
  isOpen(id: Id): boolean {
    return this.#open.has(id);
  }

  /** Why a request of this id cannot be served now. */
  refusalOf(id: Id): 'duplicate' | 'full' | undefined {
    if (this.#open.has(id)) return 'duplicate';
    return this.#open.size >= this.#max ? 'full' : undefined;
  }

  /**
   * Runs a request and settles as `run` does. An answer belongs on the wire only while the signal is not aborted, unless
   * the wire answers cancelled requests too. Throws when `refusalOf` has a reason.
   */
  async serve<Result>(id: Id, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (this.#closed !== undefined) throw this.#closed;
    const refusal = this.refusalOf(id);
    if (refusal !== undefined) throw new SallyportError('ERR_PROTOCOL_ERROR', `This request is refused: ${refusal}.`);
    const controller = new AbortController();
    this.#open.set(id, controller);
    try {
      return await run(controller.signal);
    } finally {
      if (this.#open.get(id) === controller) this.#forget(id);
    }
  }

  /** The id is free again at once: whoever cancels a request does not wait for its answer. */
  cancel(id: Id, reason: SallyportError): void {
    const controller = this.#open.get(id);
    if (controller === undefined) return;
    this.#forget(id);
    controller.abort(reason);
  }

  /** Resolves when every request was answered or cancelled. */
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
