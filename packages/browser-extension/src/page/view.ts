// Brings an element into view as a person could: by scrolling what can be scrolled, never a box that only cuts off.
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
    // Nothing around it moves it.
    if (getComputedStyle(node).position === 'fixed') return;
  }
  scrollPage(element, alignment);
}

/** A frame may be out of view in the page around it, which only the browser knows and scrolls. */
export function bringFrameIntoView(element: Element): void {
  if (window !== window.top) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}

function scrollWithin(box: Element, element: Element, alignment: Alignment): void {
  if (box === document.documentElement || box === document.scrollingElement) return;
  const { overflowX, overflowY } = getComputedStyle(box);
  const mayX = isScrolled(overflowX) && box.scrollWidth > box.clientWidth;
  const mayY = isScrolled(overflowY) && box.scrollHeight > box.clientHeight;
  if (!mayX && !mayY) return;
  const around = box.getBoundingClientRect();
  const [left, top] = [around.left + box.clientLeft, around.top + box.clientTop];
  const { x, y } = wayTo(
    element,
    { start: left, end: left + box.clientWidth },
    { start: top, end: top + box.clientHeight },
    alignment,
  );
  box.scrollBy({ left: mayX ? x : 0, top: mayY ? y : 0, behavior: 'instant' });
}

/** Unless the page has switched its scroll bars off. */
function scrollPage(element: Element, alignment: Alignment): void {
  const { documentElement, body } = document;
  const own = getComputedStyle(documentElement);
  const isOwn = own.overflowX !== 'visible' || own.overflowY !== 'visible' || body === null;
  const { overflowX, overflowY } = isOwn ? own : getComputedStyle(body);
  const { clientWidth, clientHeight } = documentElement;
  const { x, y } = wayTo(element, { start: 0, end: clientWidth }, { start: 0, end: clientHeight }, alignment);
  const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  window.scrollBy({ left: isCut(overflowX) ? 0 : x, top: isCut(overflowY) ? 0 : y, behavior: 'instant' });
}

function isScrolled(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

/** Across it moves no further than it must: a page that is shifted sideways hides its beginning. */
function wayTo(element: Element, across: Span, down: Span, alignment: Alignment): { x: number; y: number } {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [own, ownDown] = [
    { start: left, end: right },
    { start: top, end: bottom },
  ];
  return {
    x: nearest(own, across),
    y: alignment === 'nearest' ? nearest(ownDown, down) : middle(ownDown) - middle(down),
  };
}

function middle({ start, end }: Span): number {
  return (start + end) / 2;
}

function nearest(own: Span, around: Span): number {
  const isLarger = own.end - own.start > around.end - around.start;
  if (isLarger) return own.start > around.end || own.end < around.start ? own.start - around.start : 0;
  if (own.start < around.start) return own.start - around.start;
  return Math.max(own.end - around.end, 0);
}
