// Sees the short timers, frames, requests and downloads that a page asks for because of an act, so that nobody looks for evidence
// before they came.
import type { Place } from '../base/facts.ts';
import { inputEvents } from '../base/page-calls.ts';
import { countIn, type PageWorld } from './page-world.ts';
import { installTimers } from './timers-in-page.ts';

const KIND = 'timers';
/** What was asked for and does not come is not awaited longer than this; timers of hidden pages take a second. */
const PATIENCE_MS = 1_500;
/** Longer ones are the page's own affairs; so is what it asks for later than this after the act. */
const TIMER_MAX_MS = 500;
/** What the page asks for so soon after a hand counts as the act's; the rest only where something of the act asks for it. */
const ROOTS_MS = 100;

export interface Pending {
  readonly timers: number;
  /** Files that the page's own script wanted saved; whether they are, the browser tells. */
  readonly downloads: number;
}

export function beginTimers(world: PageWorld, place: Place): Promise<void> {
  return world.hook(place, KIND, installTimers, inputEvents, TIMER_MAX_MS, PATIENCE_MS, ROOTS_MS);
}

/** How many have not run yet. */
export async function pendingIn(world: PageWorld, place: Place): Promise<Pending> {
  const [timers, downloads] = await world.report(place, KIND, 'pending');
  return { timers: countIn(timers), downloads: countIn(downloads) };
}

export async function endTimers(world: PageWorld, place: Place): Promise<void> {
  await world.report(place, KIND, 'end');
}
