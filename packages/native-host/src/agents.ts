// The agents that socket clients call for. Only the gateway speaks for agents with a key; nothing is remembered about these.
import { type AgentLabel, type Clock, limits, SallyportError } from '@sallyport/protocol';
import type { RandomBytes } from './run-directory/machine.ts';
import { createId } from './run-directory/record.ts';

/** At least 128 bits, as the 32 hex digits of `agent_<32 hex>_<pid>`. */
const AGENT_ID = /^[\w.-]{0,64}?[0-9a-f]{32}[\w.-]{0,64}$/i;
/** More than this means a client that sends a new id with each command. The oldest is dropped. */
const MAX_AGENTS = 1024;

/** One agent for all framed clients without a token. */
export const UNNAMED: AgentLabel = {
  id: 'unnamed',
  name: 'unnamed local program',
  session: 'unnamed',
  remembered: false,
};

export class Agents {
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  readonly #sessions = new Map<string, { readonly session: string; usedAtMs: number }>();

  constructor(options: { clock: Clock; random: RandomBytes }) {
    this.#clock = options.clock;
    this.#random = options.random;
  }

  /** Without an agent id, each connection is an agent of its own. */
  ofConnection(name: string): AgentLabel {
    const id = `local_${createId(this.#random)}`;
    return { id, name, session: id, remembered: false };
  }

  /** The agent with this secret id: the same on every connection, until it says goodbye or is idle for too long. */
  ofSecret(agentId: string): AgentLabel {
    if (!AGENT_ID.test(agentId)) {
      throw new SallyportError('ERR_INPUT_INVALID', 'agentId must contain 32 random hex digits: it is a secret.', {
        hint: 'Use agent_<32 hex digits>_<pid>, or leave it out; then each connection is an agent of its own.',
      });
    }
    const nowMs = this.#clock.now();
    const known = this.#sessions.get(agentId);
    const isFresh = known !== undefined && nowMs - known.usedAtMs < limits.agent.idleMs;
    const session = isFresh ? known.session : createId(this.#random);
    this.#sessions.delete(agentId);
    this.#sessions.set(agentId, { session, usedAtMs: nowMs });
    this.sweep();
    return { id: agentId, name: shortName(agentId), session, remembered: false };
  }

  goodbye(agentId: string): void {
    this.#sessions.delete(agentId);
  }

  /** Forgets agents that were idle for too long. */
  sweep(): void {
    const oldestMs = this.#clock.now() - limits.agent.idleMs;
    for (const [agentId, { usedAtMs }] of this.#sessions) {
      if (usedAtMs > oldestMs && this.#sessions.size <= MAX_AGENTS) return;
      this.#sessions.delete(agentId);
    }
  }
}

/** Shows only the first four hex digits, since the id is a secret. */
function shortName(agentId: string): string {
  const digits = /[0-9a-f]{32}/i.exec(agentId)?.[0] ?? '';
  return `agent_${digits.slice(0, 4)}...`;
}
