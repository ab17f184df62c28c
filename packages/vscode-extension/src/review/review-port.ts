// The review interface for tools: a proposed text in, the user's decision out.
import type { Progress } from '@sallyport/protocol';

/** One file's proposed change. */
export interface Proposal {
  /** Absolute, with links resolved, inside the workspace. */
  readonly path: string;
  /** Relative to its workspace folder, as shown to agents and users. */
  readonly shownPath: string;
  /** The buffer that the proposal was made from, saved or not; undefined for a whole new text. */
  readonly original?: string | undefined;
  /** With any line endings: the file keeps its own, and its byte order mark. */
  readonly proposed: string;
  /** The proposal for a file that changed while the call was queued; throws to refuse. By default `proposed` stays as it is. */
  readonly reproposed?: (original: string | undefined) => string;
  /** Identifies a repeated call; by default path and text do. */
  readonly callKey?: string;
  /** Blocks that are not in the proposal, for a later call that gets the outcome. */
  readonly failedBlocks?: () => readonly FailedBlock[];
  /** The call or batch of calls it is part of. */
  readonly request?: ReviewRequest;
  /** A short description for title and list. */
  readonly title: string;
}

/** Changes that an agent asked for together. */
export interface ReviewRequest {
  readonly id: string;
  /** What a call does to all of its files. */
  readonly title?: string | undefined;
}

export interface FailedBlock {
  /** From 0. */
  readonly block: number;
  readonly error: string;
  readonly search: string;
  /** The line of the file that is most like the search text. */
  readonly nearest?: string;
}

/** A review whose agent came back. */
export interface PickedUp {
  /** The real one. */
  readonly path: string;
  readonly outcome: ReviewOutcome;
  readonly failedBlocks: readonly FailedBlock[];
}

/** The call that a review belongs to. */
export interface ReviewCall {
  readonly agent: {
    readonly id: string;
    readonly name: string;
    /** Known only by a name it chose itself. */
    readonly isClaimed?: boolean;
  };
  /** An abort does not close the review, but marks it "agent disconnected". */
  readonly signal: AbortSignal;
  /** With it the review has no deadline; without it the call ends with `pending`. */
  readonly onProgress?: (progress: Progress) => void;
  /** `approvalMode` never: the change is made at once. */
  readonly isApproved?: boolean;
}

/** New problems after a change, and whether the editor had finished checking. */
export interface NewProblems {
  readonly state: 'settled' | 'timed_out' | 'no_provider';
  /** One line each, `[severity] file:line — message`. */
  readonly lines: readonly string[];
}

/** Created before the change, to know which problems are old. */
export interface ProblemWatch {
  /** After the save: waits for the editor's check, at most `sallyport.diagnosticDelay`. Call at most once. */
  settle(): Promise<NewProblems>;
}

/** `path` has its links resolved. */
export type WatchProblems = (path: string) => Promise<ProblemWatch>;

export type ReviewOutcome =
  | {
      readonly status: 'accepted';
      readonly operation: 'created' | 'modified';
      /** Of the bytes on disk, in hex. */
      readonly finalSha256: string;
      /** Unified diff from the proposal to the accepted text; undefined if equal. */
      readonly userEdits?: string;
      /** Unified diff from the accepted text to the file on disk: changes by a formatter. */
      readonly formatEdits?: string;
      /** Hunks of the proposal that the user reverted. */
      readonly revertedHunks?: number;
      readonly note?: string;
      readonly problems: NewProblems;
      /** The file had this text already; there was nothing to review. */
      readonly isUnchanged?: boolean;
      /** The file had several kinds of line endings, and now has only these. */
      readonly normalisedEol?: 'LF' | 'CRLF';
    }
  | { readonly status: 'rejected'; readonly note?: string }
  /** The user has not decided; `resume` continues to wait. */
  | { readonly status: 'pending'; readonly reviewId: string }
  /** The file changed during the review, which stays open. */
  | { readonly status: 'conflict'; readonly reviewId: string; readonly reason: string };

export interface Review {
  /**
   * Waits for another review of the same path at most `limits.editor.pathLockMs`, then throws ERR_RATE_LIMITED with
   * `data.review_id`. A repeated proposal of the same agent finds the open review or its outcome.
   */
  propose(proposal: Proposal, call: ReviewCall): Promise<ReviewOutcome>;
  /** Waits for the review of an earlier identical call, unless another call already does; undefined if there is none. */
  again(callKey: string, call: ReviewCall): Promise<PickedUp | undefined>;
  /** Undefined when this agent has no such review, or no longer. */
  resume(reviewId: string, call: ReviewCall): Promise<PickedUp | undefined>;
}
