// Serves the calls of one connection: each once, within its deadline, cancellable, with every failure answered.
import {
  type AgentLabel,
  BoundedMap,
  type Clock,
  Countdown,
  IncomingRequests,
  limits,
  SallyportError,
  type ToolRequest,
  toWireError,
  unlessAborted,
} from '@sallyport/protocol';
import type { CallScope, Method } from '../base/call.ts';
import type { AgentSessions } from '../tabs/agent-sessions.ts';
import type { CallServer, Send } from './link.ts';

export interface RouterOptions {
  readonly methods: Readonly<Record<string, Method>>;
  readonly clock: Clock;
  readonly send: Send;
  readonly sessions: AgentSessions;
  /** Before the first call of the session runs. */
  readonly onNewSession: (agent: AgentLabel) => void;
  /** Logs faults of our own. Never arguments or results. */
  readonly report: (fault: unknown) => void;
}

/** One per connection: call ids are unique within a host process, and a new connection is a new process. */
export class Router implements CallServer {
  readonly #options: RouterOptions;
  readonly #incoming = new IncomingRequests<string>();
  readonly #seenIds = new BoundedMap<string, true>(limits.call.rememberedIds);

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  handle(request: ToolRequest): void {
    const { agent, client_id } = request;
    if (this.#options.sessions.seen(agent.session, client_id)) this.#options.onNewSession(agent);
    // Failures are answered inside; only a send on a closed connection gets here.
    this.#answer(request).catch((fault: unknown) => this.#options.report(fault));
  }

  cancel(callId: string, reason: string): void {
    this.#incoming.cancel(callId, new SallyportError('ERR_CANCELLED', `The call was cancelled: ${reason}.`));
  }

  clientGone(clientId: number): void {
    this.#options.sessions.clientGone(clientId);
  }

  close(): void {
    this.#incoming.close(new SallyportError('ERR_SERVER_UNAVAILABLE', 'The native host disconnected during the call.'));
  }

  async #answer(request: ToolRequest): Promise<void> {
    const { id } = request;
    if (this.#seenIds.has(id)) {
      this.#fail(
        id,
        new SallyportError('ERR_PROTOCOL_ERROR', `The call id ${id} was used before. Use a new id for each call.`),
      );
      return;
    }
    this.#seenIds.set(id, true);
    try {
      const result = await this.#incoming.serve(id, (signal) => this.#run(request, signal));
      this.#options.send({ type: 'tool_response', id, result }, { onFailure: (error) => this.#fail(id, error) });
    } catch (fault) {
      this.#fail(id, fault);
    }
  }

  async #run(request: ToolRequest, signal: AbortSignal): Promise<unknown> {
    const { method, params } = request;
    const { methods } = this.#options;
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) {
      throw new SallyportError('ERR_TOOL_NOT_FOUND', `The browser extension has no method "${method.slice(0, 100)}".`, {
        hint: `It has: ${Object.keys(methods).join(', ')}.`,
      });
    }
    const { countdown, scope } = this.#scopeOf(request, signal);
    try {
      // A tool that ignores the signal must not delay the reply.
      return await unlessAborted(signal, run(params, scope));
    } finally {
      countdown.stop();
    }
  }

  /** The deadline is kept where the call came in, and here only bounds the call. Where its clock cannot be held, waits end a margin earlier. */
  #scopeOf(request: ToolRequest, signal: AbortSignal): { readonly countdown: Countdown; readonly scope: CallScope } {
    const { id, agent, deadline_ms, may_hold: mayHold = false } = request;
    const { clock, send } = this.#options;
    const graceMs = mayHold ? limits.call.graceMs : 0;
    const countdown = new Countdown({
      clock,
      ms: deadline_ms + graceMs,
      onEnd: () => this.#incoming.cancel(id, tooLate(request)),
      onHeld: (isHeld) => {
        if (!signal.aborted) send({ type: isHeld ? 'held' : 'resumed', id });
      },
    });
    const marginMs = mayHold ? graceMs : limits.extension.unheldMarginMs;
    const leftMs = () => Math.max(0, countdown.leftMs - marginMs);
    const holdTime = mayHold ? () => countdown.hold() : () => () => {};
    return { countdown, scope: { callId: id, agent, signal, leftMs, holdTime } };
  }

  #fail(id: string, fault: unknown): void {
    if (!(fault instanceof SallyportError)) this.#options.report(fault);
    this.#options.send({ type: 'tool_response', id, error: toWireError(fault) });
  }
}

function tooLate({ method, deadline_ms }: ToolRequest): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `The browser did not finish ${method} within ${deadline_ms} ms.`, {
    hint: 'Check the page before you repeat the call: part of it may have happened.',
    data: { outcome: 'unknown' },
  });
}
