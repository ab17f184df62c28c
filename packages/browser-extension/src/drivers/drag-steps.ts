// How a drag moves, for every driver: in steps with time between them, as libraries expect of a hand.
import type { Detour, Point } from '../base/page-calls.ts';
import type { Pending } from '../in-page/timers.ts';

/** Further than libraries and browsers take for a click that slipped. */
const START_PX = 12;
const STEPS = 6;

/** Parts of the way from 0 to 1, two small ones first. The end comes several times, since a drag may move what lies there. */
export function dragParts(distancePx: number): [number, number, ...number[]] {
  const start = Math.min(START_PX / Math.max(distancePx, 1), 1 / 2);
  const steps = Array.from({ length: STEPS }, (_, index) => start + ((1 - start) * (index + 1)) / STEPS);
  return [start / 2, start, ...steps.slice(0, -1), 1, 1, 1];
}

export interface Grip {
  /** How much is pending in the page. */
  readonly pending: () => Promise<Pending>;
  readonly pause: (delayMs: number) => Promise<void>;
  readonly now: () => number;
}

/** Libraries ask for 100 to 300 ms; what a page does after a press of 400 and more is something else. */
const HOLD_MAX_MS = 350;
const HOLD_STEP_MS = 20;

/**
 * After the press: some libraries start a drag only once the button was held for a while, and give it up for a pointer that
 * moves before. So what the press has left pending is awaited.
 */
export async function hold({ pending, pause, now }: Grip): Promise<void> {
  const endAt = now() + HOLD_MAX_MS;
  while (now() < endAt) {
    const { timers, ownFrames } = await pending();
    if (timers <= ownFrames) return;
    await pause(Math.min(HOLD_STEP_MS, endAt - now()));
  }
}

export interface Steering {
  /** Undefined as soon as the item lies where it should. */
  readonly detour: () => Promise<Detour | undefined>;
  readonly go: (to: Point) => Promise<void>;
  /** Time for what a list moves. */
  readonly dwell: () => Promise<void>;
}

/** How often a list is tried again. */
const MAX_DETOURS = 3;
const DETOUR_STEPS = 4;

/** Goes on in a list that has put the item elsewhere: back to the item and to its place anew, no further than needed. */
export async function landBeside({ detour, go, dwell }: Steering): Promise<void> {
  for (let tries = 0; tries < MAX_DETOURS; tries += 1) {
    const way = await detour();
    if (way === undefined) return;
    const { via, to } = way;
    for (let step = 0; step <= DETOUR_STEPS; step += 1) {
      const part = step / DETOUR_STEPS;
      await go({ x: via.x + (to.x - via.x) * part, y: via.y + (to.y - via.y) * part });
      if ((await detour()) === undefined) break;
    }
    await dwell();
  }
}
