// Questions that wait for the user. A call waits for its answer no longer than it may; the question itself stays.
import { type AgentLabel, limits, SallyportError } from '@sallyport/protocol';
import type { Clock } from '../../base/clock.ts';
import type { Decision, Right } from '../../base/sites.ts';

/** A tab of the user that an agent would like to have. */
export interface WantedTab {
  readonly tabId: number;
  readonly title: string;
}

export interface Question {
  readonly id: string;
  readonly agent: AgentLabel;
  readonly site: string;
  readonly right: Right;
  /** Set where the agent asks for a tab of the user. */
  readonly tab?: WantedTab | undefined;
  /** Set where it is not about a site but about a tool of one of the user's servers: `app/tool`. */
  readonly tool?: string | undefined;
}

/** What the user decided, and for how long. */
export interface Answer {
  readonly said: Decision;
  readonly lasting: 'once' | 'always';
}

export interface QuestionsOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Something was asked, answered or withdrawn. */
  readonly onChange: (asked: Question | undefined) => void;
}

/** How long a call waits for an answer. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

export class Questions {
  readonly #options: QuestionsOptions;
  readonly #open = new Map<string, Question & { readonly answer: PromiseWithResolvers<Answer> }>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  list(): readonly Question[] {
    return [...this.#open.values()].map(({ answer: _, ...question }) => question);
  }

  /**
   * Asks, or waits for the answer to the same question. Throws ERR_CONSENT_TIMEOUT when none came in time,
   * ERR_RATE_LIMITED when too many are open.
   */
  async ask(asked: Omit<Question, 'id'>, patience: Patience): Promise<Decision> {
    return (await this.askWhole(asked, patience)).said;
  }

  /** The same, for whoever keeps the answer elsewhere. */
  async askWhole(asked: Omit<Question, 'id'>, { signal, waitMs }: Patience): Promise<Answer> {
    const question = this.#same(asked) ?? this.#add(asked);
    let letGo = () => {};
    const over = new Promise<never>((_, reject) => {
      const cancel = this.#options.clock.after(waitMs, () => reject(unanswered(asked)));
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      letGo = () => {
        cancel();
        signal.removeEventListener('abort', stop);
      };
    });
    return Promise.race([question.answer.promise, over]).finally(() => letGo());
  }

  find(id: string): Question | undefined {
    return this.#open.get(id);
  }

  answer(id: string, said: Decision, lasting: Answer['lasting'] = 'once'): void {
    this.#close(id, ({ answer }) => answer.resolve({ said, lasting }));
  }

  /** Nobody is to be asked this any more: its agent was stopped, or is gone. */
  withdraw(isMeant: (question: Question) => boolean, reason: SallyportError): void {
    for (const question of [...this.#open.values()].filter(isMeant)) {
      this.#close(question.id, ({ answer }) => answer.reject(reason));
    }
  }

  #close(id: string, settle: (question: { readonly answer: PromiseWithResolvers<Answer> }) => void): void {
    const question = this.#open.get(id);
    if (question === undefined) return;
    this.#open.delete(id);
    settle(question);
    this.#options.onChange(undefined);
  }

  #same({ agent, site, right, tab, tool }: Omit<Question, 'id'>) {
    return [...this.#open.values()].find(
      (other) =>
        other.agent.stay === agent.stay &&
        other.site === site &&
        other.right === right &&
        other.tool === tool &&
        other.tab?.tabId === tab?.tabId,
    );
  }

  #add(asked: Omit<Question, 'id'>) {
    if (this.#open.size >= limits.extension.questions) {
      throw new SallyportError('ERR_RATE_LIMITED', 'Too many questions wait for the user already.', {
        hint: 'Ask the user to answer them in the Sallyport window of the browser.',
      });
    }
    const answer = Promise.withResolvers<Answer>();
    // The call that asked may have given up by the time it is withdrawn.
    answer.promise.catch(() => {});
    const question = { ...asked, id: this.#options.newId(), answer };
    this.#open.set(question.id, question);
    this.#options.onChange(question);
    return question;
  }
}

function unanswered({ site, right, tab, tool }: Omit<Question, 'id'>): SallyportError {
  const what = tab === undefined ? `to let you ${right === 'read' ? 'read' : 'use'} ${tool ?? site}` : 'for the tab';
  return new SallyportError('ERR_CONSENT_TIMEOUT', `The user was asked ${what} and has not answered yet.`, {
    hint: 'The question stays open in the browser. Tell the user so, and make the same call again later.',
  });
}
