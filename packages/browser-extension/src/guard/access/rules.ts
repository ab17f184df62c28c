// The user's decisions: whether an agent may read a site and act there, always or for one session.
import { type AgentLabel, type Clock, limits } from '@sallyport/protocol';
import * as z from 'zod';
import type { Decision, Right } from '../../base/sites.ts';
import type { Store } from '../../base/store.ts';
import type { Answer, SiteRequest } from '../questions/question.ts';

const storedDecision = z.enum(['allow', 'deny']);

const siteRule = z.object({
  id: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  site: z.string(),
  read: storedDecision.optional(),
  act: storedDecision.optional(),
});

export type SiteRule = z.infer<typeof siteRule>;

export interface PassingRule extends SiteRule {
  readonly session: string;
  readonly endsAt: number;
}

/** A rule that is for one session has an end. */
export type ListedRule = SiteRule & { readonly endsAt?: number };

export type Verdict = Decision | 'ask';

export interface SiteRulesOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The verdict without a decision. */
  readonly fallback: () => 'ask' | 'allow';
}

export class SiteRules {
  readonly #options: SiteRulesOptions;
  #kept: SiteRule[] = [];
  #passing: PassingRule[] = [];

  constructor(options: SiteRulesOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const kept = z.array(siteRule).safeParse(await this.#options.store.read());
    this.#kept = kept.data ?? [];
  }

  /** The permanent ones, oldest first. */
  list(): readonly SiteRule[] {
    return this.#kept;
  }

  /** The permanent ones, and those for a session that are in force. */
  listAll(): readonly ListedRule[] {
    return [...this.#kept, ...this.passing().map(({ session: _, ...rule }) => rule)];
  }

  /** Those for a session that are in force. */
  passing(): readonly PassingRule[] {
    const now = this.#options.clock.now();
    return this.#passing.filter(({ endsAt }) => endsAt > now);
  }

  verdict({ agent, site, right }: SiteRequest): Verdict {
    const now = this.#options.clock.now();
    const passing = this.#passing.find(
      (rule) => rule.session === agent.session && rule.site === site && rule.endsAt > now,
    );
    const kept = agent.remembered ? this.#find(agent.id, site) : undefined;
    return passing?.[right] ?? kept?.[right] ?? this.#options.fallback();
  }

  /** The sites that are closed to this agent in this session. */
  deniedTo({ id, session, remembered }: AgentLabel): readonly string[] {
    const own = [...this.passing().filter((rule) => rule.session === session), ...(remembered ? this.#kept : [])];
    const isDenied = ({ agentId, read, act }: SiteRule) => agentId === id && (read === 'deny' || act === 'deny');
    return own.filter(isDenied).map(({ site }) => site);
  }

  /** True when every site is open to every agent, so checks can be skipped. */
  get isUnrestricted(): boolean {
    const closed = [...this.#kept, ...this.#passing].some(({ read, act }) => read === 'deny' || act === 'deny');
    return !closed && this.#options.fallback() === 'allow';
  }

  /** `always` counts as `once` for an agent that is not remembered. Returns the id of the rule. */
  async decide({ agent, site, right }: SiteRequest, { decision, lasting }: Answer): Promise<string> {
    const rights = rightsOf(right, decision);
    if (lasting === 'once' || !agent.remembered) {
      return this.#decideForNow(agent, site, rights);
    }
    const { id = this.#options.newId(), ...known } = this.#find(agent.id, site) ?? {};
    const rule = { ...known, ...rights, id, agentId: agent.id, agentName: agent.name, site };
    const others = this.#kept.filter((other) => other.id !== id);
    this.#kept = [...others, rule].slice(-limits.extension.siteRules);
    // A decision for this session alone would otherwise win over the new one.
    this.#passing = this.#passing.filter((other) => other.session !== agent.session || other.site !== site);
    await this.#save();
    return id;
  }

  /** Returns what was removed. */
  async remove(ruleId: string): Promise<ListedRule | undefined> {
    const rule = this.listAll().find(({ id }) => id === ruleId);
    const isOther = ({ id }: SiteRule) => id !== ruleId;
    this.#passing = this.#passing.filter(isOther);
    if (this.#kept.every(isOther)) return rule;
    this.#kept = this.#kept.filter(isOther);
    await this.#save();
    return rule;
  }

  /** Drops the decisions that were made for this session. */
  forget(session: string): void {
    this.#passing = this.#passing.filter((rule) => rule.session !== session);
  }

  #decideForNow(agent: AgentLabel, site: string, rights: Partial<Record<Right, Decision>>): string {
    const { clock, newId } = this.#options;
    const { session } = agent;
    const now = clock.now();
    const isSame = (rule: PassingRule) => rule.session === session && rule.site === site;
    const known = this.#passing.find((rule) => isSame(rule) && rule.endsAt > now);
    const id = known?.id ?? newId();
    const endsAt = now + limits.extension.onceMs;
    const rule = { ...known, ...rights, id, session, agentId: agent.id, agentName: agent.name, site, endsAt };
    const others = this.#passing.filter((other) => !isSame(other) && other.endsAt > now);
    this.#passing = [...others, rule].slice(-limits.extension.siteRules);
    return id;
  }

  #find(agentId: string, site: string): SiteRule | undefined {
    return this.#kept.find((rule) => rule.agentId === agentId && rule.site === site);
  }

  async #save(): Promise<void> {
    await this.#options.store.write(this.#kept);
  }
}

/** Whoever may act may read, and whoever may not read may not act. */
function rightsOf(right: Right, decision: Decision): Partial<Record<Right, Decision>> {
  const isWhole = (right === 'act') === (decision === 'allow');
  return isWhole ? { read: decision, act: decision } : { [right]: decision };
}
