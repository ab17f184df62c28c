// The part of a thing that lies over its words to take the pointer, such as the hit area of a shape.
import { oneLine } from './dom.ts';
import { isFrame } from './frames.ts';
import { isInviting } from './reactive.ts';
import { isActionable, roleOf } from './roles.ts';

/** How far above the words the thing is that has both. */
const MAX_DEPTH = 4;

/** Whether `hit` has no words and lies in a box whose only words are the element's: a person who points at them means the box. */
export function isOwnCover(hit: Element, element: Element): boolean {
  if (isFrame(hit) || [hit, element].some((one) => isActionable(roleOf(one))) || wordsOf(hit) !== '') return false;
  // A veil over something that is being loaded does not invite the pointer.
  if (!isInviting(getComputedStyle(hit).cursor)) return false;
  const words = wordsOf(element);
  let box = element.parentElement;
  for (let depth = 0; words !== '' && box !== null && depth < MAX_DEPTH; depth += 1) {
    if (wordsOf(box) !== words) return false;
    if (box.contains(hit)) return true;
    box = box.parentElement;
  }
  return false;
}

function wordsOf({ textContent }: Element): string {
  return oneLine(textContent ?? '');
}
