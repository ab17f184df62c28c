// Open questions to the user. A call waits for its answer for a limited time; the question stays open after that.
import { type Clock, limits, SallyportError } from '@sallyport/protocol';
import { type Answer, kindOf, type NewQuestion, type Question } from './question.ts';

export interface QuestionsOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  /** A question was added, answered or withdrawn. */
  readonly onChange: (added: Question | undefined) => void;
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
   * Asks, or joins the calls that wait for the same question. Throws ERR_CONSENT_TIMEOUT without an answer in time,
   * ERR_RATE_LIMITED when too many questions are open.
   */
  async ask(question: NewQuestion, { signal, waitMs }: Patience): Promise<Answer> {
    const open = this.#same(question) ?? this.#add(question);
    let letGo = () => {};
    const over = new Promise<never>((_, reject) => {
      const cancel = this.#options.clock.after(waitMs, () => reject(unanswered(question)));
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      letGo = () => {
        cancel();
        signal.removeEventListener('abort', stop);
      };
    });
    return Promise.race([open.answer.promise, over]).finally(() => letGo());
  }

  /** Shows another version of an open question, under a new id: an answer to the earlier one no longer counts. */
  amend(id: string, { id: _, ...question }: Question): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    const amended = { ...question, id: this.#options.newId(), answer: open.answer };
    this.#open.delete(id);
    this.#open.set(amended.id, amended);
    this.#options.onChange(undefined);
  }

  find(id: string): Question | undefined {
    return this.#open.get(id);
  }

  answer(id: string, given: Answer): void {
    this.#close(id, ({ answer }) => answer.resolve(given));
  }

  /** Rejects the calls that wait: their agent was stopped, or is gone. */
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

  #same(question: NewQuestion) {
    const key = keyOf(question);
    return [...this.#open.values()].find((other) => keyOf(other) === key);
  }

  #add(question: NewQuestion) {
    if (this.#open.size >= limits.extension.questions) {
      throw new SallyportError('ERR_RATE_LIMITED', 'Too many questions are waiting for the user.', {
        hint: 'Ask the user to answer them in the Sallyport window of the browser.',
      });
    }
    const answer = Promise.withResolvers<Answer>();
    // The calls that asked may have timed out before the question is withdrawn.
    answer.promise.catch(() => {});
    const added = { ...question, id: this.#options.newId(), answer };
    this.#open.set(added.id, added);
    this.#options.onChange(added);
    return added;
  }
}

function keyOf(question: NewQuestion): string {
  return JSON.stringify([question.agent.session, question.kind, kindOf(question).key(question)]);
}

function unanswered(question: NewQuestion): SallyportError {
  const what = kindOf(question).describe(question);
  return new SallyportError('ERR_CONSENT_TIMEOUT', `The user was asked ${what} and has not answered yet.`, {
    hint: 'The question stays open in the browser. Tell the user, and repeat the call later.',
  });
}
