// What differs for an action that is a step of a batch: a shorter wait before the next step, and targets that must be the same.
import { limits, SallyportError, type StepMark } from '@sallyport/protocol';
import type { Place } from '../base/facts.ts';
import type { ChangedTarget, PageActions } from '../base/page-calls.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import type { Traffic } from '../watch/traffic.ts';

/**
 * Work that can be seen coming (requests, timers, frames) is awaited in full. This is for the rest, which the next step's
 * evidence or the last snapshot shows.
 */
const STEP_QUIET_MS = 20;
/** Above zero: a page with open requests or timers counts as quiet for 0 ms. */
const FIELD_QUIET_MS = 0.1;

/** How long the page must be quiet after the action. A field that holds its value is ready for the next one at once. */
export function quietMsAfter(name: keyof PageActions, args: unknown, step: StepMark | undefined): number {
  if (step?.hasNext !== true) return limits.page.quietMs;
  // One of the argument types of PageActions.
  const isSubmit = (args as { readonly submit?: boolean }).submit === true;
  return (name === 'fill' || name === 'type') && !isSubmit ? FIELD_QUIET_MS : STEP_QUIET_MS;
}

/** The page's own frames are always awaited; one of ours shows what layout observers do, which may come with the next step. */
export function isFrameAwaited(quietMs: number): boolean {
  return quietMs > FIELD_QUIET_MS;
}

/** A browser may tell of a request only when the step that started it is over. */
const LATE_REQUEST_MS = 500;

/** The open requests that an earlier step may have started. */
export function requestsBefore(
  step: StepMark | undefined,
  traffic: Pick<Traffic, 'begunWithin'>,
  tabId: number,
): readonly string[] {
  return step === undefined ? [] : traffic.begunWithin(tabId, LATE_REQUEST_MS);
}

/** Throws, before anything is done, when an element has another role or name than when the agent saw it. */
export async function requireSameTargets(
  pages: PageCaller,
  place: Place,
  [changed]: readonly ChangedTarget[],
): Promise<void> {
  if (changed === undefined) return;
  const { ref, was, now } = changed;
  throw new SallyportError('ERR_TOOL_FAILED', `${ref} is another element than when you saw it; the step has not run.`, {
    hint: 'If it is still the one you mean, use its new ref, or leave "target" out of stopOn.',
    data: { outcome: 'not_run', surprise: 'target' },
    foreign: [{ text: `it was ${was}\nnow ${now}`, origin: await siteOf(pages, place) }],
  });
}

async function siteOf(pages: PageCaller, place: Place): Promise<string> {
  return (await pages.admit(place, 'act')) ?? 'page';
}
