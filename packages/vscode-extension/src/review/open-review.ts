// One review: the proposal, its base, its outcome and who waits for it.
import type { FailedBlock, ReviewCall, ReviewOutcome, ReviewRequest } from './review-port.ts';

/** The user's text when the review opened, or after the last conflict. */
export interface Base {
  /** The buffer, saved or not; undefined for a new file. */
  readonly text: string | undefined;
  readonly eol: string;
  readonly isDirty: boolean;
  /** Of the bytes on disk; undefined for a new file. */
  readonly diskSha256: string | undefined;
  /** The file has several kinds of line endings. VS Code saves it with one; the others are put back, unless it is dirty. */
  readonly hasMixedEol?: boolean;
}

/** `away`: it got `pending` and may ask again. `gone`: it cancelled the call. */
export type AgentState = 'waiting' | 'away' | 'gone';

export interface ReviewFacts {
  readonly id: string;
  /** Equal for equal proposals. */
  readonly key: string;
  readonly path: string;
  readonly shownPath: string;
  readonly title: string;
  readonly agent: ReviewCall['agent'];
  readonly request?: ReviewRequest | undefined;
  readonly failedBlocks: () => readonly FailedBlock[];
}

const noBase: Base = { text: undefined, eol: '\n', isDirty: false, diskSha256: undefined };

export class OpenReview {
  readonly facts: ReviewFacts;
  base: Base;
  #proposed: string;
  agentState: AgentState = 'waiting';
  /** The id of the agent whose call waits, or waited last. */
  awaitedBy: string | undefined;
  /** Why the last Accept failed. */
  conflict: string | undefined;
  /** An Accept is in progress; further clicks are ignored. */
  isSaving = false;
  /** Set when the review is over. */
  outcome: ReviewOutcome | undefined;
  /** Whether a call has delivered the outcome to the agent. */
  isDelivered = false;
  readonly #listeners = new Set<(outcome: ReviewOutcome) => void>();

  constructor(facts: ReviewFacts, base: Base, proposed: string) {
    this.facts = facts;
    this.base = base;
    this.#proposed = proposed;
  }

  /** Has the line endings of the file. */
  get proposed(): string {
    return this.#proposed;
  }

  get isOpen(): boolean {
    return this.outcome === undefined;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Notifies all listeners; a final outcome also ends the review and drops its texts. */
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

  /** Called at most once. Returns the function that removes the listener. */
  listen(listener: (outcome: ReviewOutcome) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
