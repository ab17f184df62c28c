// From the arguments of a drag to its two points: onto an element, next to it, or some pixels away.
import type { DragArgs, DragPlan, Point } from '../base/page-calls.ts';
import { viewSize } from './dom.ts';
import { isFrame } from './frames.ts';
import { elementError, invalid } from './page-error.ts';
import type { Refs } from './refs.ts';
import { hitAt, hitInView, hitOf, type Target, targetOf } from './target.ts';
import { bringIntoView } from './view.ts';

/** Both ends in the view at once, which is scrolled so where it can be. */
export function planDrag(args: DragArgs, refs: Refs): DragPlan {
  const to = dropTarget(args, refs);
  const from = targetOf(args.ref, refs);
  const start = startOf(args, from, refs);
  const end = dropPoint(args, to?.element, start);
  for (const [target, point] of [[from, start] as const, [to ?? from, end] as const]) checkInView(target, point);
  const isDraggable = from.element.closest('[draggable="true"], a[href], img') !== null;
  return { target: from.label, from: start, to: end, isDraggable };
}

function startOf({ ref, point }: DragArgs, target: Target, refs: Refs): Point {
  if (point !== undefined) return hitOf(ref, refs, point).point;
  bringIntoView(target.element, 'nearest');
  return hitInView(target, refs).point;
}

/** Undefined for a drag by an offset alone. */
export function dropTarget({ toRef, dx, dy }: DragArgs, refs: Refs): Target | undefined {
  if (toRef !== undefined) return hitOf(toRef, refs);
  if (dx === 0 && dy === 0) throw invalid('drag needs toRef, or dx and dy.');
  return undefined;
}

export function dropPoint({ at, dx, dy }: DragArgs, target: Element | undefined, start: Point): Point {
  const { x, y } = target === undefined ? start : at === undefined ? middleOf(target) : besides(target, at);
  return { x: x + dx, y: y + dy };
}

/** How far into an item its edge reaches, at which lists put another one before or after it. */
const EDGE = 0.15;

function besides(element: Element, at: 'before' | 'after'): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  const part = at === 'before' ? EDGE : 1 - EDGE;
  return isInRow(element)
    ? { x: left + width * part, y: top + height / 2 }
    : { x: left + width / 2, y: top + height * part };
}

/** Whether its neighbour stands beside it and not above or below it. */
function isInRow(element: Element): boolean {
  const neighbour = element.previousElementSibling ?? element.nextElementSibling;
  if (neighbour === null) return false;
  const [own, other] = [element.getBoundingClientRect(), neighbour.getBoundingClientRect()];
  return other.top < own.bottom && other.bottom > own.top && (other.right <= own.left || other.left >= own.right);
}

function middleOf(element: Element): Point {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function checkInView(target: Target, { x, y }: Point): void {
  const { width, height } = target.element.getBoundingClientRect();
  if (isFrame(hitAt({ x, y }))) throw elementError('ERR_TOOL_FAILED', target, 'and a frame are at the same place.');
  if (isInView({ x, y }) && width > 0 && height > 0) return;
  throw elementError('ERR_TOOL_FAILED', target, 'and the other end of the drag do not fit the view together.');
}

export function isInView({ x, y }: Point): boolean {
  const { width, height } = viewSize();
  return x >= 0 && y >= 0 && x < width && y < height;
}
