// Counts the work that an action has caused and that is still pending: timers, frames, messages, requests, downloads.
import type { Place } from '../base/facts.ts';
import { countIn, type PageWorld, timeIn } from './page-world.ts';
import { installTimers } from './timers-in-page.ts';
import { trackedWork } from './tracked-work.ts';

const KIND = 'timers';

export interface Pending {
  readonly timers: number;
  /** Downloads that a script of the page has requested. */
  readonly downloads: number;
  /** Until when all that the action did is known, by the page's `performance.now()`; 0 where something cannot be followed. */
  readonly knownUntil: number;
}

export function beginTimers(world: PageWorld, place: Place): Promise<void> {
  return world.hook(place, KIND, installTimers, trackedWork);
}

/** How much is still pending. */
export async function pendingIn(world: PageWorld, place: Place): Promise<Pending> {
  const [timers, downloads, knownUntil] = await world.report(place, KIND, 'pending');
  return { timers: countIn(timers), downloads: countIn(downloads), knownUntil: timeIn(knownUntil) };
}

export async function endTimers(world: PageWorld, place: Place): Promise<void> {
  await world.report(place, KIND, 'end');
}
