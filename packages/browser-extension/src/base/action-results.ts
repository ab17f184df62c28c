// What the page side tells of an action: where its input goes, what the page did, and what the browser will do.
import type { Ending, Preparation } from './ending-calls.ts';
import type { Point } from './picture-calls.ts';

/** What the page side reports about an action. */
export interface ActionResult {
  /** Role and name of the element. */
  readonly target: string;
  /** False in a hidden tab, whose timers run once a second. */
  readonly pageVisible: boolean;
  /** An address that the click would have opened in a new foreground tab; the background opens it behind. */
  readonly opens?: string;
  /** Whether a link or form was activated, so a navigation will follow, however late. */
  readonly willNavigate: boolean;
  /** The click would have opened the file picker, which was kept closed. */
  readonly chooser?: { readonly ref: string; readonly multiple: boolean };
  /** What the agent should know about how it was done. */
  readonly note?: string;
}

/** What the page did since an action began. */
export interface Activity {
  /** What the hooks in the page's own world report as pending; undefined where they cannot be asked from here. */
  readonly pending?: string | undefined;
  /** How long nothing has changed and nothing moved, in milliseconds. */
  readonly idleMs: number;
  /** When it last changed, by the page's `performance.now()`. */
  readonly changedAt: number;
  /** Whether effects may come that no hook sees coming. */
  readonly hasUntracked: boolean;
}

/** What the browser does after an action. */
export type Following = Pick<ActionResult, 'opens' | 'willNavigate' | 'chooser'>;

/** What the page noticed of the input of an action. */
export interface Landing extends Following {
  /** Whether a trusted pointer or key event reached the page. */
  readonly inputReceived: boolean;
}

/** The same with what the page did, and the end of the action if it is over. */
export interface Landed extends Landing, Pick<ActionResult, 'pageVisible'> {
  readonly activity: Activity;
  readonly ending: Ending | undefined;
}

export interface Aim extends Point {
  readonly target: string;
}

/** Where a pointer would go. */
export interface PointerAim extends Aim {
  /** Whether a frame lies there: a real pointer would act inside it, and it may be of a site that is closed to the agent. */
  readonly isInFrame: boolean;
  /** Whether the browser itself does the same on a click with a modifier key. */
  readonly isKeyNeutral: boolean;
}

export interface FieldAim extends Pick<Aim, 'target'> {
  /** Whether a keyboard from outside may fill it: not what people pick, as dates, nor what nobody else may get, as passwords. */
  readonly takesKeys: boolean;
}

/** What the page did for the next step of a batch. */
export interface Begun extends Preparation {
  /** Missing where it must be asked for again, as where the element cannot be acted on now. */
  readonly field?: FieldAim | undefined;
  readonly pointer?: PointerAim | undefined;
}
