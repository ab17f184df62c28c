// The narrow interface that tools use; window/window-tools.ts implements it, tests fake it.
import type { Progress } from '@sallyport/protocol';
import type { ActionAnswer, ActionQuestion } from '../approval/action-prompt.ts';
import type { CommandAnswer, CommandQuestion } from '../approval/command-approval.ts';
import type { CodeFacts } from '../language/code-facts.ts';
import type { Review, ReviewCall } from '../review/review-port.ts';
import type { TerminalJobs } from '../terminal/jobs.ts';
import type { Boundary } from '../workspace/boundary.ts';

/** A problem shown by the editor. */
export interface Problem {
  /** Absolute. */
  readonly path: string;
  readonly severity: Severity;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly source?: string;
}

export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

export interface Documents {
  /** The text in the editor, saved or not; undefined when the file is not open. */
  open(path: string): { readonly text: string; readonly isDirty: boolean } | undefined;
  /** The file's text, decoded as the editor does. */
  text(path: string): Promise<string>;
  /** Decodes part of a file as the editor would. */
  decode(bytes: Uint8Array, path: string): Promise<string>;
}

export interface UserEditors {
  /** Shows a file beside the user's, without taking the focus; lines from 1. */
  show(path: string, range: { readonly line: number; readonly endLine: number } | undefined): Promise<void>;
  state(): EditorState;
}

export interface EditorState {
  readonly folders: readonly string[];
  readonly open: readonly { readonly path: string; readonly isActive: boolean; readonly isDirty: boolean }[];
  readonly selection?: {
    readonly path: string;
    readonly startLine: number;
    readonly endLine: number;
    readonly text: string;
  };
}

/** False when the editor could not do it. */
export interface FileMoves {
  delete(path: string): Promise<boolean>;
  move(from: string, to: string): Promise<boolean>;
}

export interface Ripgrep {
  readonly command: string;
}

export interface ToolContext {
  readonly agent: ReviewCall['agent'] & { readonly isClaimed?: boolean };
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly boundary: Boundary;
  readonly documents: Documents;
  readonly review: Review;
  /** `approvalMode` never: do not ask. */
  readonly isApproved: boolean;
  /** Undefined when the editor has none. */
  readonly ripgrep: Ripgrep | undefined;
  problems(): readonly Problem[];
  readonly code: CodeFacts;
  readonly editors: UserEditors;
  readonly jobs: TerminalJobs;
  readonly fileMoves: FileMoves;
  /** Resolves at once when the mode allows it. */
  askForAction(question: ActionQuestion): Promise<ActionAnswer>;
  /** Resolves at once when a rule or the mode allows it. */
  askForCommand(question: CommandQuestion): Promise<CommandAnswer>;
}
