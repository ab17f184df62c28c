// Counts the work that an action has caused and that is still pending: timers, frames, messages, requests, downloads.
import type { Place } from '../base/facts.ts';
import { timersKind } from '../base/hook-kinds.ts';
import { countIn, type PageWorld, timeIn } from './page-world.ts';
import { installTimers } from './timers-in-page.ts';
import { trackedWork } from './tracked-work.ts';

export interface Pending {
  readonly timers: number;
  /** How many of them are only frames of ours, by which layout observers of the page are awaited. */
  readonly ownFrames: number;
  /** Downloads that a script of the page has requested. */
  readonly downloads: number;
  /** Until when all that the action did is known, by the page's `performance.now()`; 0 where something cannot be followed. */
  readonly knownUntil: number;
}

/** They begin at once, or with the first action. */
export function installTimersIn(world: PageWorld, place: Place, begins: boolean): Promise<void> {
  return world.hook(place, timersKind, installTimers, begins, trackedWork);
}

/** How much is still pending. */
export async function pendingIn(world: PageWorld, place: Place): Promise<Pending> {
  return readPending(await world.report(place, timersKind, 'pending'));
}

export function readPending([timers, downloads, knownUntil, frames]: readonly string[]): Pending {
  return {
    timers: countIn(timers),
    downloads: countIn(downloads),
    knownUntil: timeIn(knownUntil),
    ownFrames: countIn(frames),
  };
}

export async function endTimers(world: PageWorld, place: Place): Promise<void> {
  await world.report(place, timersKind, 'end');
}
