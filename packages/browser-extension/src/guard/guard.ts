// The site guard: rules, open questions and the gate, and how the user's decisions change them.
import { type Clock, SallyportError } from '@sallyport/protocol';
import type { CallScope, Method } from '../base/call.ts';
import type { GuardDecision } from '../base/panel-command.ts';
import type { Store } from '../base/store.ts';
import { Gate } from './access/gate.ts';
import { type ListedRule, SiteRules } from './access/rules.ts';
import { type SiteAccess, type StateAccess, siteAccessFor } from './access/site-access.ts';
import { type StateRule, StateRules } from './access/state-rules.ts';
import { type NotedDecision, notedAnswer, notedRemoval } from './noted-decision.ts';
import { type Answer, type Decisions, kindOf } from './questions/question.ts';
import { Questions } from './questions/questions.ts';

export interface SiteGuardOptions {
  readonly clock: Clock;
  readonly ruleStore: Store;
  readonly gateStore: Store;
  readonly newId: () => string;
  /** What the panel shows has changed. */
  readonly onChange: () => void;
  /** A new question was added. */
  readonly onQuestion: () => void;
  /** The user decided on a site, or took that back. */
  readonly onDecided: (decision: NotedDecision) => void;
  /** The user has stopped an agent with these sessions. */
  readonly onStopped: (sessions: readonly string[]) => void;
}

export type GuardedCall = Pick<CallScope, 'agent' | 'signal' | 'leftMs' | 'holdTime'>;

export class SiteGuard {
  readonly rules: SiteRules;
  readonly state: StateRules;
  readonly questions: Questions;
  readonly gate: Gate;
  readonly #options: SiteGuardOptions;
  #fallback: 'ask' | 'allow' = 'ask';

  constructor(options: SiteGuardOptions) {
    const { clock, ruleStore, gateStore, newId, onChange, onQuestion } = options;
    this.#options = options;
    const fallback = () => this.#fallback;
    this.rules = new SiteRules({ store: ruleStore, clock, newId, fallback });
    this.state = new StateRules({ clock, newId, fallback });
    this.questions = new Questions({
      clock,
      newId,
      onChange: (added) => {
        onChange();
        if (added !== undefined) onQuestion();
      },
    });
    this.gate = new Gate({ store: gateStore, onChange });
  }

  /** To be called before the first call is served. In a managed profile every site is allowed until the user denies it. */
  async load(isManaged: boolean): Promise<void> {
    this.#fallback = isManaged ? 'allow' : 'ask';
    await Promise.all([this.rules.load(), this.gate.load()]);
  }

  get fallback(): 'ask' | 'allow' {
    return this.#fallback;
  }

  accessFor({ agent, signal, leftMs, holdTime }: GuardedCall): SiteAccess & StateAccess {
    const { rules, state, questions } = this;
    return siteAccessFor({ rules, state, questions, agent, signal, leftMs, holdTime });
  }

  /** Refuses every method but `list_tools` to agents that the user has stopped or paused. */
  behindGate(methods: Readonly<Record<string, Method>>): Record<string, Method> {
    return Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        name === 'list_tools'
          ? method
          : (params, call) => this.gate.pass(call.agent, call.signal, (signal) => method(params, { ...call, signal })),
      ]),
    );
  }

  /** Applies what the user decided in the panel. */
  async apply(command: GuardDecision): Promise<void> {
    switch (command.do) {
      case 'answer':
        await this.#answer(command.question, command);
        break;
      case 'remove':
        await this.#remove(command.rule);
        break;
      case 'stop':
        await this.#stop(command.agent);
        break;
      case 'resume':
        await this.gate.resume(command.agent);
        break;
      case 'pause':
        await this.gate.pause();
        break;
      case 'resumeAll':
        await this.gate.resumeAll();
        break;
    }
    this.#options.onChange();
  }

  /** The session is over: its permissions end, and its questions are withdrawn. */
  forget(session: string): void {
    this.rules.forget(session);
    this.state.forget(session);
    this.questions.withdraw((question) => question.agent.session === session, gone());
    this.gate.endSession(session);
  }

  /** Returns what was removed. With the right to a page go those to its state. */
  async removeRule(ruleId: string): Promise<ListedRule | StateRule | undefined> {
    const rule = await this.rules.remove(ruleId);
    if (rule === undefined) return this.state.remove(ruleId);
    this.state.forgetSite(rule.agentId, rule.site);
    return rule;
  }

  get #decisions(): Decisions {
    const { rules, state } = this;
    return {
      verdict: (request) => rules.verdict(request),
      decide: (request, answer) => rules.decide(request, answer),
      state,
    };
  }

  async #remove(ruleId: string): Promise<void> {
    const rule = await this.removeRule(ruleId);
    if (rule !== undefined) this.#options.onDecided(notedRemoval(rule));
  }

  async #answer(id: string, { decision, lasting, tools }: Answer): Promise<void> {
    const question = this.questions.find(id);
    if (question === undefined) return;
    const rule = await kindOf(question).decide(question, { decision, lasting }, this.#decisions);
    const noted = notedAnswer(question, { decision, lasting }, rule);
    if (noted !== undefined) this.#options.onDecided(noted);
    this.questions.answer(id, { decision, lasting, tools });
    // The new rule may answer other questions too.
    for (const other of this.questions.list()) {
      const verdict = kindOf(other).verdict(other, this.#decisions);
      if (verdict !== 'ask') this.questions.answer(other.id, { decision: verdict, lasting: 'once' });
    }
  }

  async #stop(agentId: string): Promise<void> {
    const sessions = await this.gate.stop(agentId);
    this.questions.withdraw((question) => question.agent.id === agentId, gone());
    for (const session of sessions) {
      this.rules.forget(session);
      this.state.forget(session);
    }
    this.#options.onStopped(sessions);
  }
}

function gone(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The question to the user was withdrawn: the agent’s session has ended.');
}
