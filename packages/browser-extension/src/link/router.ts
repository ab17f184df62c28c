// Answers the calls of one connection: each once, within its deadline, cancellable, and with one catch for all that fails.
import { limits, SallyportError, type ToolRequest, toWireError } from '@sallyport/protocol';
import { whenAborted } from '../base/abort.ts';
import type { Method } from '../base/call.ts';
import type { Clock } from '../base/clock.ts';
import type { Stays } from '../tabs/stays.ts';
import type { CallServer, Send } from './link.ts';

export interface RouterOptions {
  readonly methods: Readonly<Record<string, Method>>;
  readonly clock: Clock;
  readonly send: Send;
  readonly stays: Stays;
  /** Takes what failed by a fault of ours. Never arguments or results. */
  readonly report: (fault: unknown) => void;
}

/** One for each connection: call ids are unique for the life of a host, and a new connection is a new host. */
export class Router implements CallServer {
  readonly #options: RouterOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #seenIds = new Set<string>();

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  handle(request: ToolRequest): void {
    this.#options.stays.seen(request.agent.stay, request.client_id);
    // Every failure is answered inside; what is left is a send on a connection that just closed.
    this.#answer(request).catch((fault: unknown) => this.#options.report(fault));
  }

  cancel(callId: string, reason: string): void {
    this.#running.get(callId)?.abort(new SallyportError('ERR_CANCELLED', `The call was withdrawn: ${reason}.`));
  }

  clientGone(clientId: number): void {
    this.#options.stays.clientGone(clientId);
  }

  close(): void {
    const gone = new SallyportError('ERR_SERVER_UNAVAILABLE', 'The native host went away during the call.');
    for (const controller of this.#running.values()) controller.abort(gone);
    this.#running.clear();
  }

  async #answer(request: ToolRequest): Promise<void> {
    const { id } = request;
    if (this.#seenIds.has(id)) {
      this.#fail(id, new SallyportError('ERR_PROTOCOL_ERROR', `The call ${id} was made before; no call runs twice.`));
      return;
    }
    this.#remember(id);
    const controller = new AbortController();
    this.#running.set(id, controller);
    const cancelDeadline = this.#options.clock.after(request.deadline_ms, () => controller.abort(tooLate(request)));
    try {
      const endsAt = this.#options.clock.now() + request.deadline_ms;
      const result = await this.#run(request, controller.signal, endsAt);
      this.#options.send({ type: 'tool_response', id, result }, { onFailure: (error) => this.#fail(id, error) });
    } catch (fault) {
      this.#fail(id, fault);
    } finally {
      cancelDeadline();
      this.#running.delete(id);
    }
  }

  async #run(request: ToolRequest, signal: AbortSignal, endsAt: number): Promise<unknown> {
    const { id, agent, method, params } = request;
    const { methods } = this.#options;
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) {
      throw new SallyportError('ERR_TOOL_NOT_FOUND', `The browser extension has no method "${method.slice(0, 100)}".`, {
        hint: `It has: ${Object.keys(methods).join(', ')}.`,
      });
    }
    // A tool that does not look at the signal must not hold the answer back.
    return Promise.race([run(params, { callId: id, agent, signal, endsAt }), whenAborted(signal)]);
  }

  #fail(id: string, fault: unknown): void {
    if (!(fault instanceof SallyportError)) this.#options.report(fault);
    this.#options.send({ type: 'tool_response', id, error: toWireError(fault) });
  }

  #remember(id: string): void {
    this.#seenIds.add(id);
    const [oldest] = this.#seenIds;
    if (this.#seenIds.size > limits.call.rememberedIds && oldest !== undefined) this.#seenIds.delete(oldest);
  }
}

function tooLate({ method, deadline_ms }: ToolRequest): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `The browser did not finish ${method} within ${deadline_ms} ms.`, {
    hint: 'Look at the page before you repeat: part of it may have happened.',
    data: { outcome: 'unknown' },
  });
}
