// Scrolls the page or a box in it, or scrolls an element into view.
import type { ActionResult, ScrollArgs } from '../base/page-calls.ts';
import { invalid } from './page-error.ts';
import { resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { bringIntoView } from './view.ts';

export function scroll({ ref, direction, amount }: ScrollArgs, refs: Refs): ActionResult {
  if (direction === undefined) {
    if (ref === undefined) {
      throw invalid('scroll needs a ref, a direction or both.');
    }
    const { element, label } = refs.find(ref);
    bringIntoView(element);
    return { ...resultFor({ label }), willNavigate: false };
  }
  const { element, label } = ref === undefined ? { element: pageBox(), label: 'page' } : refs.find(ref);
  const box = scrollerOf(element);
  const { scrollLeft: left, scrollTop: top } = box;
  box.scrollTo({ ...scrollGoal(box, direction, amount), behavior: 'instant' });
  // A hidden page draws nothing, and browsers announce a scroll with a frame.
  if (document.visibilityState === 'hidden')
    announced(box).dispatchEvent(new Event('scroll', { bubbles: box === pageBox() }));
  const moved = Math.round(Math.abs(box.scrollTop - top) + Math.abs(box.scrollLeft - left));
  const place = `${Math.round(box.scrollTop)} of ${box.scrollHeight - box.clientHeight} px from the top`;
  return {
    ...resultFor({ label: `${label}: ${moved === 0 ? 'it is at its end' : `moved ${moved} px`}, ${place}` }),
    willNavigate: false,
  };
}

function announced(box: Element): EventTarget {
  return box === pageBox() ? document : box;
}

/** In screens: horizontal, vertical. */
const directions = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

function scrollGoal(box: Element, direction: NonNullable<ScrollArgs['direction']>, amount: number): ScrollToOptions {
  if (direction === 'top' || direction === 'bottom') return { top: direction === 'top' ? 0 : box.scrollHeight };
  const [across, down] = directions[direction];
  return {
    left: box.scrollLeft + across * amount * box.clientWidth,
    top: box.scrollTop + down * amount * box.clientHeight,
  };
}

function pageBox(): Element {
  return document.scrollingElement ?? document.documentElement;
}

/** The element or its nearest scrollable ancestor. */
export function scrollerOf(element: Element): Element {
  for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const canScroll = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    if (canScroll && /auto|scroll/.test(overflowX + overflowY)) return box;
  }
  return pageBox();
}
