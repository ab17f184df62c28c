// Whether a part of an element is out of sight because a box around it ends before.
import type { Point } from '../base/page-calls.ts';

export function isCutOff(element: Element, { x, y }: Point): boolean {
  let { position } = getComputedStyle(element);
  for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    if (position === 'fixed') return false;
    const style = getComputedStyle(box);
    // What is placed absolutely is cut only by boxes that it is placed in.
    if (position === 'absolute' && style.position === 'static') continue;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const isOutside = x < left || x > right || y < top || y > bottom;
    if (style.overflow !== 'visible' && isOutside) return true;
    position = style.position;
  }
  return false;
}
