// Where the frames of a document are: in its order of frames, and in its view.
import type { PageCalls, Point } from './calls.ts';
import { PageError } from './page-error.ts';
import type { Refs } from './refs.ts';

/** The place of a frame's element among the frames of its document; the frame itself finds the same by `ownIndex`. */
export function frameIndexOf(element: Element): number | undefined {
  if (!(element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement)) return undefined;
  for (let index = 0; index < window.length; index += 1) {
    if (window[index] === element.contentWindow) return index;
  }
  return undefined;
}

/** Where the content of a frame begins in the view of its document. */
export function frameBox({ index }: { readonly index: number }): Point {
  const element = [...document.querySelectorAll('iframe, frame')].find((frame) => frameIndexOf(frame) === index);
  if (element === undefined) throw new PageError('ERR_TOOL_FAILED', 'The frame is no longer on the page.');
  const { left, top } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  const [x, y] = [
    element.clientLeft + Number.parseFloat(paddingLeft),
    element.clientTop + Number.parseFloat(paddingTop),
  ];
  return { x: left + x, y: top + y };
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
  if (width === 0 || height === 0) throw new PageError('ERR_TOOL_FAILED', `${ref} (${label}) has no size.`);
  return { x: left + scrollX, y: top + scrollY, width, height, scrollX, scrollY };
}
