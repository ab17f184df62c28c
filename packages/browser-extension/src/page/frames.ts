// The frames of a document: their index, and their position in the viewport.
import type { FrameBox, FrameBoxes, PageCalls, Point } from '../base/page-calls.ts';
import { parentOf, shadowOf, viewSize } from './dom.ts';
import { elementError, failed } from './page-error.ts';
import type { Refs } from './refs.ts';

/** Whether another document is shown there, to which a pointer goes. */
export function isFrame(element: Element | undefined): boolean {
  if (element instanceof HTMLObjectElement) return element.contentWindow !== null;
  return element !== undefined && ['iframe', 'frame', 'embed', 'fencedframe'].includes(element.localName);
}

/** The index of a frame's element among the frames of its document; the frame itself gets the same from `ownIndex`. */
export function frameIndexOf(element: Element): number | undefined {
  const isFrame =
    element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement || element instanceof HTMLObjectElement;
  if (!isFrame || element.contentWindow === null) return undefined;
  for (let index = 0; index < window.length; index += 1) {
    if (window[index] === element.contentWindow) return index;
  }
  return undefined;
}

/** The top left corner of a frame's content in the viewport of its document. */
export function frameBox({ index }: { readonly index: number }): Point {
  const element = frameElements(document).find((frame) => frameIndexOf(frame) === index);
  if (element === undefined) throw failed('The frame is no longer on the page.');
  return contentOf(element);
}

function contentOf(element: Element): Point {
  const { left, top } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  const [x, y] = [
    element.clientLeft + Number.parseFloat(paddingLeft),
    element.clientTop + Number.parseFloat(paddingTop),
  ];
  return { x: left + x, y: top + y };
}

export function frameBoxes(): FrameBoxes {
  const frames = frameElements(document).map(frameBoxOf);
  const { scrollX, scrollY, innerWidth } = window;
  return {
    frames,
    isInTransition: !endsTransition(),
    scrollX,
    scrollY,
    widths: [viewSize().width, innerWidth],
  };
}

/** Browsers before 2026 have no way to end the transition of a page. */
function endsTransition(): boolean {
  const { activeViewTransition } = document as { activeViewTransition?: { skipTransition(): void } | null };
  activeViewTransition?.skipTransition();
  if (activeViewTransition !== undefined) return true;
  const running = ':active-view-transition';
  return !(CSS.supports(`selector(${running})`) && document.documentElement.matches(running));
}

function frameBoxOf(element: HTMLElement): FrameBox {
  const { x, y, width, height } = element.getBoundingClientRect();
  const isSized = Math.abs(width - element.offsetWidth) < 1 && Math.abs(height - element.offsetHeight) < 1;
  const isUntransformed = isSized && isUpright(element);
  return {
    index: frameIndexOf(element),
    x,
    y,
    width,
    height,
    content: isUntransformed ? contentOf(element) : undefined,
  };
}

/** Neither turned nor mirrored, which keeps the size of a box. */
function isUpright(element: Element): boolean {
  for (let node: Node | null = element; node !== null; node = parentOf(node)) {
    if (node instanceof Element && isTurned(getComputedStyle(node))) return false;
  }
  return true;
}

function isTurned({ transform, rotate, scale, offsetPath }: CSSStyleDeclaration): boolean {
  const isNone = (value: string | undefined) => value === undefined || value === '' || value === 'none';
  if (!isNone(rotate) || !isNone(offsetPath)) return true;
  if (!isNone(scale) && scale.split(' ').some((factor) => Number.parseFloat(factor) <= 0)) return true;
  if (isNone(transform)) return false;
  const { a, b, c, d, is2D } = new DOMMatrixReadOnly(transform);
  return !is2D || b !== 0 || c !== 0 || a <= 0 || d <= 0;
}

/** Including those in shadow roots. */
function frameElements(root: Document | ShadowRoot): HTMLElement[] {
  const inShadows = [...root.querySelectorAll('*')].flatMap((element) => {
    const shadow = shadowOf(element);
    return shadow === null ? [] : frameElements(shadow);
  });
  return [...root.querySelectorAll<HTMLElement>('iframe, frame, object, embed'), ...inShadows];
}

/** The element, or the whole document, in the document's own coordinates. */
export function boxOf({ ref }: { readonly ref: string | undefined }, refs: Refs): ReturnType<PageCalls['boxOf']> {
  const { scrollX, scrollY } = window;
  if (ref === undefined) {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement;
    return { x: 0, y: 0, width, height, scrollX, scrollY };
  }
  const { element, label } = refs.find(ref);
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) throw elementError('ERR_TOOL_FAILED', { ref, label }, 'has no size.');
  return { x: left + scrollX, y: top + scrollY, width, height, scrollX, scrollY };
}
