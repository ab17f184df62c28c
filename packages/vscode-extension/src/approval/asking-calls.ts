// Which calls may ask the user something: those whose agent is still there to get the result.
import { SallyportError } from '@sallyport/protocol';

export interface OpenCall {
  /** Aborts when the agent has lost its connection. */
  readonly signal: AbortSignal;
  close(): void;
}

export class AskingCalls {
  readonly #byAgent = new Map<string, Set<AbortController>>();

  /** To be closed at the call's end. */
  open(agentId: string): OpenCall {
    const left = new AbortController();
    const calls = this.#byAgent.get(agentId) ?? new Set();
    this.#byAgent.set(agentId, calls.add(left));
    return {
      signal: left.signal,
      close: () => {
        calls.delete(left);
        if (calls.size === 0 && this.#byAgent.get(agentId) === calls) this.#byAgent.delete(agentId);
      },
    };
  }

  /** Withdraws the questions of its calls, also those that wait for their turn: nobody would get the result. */
  agentLeft(agentId: string): void {
    const reason = new SallyportError('ERR_CANCELLED', 'The agent disconnected before the user answered.', {
      hint: 'Nothing was done.',
      data: { outcome: 'not_run' },
    });
    for (const left of this.#byAgent.get(agentId) ?? []) left.abort(reason);
  }
}
