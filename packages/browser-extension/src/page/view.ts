// Brings an element into view as a person could: scrolls only boxes that have scroll bars.
import { parentOf } from './dom.ts';

/** `center`: into the middle, away from what may cover the edges; `nearest`: as little as possible. */
export type Alignment = 'center' | 'nearest';

interface Span {
  readonly start: number;
  readonly end: number;
}

export function bringIntoView(element: Element, alignment: Alignment = 'center'): void {
  for (let node: Node | null = element; node !== null; node = parentOf(node)) {
    if (!(node instanceof Element)) continue;
    if (node !== element) scrollWithin(node, element, alignment);
    // Scrolling its ancestors does not move it.
    if (getComputedStyle(node).position === 'fixed') return;
  }
  scrollPage(element, alignment);
}

/** A frame may be out of view in its parent page, which only the browser can scroll from here. */
export function bringFrameIntoView(element: Element): void {
  if (window !== window.top) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}

function scrollWithin(box: Element, element: Element, alignment: Alignment): void {
  if (box === document.documentElement || box === document.scrollingElement) return;
  const { overflowX, overflowY } = getComputedStyle(box);
  const canScrollX = hasScrollBars(overflowX) && box.scrollWidth > box.clientWidth;
  const canScrollY = hasScrollBars(overflowY) && box.scrollHeight > box.clientHeight;
  if (!canScrollX && !canScrollY) return;
  const around = box.getBoundingClientRect();
  const [left, top] = [around.left + box.clientLeft, around.top + box.clientTop];
  const { x, y } = scrollDistance(
    element,
    { start: left, end: left + box.clientWidth },
    { start: top, end: top + box.clientHeight },
    alignment,
  );
  box.scrollBy({ left: canScrollX ? x : 0, top: canScrollY ? y : 0, behavior: 'instant' });
}

/** Does nothing if the page has switched its scroll bars off. */
function scrollPage(element: Element, alignment: Alignment): void {
  const { documentElement, body } = document;
  const root = getComputedStyle(documentElement);
  const decidesRoot = root.overflowX !== 'visible' || root.overflowY !== 'visible' || body === null;
  const { overflowX, overflowY } = decidesRoot ? root : getComputedStyle(body);
  const { clientWidth, clientHeight } = documentElement;
  const { x, y } = scrollDistance(element, { start: 0, end: clientWidth }, { start: 0, end: clientHeight }, alignment);
  const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  window.scrollBy({ left: isCut(overflowX) ? 0 : x, top: isCut(overflowY) ? 0 : y, behavior: 'instant' });
}

function hasScrollBars(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

/** Horizontally as little as possible: a page that is shifted sideways hides the start of its lines. */
function scrollDistance(element: Element, across: Span, down: Span, alignment: Alignment): { x: number; y: number } {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [horizontal, vertical] = [
    { start: left, end: right },
    { start: top, end: bottom },
  ];
  return {
    x: nearest(horizontal, across),
    y: alignment === 'nearest' ? nearest(vertical, down) : middle(vertical) - middle(down),
  };
}

function middle({ start, end }: Span): number {
  return (start + end) / 2;
}

function nearest(target: Span, view: Span): number {
  const isLarger = target.end - target.start > view.end - view.start;
  if (isLarger) return target.start > view.end || target.end < view.start ? target.start - view.start : 0;
  if (target.start < view.start) return target.start - view.start;
  return Math.max(target.end - view.end, 0);
}
