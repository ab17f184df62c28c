// One action through Chromium's debugger: what its gestures need, and what the page reports afterwards.
import type { Place } from '../base/facts.ts';
import type { Aim, PageActions } from '../base/page-calls.ts';
import type { Documents } from '../pages/documents.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';
import type { ActionArgs, Course, Driver, DriverOptions, Performed } from './driver.ts';

export interface DebuggerAction {
  readonly command: Command;
  readonly place: Place;
  readonly sessions: DebuggerSessions;
  readonly pages: PageCaller;
  readonly documents: Documents;
  readonly pause: (delayMs: number) => Promise<void>;
  readonly now: () => number;
  readonly hooks: DriverOptions['hooks'];
  /** For input that need not be trusted, and where the debugger does not reach. */
  readonly dom: Driver;
  readonly course: Course;
  /** Nobody waits for it any more: it was cancelled, or a dialog has opened. What it has not sent is not sent. */
  readonly isOver: () => boolean;
}

/** For a pointer that would act inside a frame, which has its own refs and its own site. */
export const IN_FRAME = 'Done without the debugger, since a frame lies there: use the refs inside it.';
export const NOT_REACHED = 'Done without the debugger: its pointer did not reach this frame.';

/** The page may be gone, or blocked by a dialog, before it can report; others notice that. */
export async function landed({ pages, place }: DebuggerAction, { target }: Pick<Aim, 'target'>): Promise<Performed> {
  try {
    const { inputReceived: _, ...landing } = await pages.call(place, 'landed', null);
    return { target, trusted: true, ...landing };
  } catch {
    return { target, trusted: true, pageVisible: true, willNavigate: false };
  }
}

export async function performWithoutDebugger<Name extends keyof PageActions>(
  { pages, place, dom }: DebuggerAction,
  name: Name,
  args: ActionArgs<Name>,
  note = NOT_REACHED,
): Promise<Performed> {
  await pages.call(place, 'landed', null);
  return { ...(await dom.perform(place, name, args)), note };
}
