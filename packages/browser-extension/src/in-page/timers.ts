// Counts the short timers, frames, requests and downloads that an action has caused and that are still pending.
import type { Place } from '../base/facts.ts';
import { inputEvents } from '../base/page-calls.ts';
import { countIn, type PageWorld } from './page-world.ts';
import { installTimers } from './timers-in-page.ts';

const KIND = 'timers';
/** Work that never runs is not awaited longer than this; timers of hidden pages take a second. */
const PATIENCE_MS = 1_500;
/** Longer timers do not count as the action's, nor does work that is scheduled this long after it. */
const TIMER_MAX_MS = 500;
/** Work scheduled this soon after an input event is attributed to the action, later work only if the action's work schedules it. */
const ROOTS_MS = 100;

export interface Pending {
  readonly timers: number;
  /** Downloads that a script of the page has requested. */
  readonly downloads: number;
}

export function beginTimers(world: PageWorld, place: Place): Promise<void> {
  return world.hook(place, KIND, installTimers, inputEvents, TIMER_MAX_MS, PATIENCE_MS, ROOTS_MS);
}

/** How many are still pending. */
export async function pendingIn(world: PageWorld, place: Place): Promise<Pending> {
  const [timers, downloads] = await world.report(place, KIND, 'pending');
  return { timers: countIn(timers), downloads: countIn(downloads) };
}

export async function endTimers(world: PageWorld, place: Place): Promise<void> {
  await world.report(place, KIND, 'end');
}
