// The DOM driver's wheel: the event that pages expect, and what a browser does after it.
import type { ActionResult, WheelArgs } from '../base/page-calls.ts';
import { eventAt, playMove, resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { scrollerOf } from './scroll.ts';
import { hitOf } from './target.ts';

export function wheel({ ref, point, dx, dy }: WheelArgs, refs: Refs): ActionResult {
  const { hit, label } = hitOf(ref, refs, point);
  const at = eventAt(point);
  playMove(hit, at);
  const isTaken = !hit.dispatchEvent(new WheelEvent('wheel', { ...at, deltaX: dx, deltaY: dy }));
  if (!isTaken) scrollerOf(hit).scrollBy({ left: dx, top: dy, behavior: 'instant' });
  return { ...resultFor({ label }), willNavigate: false };
}
