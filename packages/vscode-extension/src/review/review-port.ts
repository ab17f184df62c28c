// What tools need of a review: a proposed text in, the user's decision out. The diff editors behind it are the review's own.
import type { Progress } from '@sallyport/protocol';

/** One file's proposed change. */
export interface Proposal {
  /** Absolute, with links resolved, inside the workspace. */
  readonly path: string;
  /** As agents and people spell it, relative to its workspace folder. */
  readonly shownPath: string;
  /** The user's buffer, dirty or not, as the tool found it; undefined for a file that does not exist. */
  readonly original: string | undefined;
  /** Line endings of either kind: the file keeps its own, and its byte order mark. */
  readonly proposed: string;
  /**
   * The proposal for another original, when the file changed while the call waited for a review of the same path; throws
   * to refuse. Without it `proposed` stands for itself, as the whole text of a write does.
   */
  readonly reproposed?: (original: string | undefined) => string;
  /** The same when the agent makes the same call again; without it path and text stand for the call. */
  readonly callKey?: string;
  /** Blocks of the call that are not in the proposal: kept for whoever picks the outcome up. */
  readonly failedBlocks?: () => readonly FailedBlock[];
  /** What the agent wants, in a few words, for the title and the list. */
  readonly title: string;
}

export interface FailedBlock {
  /** From 0. */
  readonly block: number;
  readonly error: string;
  readonly search: string;
}

/** A review that an agent came back to. */
export interface PickedUp {
  /** The real one. */
  readonly path: string;
  readonly outcome: ReviewOutcome;
  readonly failedBlocks: readonly FailedBlock[];
}

/** Who asks, and how long they wait. */
export interface ReviewCall {
  readonly agent: { readonly id: string; readonly name: string };
  /** Its abort never closes a review; the review is marked "agent disconnected". */
  readonly signal: AbortSignal;
  /** With it the review has no deadline and tells progress; without, it answers `pending` in time. */
  readonly onProgress?: (progress: Progress) => void;
  /** Nothing asks (`approvalMode` never): the change is made at once, by the same road. */
  readonly isApproved?: boolean;
}

/** Problems that came with the change: whether the editor had finished looking, and what is new. */
export interface NewProblems {
  readonly state: 'settled' | 'timed_out' | 'no_provider';
  /** One line each, `[severity] file:line — message`. */
  readonly lines: readonly string[];
}

/** Made when the file is shown and before it is changed, so that what was wrong before is known. */
export interface ProblemWatch {
  /** After the save: waits until the editor has looked, at most `sallyport.diagnosticDelay`. Called at most once. */
  settle(): Promise<NewProblems>;
}

/** `path` is the real file's. */
export type WatchProblems = (path: string) => Promise<ProblemWatch>;

export type ReviewOutcome =
  | {
      readonly status: 'accepted';
      readonly operation: 'created' | 'modified';
      /** Of the bytes on disk, in hex. */
      readonly finalSha256: string;
      /** Unified diff from the proposal to what the user accepted; undefined when nothing was changed. */
      readonly userEdits?: string;
      /** Unified diff from what the user accepted to what is on disk: a formatter's work. */
      readonly formatEdits?: string;
      /** Hunks of the proposal that the user took back before accepting. */
      readonly revertedHunks?: number;
      readonly note?: string;
      readonly problems: NewProblems;
    }
  | { readonly status: 'rejected'; readonly note?: string }
  /** The user has not decided; `resume` goes on waiting. */
  | { readonly status: 'pending'; readonly reviewId: string }
  /** The file changed under the review, which stays open. */
  | { readonly status: 'conflict'; readonly reviewId: string; readonly reason: string };

export interface Review {
  /**
   * Waits for another review of the same path at most `limits.editor.pathLockMs`, then throws ERR_RATE_LIMITED with
   * `data.review_id`. The same proposal of the same agent again finds the review that waits, or its outcome.
   */
  propose(proposal: Proposal, call: ReviewCall): Promise<ReviewOutcome>;
  /** Waits on for the review of the same call made before, where no other call does; undefined when there is none. */
  again(callKey: string, call: ReviewCall): Promise<PickedUp | undefined>;
  /** Undefined when this agent has no such review, or its outcome was told long ago. */
  resume(reviewId: string, call: ReviewCall): Promise<PickedUp | undefined>;
}
