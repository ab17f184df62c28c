// The user's decisions on the cookies and stored data of sites: for one session and one cookie store, never for good.
import { type AgentLabel, type Clock, limits } from '@sallyport/protocol';
import type { CookieStore, Decision, StateRight } from '../../base/sites.ts';

export interface StateRequest {
  readonly agent: AgentLabel;
  readonly site: string;
  readonly right: StateRight;
  readonly store: CookieStore;
}

/** As it is listed beside the rules on sites: it has one of the two rights. */
export interface StateRule extends Partial<Record<StateRight, Decision>> {
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly site: string;
  readonly session: string;
  readonly endsAt: number;
}

interface Decided extends StateRequest {
  readonly id: string;
  readonly decision: Decision;
  readonly endsAt: number;
}

export interface StateRulesOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** The verdict without a decision. */
  readonly fallback: () => 'ask' | 'allow';
}

export class StateRules {
  readonly #options: StateRulesOptions;
  #decided: readonly Decided[] = [];

  constructor(options: StateRulesOptions) {
    this.#options = options;
  }

  verdict(request: StateRequest): Decision | 'ask' {
    return this.#inForce().find((known) => isSame(known, request))?.decision ?? this.#options.fallback();
  }

  /** Returns the id of the rule. */
  decide(request: StateRequest, decision: Decision): string {
    const { clock, newId } = this.#options;
    const rule = { ...request, decision, id: newId(), endsAt: clock.now() + limits.extension.onceMs };
    const others = this.#inForce().filter((known) => !isSame(known, request));
    this.#decided = [...others, rule].slice(-limits.extension.siteRules);
    return rule.id;
  }

  /** What of the site's state the user has refused this agent. */
  refused({ session }: AgentLabel, site: string): StateRight | undefined {
    const isRefused = (known: Decided) =>
      known.agent.session === session && known.site === site && known.decision === 'deny';
    return this.#inForce().find(isRefused)?.right;
  }

  list(): readonly StateRule[] {
    return this.#inForce().map(({ id, agent, site, right, decision, endsAt }) => ({
      ...{ id, agentId: agent.id, agentName: agent.name, site, session: agent.session, endsAt },
      [right]: decision,
    }));
  }

  /** Returns what was removed. */
  remove(ruleId: string): StateRule | undefined {
    const rule = this.list().find(({ id }) => id === ruleId);
    this.#decided = this.#decided.filter(({ id }) => id !== ruleId);
    return rule;
  }

  /** The session is over. */
  forget(session: string): void {
    this.#decided = this.#decided.filter(({ agent }) => agent.session !== session);
  }

  /** The user took back what the agent may do on the site. */
  forgetSite(agentId: string, site: string): void {
    this.#decided = this.#decided.filter((known) => known.agent.id !== agentId || known.site !== site);
  }

  #inForce(): readonly Decided[] {
    const now = this.#options.clock.now();
    return this.#decided.filter(({ endsAt }) => endsAt > now);
  }
}

function isSame(a: StateRequest, b: StateRequest): boolean {
  return a.agent.session === b.agent.session && a.site === b.site && a.right === b.right && a.store.id === b.store.id;
}
