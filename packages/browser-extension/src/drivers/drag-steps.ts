// How a drag moves, for every driver: in steps with time between them, as libraries expect of a hand.

/** Further than libraries and browsers take for a click that slipped. */
const START_PX = 12;
const STEPS = 6;

/** Parts of the way from 0 to 1, two small ones first. The end comes several times, since a drag may move what lies there. */
export function dragParts(distancePx: number): [number, number, ...number[]] {
  const start = Math.min(START_PX / Math.max(distancePx, 1), 1 / 2);
  const steps = Array.from({ length: STEPS }, (_, index) => start + ((1 - start) * (index + 1)) / STEPS);
  return [start / 2, start, ...steps.slice(0, -1), 1, 1, 1];
}
