// What the page side tells of an action before it begins and when it is over.
import type { AimArgs, FillArgs, TypeArgs } from './action-args.ts';

/** What a field holds of what it was given. */
export type FieldContent = 'given' | 'nothing' | 'other';

/** What changed since the last action began. */
export interface Evidence {
  readonly changes: readonly string[];
  /** The element now: role, name, states, value; missing when it is gone. */
  readonly targetNow?: string;
  /** The element has the name, states, value and text that it had before. */
  readonly isTargetSame?: boolean;
  /** The same, but it has got the focus. */
  readonly isTargetOnlyFocused?: boolean;
  /** The focused element, if the focus moved. */
  readonly focus?: string;
}

/** What an action put into which fields. */
export interface Filled extends Pick<FillArgs, 'fields'> {
  readonly isAppended: boolean;
}

export interface FinishArgs {
  readonly filled: Filled;
  /** The hooks to end. */
  readonly hooks: readonly string[];
}

/** When the page may end an action in the call that asks for its activity. */
export interface EndArgs extends FinishArgs {
  /** Once it was idle for this long. */
  readonly quietMs: number;
  /** Only if all that the page did was seen coming. */
  readonly mustBeFollowed: boolean;
  /** Whether a frame of ours must have come, by which layout observers of the page are awaited. */
  readonly awaitsFrame: boolean;
}

export interface PrepareArgs {
  readonly sameRefs: readonly string[];
  readonly hookName: string;
  /** The action before it is over in the same call. */
  readonly followsAtOnce?: boolean;
}

/** What an action needs of the page before its input comes: a field that has the focus, or where the pointer goes. */
export interface NextArgs extends PrepareArgs {
  readonly field?: TypeArgs;
  readonly pointer?: AimArgs;
}

/** All that the page knows at the end of an action. */
export interface Ending {
  readonly evidence: Evidence;
  /** For each of the fields. */
  readonly contents: readonly FieldContent[];
  /** The last report of each hook, by its kind; undefined where they cannot be asked from here. */
  readonly hooks?: Readonly<Record<string, string>> | undefined;
}

export interface Preparation {
  /** Of the given refs, those whose element has another role or name than when an agent saw it. */
  readonly changed: readonly ChangedTarget[];
  /** The name of the document's hooks: the given one, or that which it has already. */
  readonly hookName: string;
  /** The hooks are installed, and have begun. */
  readonly hasHooks: boolean;
}

export interface ChangedTarget {
  readonly ref: string;
  /** Role and name. */
  readonly was: string;
  readonly now: string;
}
