// How a browser performs input: by page events, or by its debugger, whose events pages trust like a person's.
import type { Clock } from '@sallyport/protocol';
import type { FileChooser, Place } from '../base/facts.ts';
import type { ActionResult, Activity, Begun, EndArgs, Ending, NextArgs, PageActions } from '../base/page-calls.ts';
import type { Settings } from '../base/settings.ts';
import type { DialogGuard } from '../in-page/dialogs.ts';
import type { Hooks } from '../in-page/hooks.ts';
import type { Documents } from '../pages/documents.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import type { WatchedTab } from '../pages/watched-tab.ts';
import type { DebuggerSessions } from './debugger-session.ts';

export interface Performed extends Omit<ActionResult, 'chooser'> {
  /** The page opened the file picker; an input that is not in the page has no ref. */
  readonly chooser?: FileChooser;
  /** Whether the page got trusted events. */
  readonly trusted: boolean;
  /** What the page did when the input had landed, where it was asked then. */
  readonly activity?: Activity;
  /** All of it, where the action was over by then. */
  readonly ending?: Ending | undefined;
  /** The next step of the batch has begun. */
  readonly opened?: Begun | undefined;
}

/** How an action of a batch hangs together with those before and after it. */
export interface Course {
  /** Where the tab was looked at before. */
  readonly watched?: WatchedTab | undefined;
  /** What the page has done for it already. */
  readonly opened?: Begun | undefined;
  /** By which the page may end the action at once, when its input has landed and nothing is pending. */
  readonly finish?: EndArgs | undefined;
  /** What the page is to begin for the next step, once this one is over. */
  readonly next?: (() => NextArgs | undefined) | undefined;
}

export type ActionArgs<Name extends keyof PageActions> = Parameters<PageActions[Name]>[0];

export interface Driver {
  perform<Name extends keyof PageActions>(
    place: Place,
    name: Name,
    args: ActionArgs<Name>,
    course?: Course,
  ): Promise<Performed>;
  /** Begins to watch the tab's frames before the action's turn, so that they need not be looked at then; `end` must follow. */
  watch?(place: Place, name: keyof PageActions): WatchedTab | undefined;
  /** The file picker that a page wanted to open since the last action. */
  chooserIn(tabId: number): FileChooser | undefined;
}

/** What a driver may need for the actions of one call. */
export interface DriverOptions {
  readonly clock: Clock;
  readonly guard: DialogGuard;
  readonly hooks: Pick<Hooks, 'hideKey' | 'lendFocus' | 'pending'>;
  /** Chromium's. */
  readonly sessions: DebuggerSessions | undefined;
  readonly settings: Settings;
  readonly pages: PageCaller;
  readonly documents: Documents;
  readonly agentSession: string;
  readonly signal: AbortSignal;
}

/** Undefined where the browser or the user's settings do not allow this driver. */
export type OpenDriver = (options: DriverOptions) => Driver | undefined;
