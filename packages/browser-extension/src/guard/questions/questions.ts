// Questions that wait for the user. A call waits for its answer no longer than it may; the question itself stays.
import { type Clock, limits, SallyportError } from '@sallyport/protocol';
import type { Decision } from '../../base/sites.ts';
import { type Answer, type Asked, kindOf, type Question } from './question.ts';

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
  async ask(asked: Asked, patience: Patience): Promise<Decision> {
    return (await this.askWhole(asked, patience)).said;
  }

  /** The same, for whoever keeps the answer elsewhere. */
  async askWhole(asked: Asked, { signal, waitMs }: Patience): Promise<Answer> {
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

  #same(asked: Asked) {
    const key = keyOf(asked);
    return [...this.#open.values()].find((other) => keyOf(other) === key);
  }

  #add(asked: Asked) {
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

function keyOf(asked: Asked): string {
  return JSON.stringify([asked.agent.session, asked.kind, kindOf(asked).key(asked)]);
}

function unanswered(asked: Asked): SallyportError {
  const what = kindOf(asked).told(asked);
  return new SallyportError('ERR_CONSENT_TIMEOUT', `The user was asked ${what} and has not answered yet.`, {
    hint: 'The question stays open in the browser. Tell the user so, and make the same call again later.',
  });
}
