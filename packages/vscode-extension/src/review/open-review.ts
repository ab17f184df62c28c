// One review from its opening to its outcome: what is proposed on which base, and who waits for the answer.
import type { FailedBlock, ReviewCall, ReviewOutcome } from './review-port.ts';

/** The user's text as it was when the review opened or last met a conflict. */
export interface Base {
  /** The buffer, dirty or not; undefined for a file that does not exist. */
  readonly text: string | undefined;
  readonly eol: string;
  readonly isDirty: boolean;
  /** Of the bytes on disk; undefined for a file that does not exist. */
  readonly diskSha256: string | undefined;
}

/** `away`: it was told `pending` and may ask again. `gone`: it gave the call up. */
export type AgentState = 'waiting' | 'away' | 'gone';

export interface ReviewFacts {
  readonly id: string;
  /** The same for the same proposal of the same agent. */
  readonly key: string;
  readonly path: string;
  readonly shownPath: string;
  readonly title: string;
  readonly agent: ReviewCall['agent'];
  readonly failedBlocks: () => readonly FailedBlock[];
}

const noBase: Base = { text: undefined, eol: '\n', isDirty: false, diskSha256: undefined };

export class OpenReview {
  readonly facts: ReviewFacts;
  base: Base;
  #proposed: string;
  agentState: AgentState = 'waiting';
  /** Why the last Accept was not carried out. */
  conflict: string | undefined;
  /** An Accept is being carried out; another click changes nothing. */
  isSaving = false;
  /** Once there, the review is over. */
  outcome: ReviewOutcome | undefined;
  /** Whether some call has carried the outcome to the agent. */
  isDelivered = false;
  readonly #listeners = new Set<(outcome: ReviewOutcome) => void>();

  constructor(facts: ReviewFacts, base: Base, proposed: string) {
    this.facts = facts;
    this.base = base;
    this.#proposed = proposed;
  }

  /** With the line endings of the file. */
  get proposed(): string {
    return this.#proposed;
  }

  get isOpen(): boolean {
    return this.outcome === undefined;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Tells whoever waits; a final outcome also ends the review, of which only the outcome is kept. */
  announce(outcome: ReviewOutcome): void {
    if (outcome.status === 'accepted' || outcome.status === 'rejected') {
      this.outcome = outcome;
      this.base = noBase;
      this.#proposed = '';
    }
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener(outcome);
  }

  /** Called at most once; returns the function that takes the listener back. */
  listen(listener: (outcome: ReviewOutcome) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
