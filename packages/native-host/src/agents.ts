// Whom the calls of socket clients are made for. Only the gateway speaks for named agents; these here are remembered by nobody.
import { type AgentLabel, type Clock, limits, SallyportError } from '@sallyport/protocol';
import type { RandomBytes } from './run-directory/machine.ts';
import { createId } from './run-directory/record.ts';

/** At least 128 bits, as the 32 hex digits of `agent_<32 hex>_<pid>`. */
const AGENT_ID = /^[\w.-]{0,64}?[0-9a-f]{32}[\w.-]{0,64}$/i;
/** More live agents than that is a client that makes a new one for each command: the oldest goes. */
const MAX_AGENTS = 1024;

/** All framed clients without a token together. */
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

  /** A connection that says nothing more of itself is an agent of its own. */
  ofConnection(name: string): AgentLabel {
    const id = `local_${createId(this.#random)}`;
    return { id, name, session: id, remembered: false };
  }

  /** The agent that this secret names, the same on every connection until it says goodbye or rests too long. */
  ofSecret(agentId: string): AgentLabel {
    if (!AGENT_ID.test(agentId)) {
      throw new SallyportError('ERR_INPUT_INVALID', 'agentId must hold 32 random hex digits, for it is a secret.', {
        hint: 'Use agent_<32 hex digits>_<pid>, or leave it out: then the connection is the agent.',
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

  /** Forgets those that rested too long. */
  sweep(): void {
    const oldestMs = this.#clock.now() - limits.agent.idleMs;
    for (const [agentId, { usedAtMs }] of this.#sessions) {
      if (usedAtMs > oldestMs && this.#sessions.size <= MAX_AGENTS) return;
      this.#sessions.delete(agentId);
    }
  }
}

/** What others may see of a secret: its first four hex digits. */
function shortName(agentId: string): string {
  const digits = /[0-9a-f]{32}/i.exec(agentId)?.[0] ?? '';
  return `agent_${digits.slice(0, 4)}...`;
}
