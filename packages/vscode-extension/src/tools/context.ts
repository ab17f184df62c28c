// What the tools need of the editor, as narrow as they need it; extension.ts provides it, a test fakes it.
import type { Progress } from '@sallyport/protocol';
import type { CommandAnswer, CommandQuestion } from '../approval/command-approval.ts';
import type { CodeFacts } from '../language/code-facts.ts';
import type { Review, ReviewCall } from '../review/review-port.ts';
import type { TerminalJobs } from '../terminal/jobs.ts';
import type { Boundary } from '../workspace/boundary.ts';

/** A problem that the editor shows. */
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
  /** The user's text, unsaved or not; undefined when no editor has the file open. */
  open(path: string): { readonly text: string; readonly isDirty: boolean } | undefined;
  /** The file's text as the editor reads it: encoding and byte order mark are its own matter. */
  text(path: string): Promise<string>;
  /** A piece of a file as text, in the encoding that the editor takes for it. */
  decode(bytes: Uint8Array, path: string): Promise<string>;
}

export interface UserEditors {
  /** Shows a file beside, without the focus; lines from 1. */
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
  /** `approvalMode` never: nothing asks. */
  readonly isApproved: boolean;
  /** Absent where the editor brings none. */
  readonly ripgrep: Ripgrep | undefined;
  problems(): readonly Problem[];
  readonly code: CodeFacts;
  readonly editors: UserEditors;
  readonly jobs: TerminalJobs;
  /** Resolves at once where a rule or the mode allows it. */
  askForCommand(question: CommandQuestion): Promise<CommandAnswer>;
}
