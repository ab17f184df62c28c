// Questions that wait for the user, in the order they came; several can wait at once.
import { randomUUID } from 'node:crypto';
import { Listeners, limits, SallyportError } from '@sallyport/protocol';

export interface Answer<T> {
  readonly label: string;
  /** Id of a codicon. */
  readonly icon: string;
  /** Undefined keeps the question open, for example when the user cancels an input box. The signal ends with the question. */
  readonly choose: (signal: AbortSignal) => T | undefined | Promise<T | undefined>;
}

export interface QuestionText {
  /** Who asks, and for what. */
  readonly title: string;
  /** What it is about, such as a command; shown whole. */
  readonly subject: string;
  readonly folder?: string;
}

export interface WaitingQuestion extends QuestionText {
  readonly id: string;
  readonly answers: readonly Pick<Answer<unknown>, 'label' | 'icon'>[];
}

interface Entry extends WaitingQuestion {
  /** When it got its current place in the list. */
  placedAtMs: number;
  choose(index: number): Promise<void>;
}

export class WaitingQuestions {
  readonly #now: () => number;
  #entries: readonly Entry[] = [];
  readonly #changes = new Listeners();

  constructor(now: () => number) {
    this.#now = now;
  }

  get list(): readonly WaitingQuestion[] {
    return this.#entries;
  }

  /** Returns the unsubscribe function. */
  onChanged(listener: () => void): () => void {
    return this.#changes.add(listener);
  }

  /** Resolves with the user's answer; rejects when the signal aborts. */
  async ask<T>(text: QuestionText, answers: readonly Answer<T>[], signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const max = limits.editor.questionsMax;
    if (this.#entries.length >= max) {
      throw new SallyportError('ERR_RATE_LIMITED', `${max} questions already wait for the user.`, {
        hint: 'Nothing was done. Wait until some are answered, then call again.',
      });
    }
    const over = new AbortController();
    const answered = new Promise<T>((resolve, reject) => {
      over.signal.addEventListener('abort', () => reject(over.signal.reason), { once: true });
      const choose = async (index: number) => {
        const answer = await answers[index]?.choose(over.signal);
        if (answer !== undefined) resolve(answer);
      };
      const entry: Entry = { ...text, id: randomUUID(), answers, placedAtMs: this.#now(), choose };
      this.#entries = [...this.#entries, entry];
      over.signal.addEventListener('abort', () => this.#remove(entry), { once: true });
    });
    const onAbort = () => over.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#changes.tell();
    try {
      return await answered;
    } finally {
      signal.removeEventListener('abort', onAbort);
      over.abort();
    }
  }

  /**
   * Ignored while the question is new at its place: when an earlier one disappears, the rows below move up, and a click meant
   * for one question would hit the next.
   */
  async answer(id: string, index: number): Promise<void> {
    const entry = this.#entries.find((waiting) => waiting.id === id);
    if (entry === undefined || this.#now() - entry.placedAtMs < limits.editor.answerTooSoonMs) return;
    await entry.choose(index);
  }

  #remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    if (at === -1) return;
    for (const later of this.#entries.slice(at + 1)) later.placedAtMs = this.#now();
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#changes.tell();
  }
}
