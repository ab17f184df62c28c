// Finds what a page has put in the place of an element that an agent names, where that is certain.
import { type Item, isText } from './items.ts';
import { nodeRef } from './lines.ts';
import { isInPlace } from './ref-places.ts';
import type { Refs } from './refs.ts';
import { describe } from './target.ts';
import { pageItems } from './tree.ts';

/** The ref goes to the one element with the same role and name, if it stands in the same place. */
export function findAgain(ref: string, refs: Refs): void {
  const lost = refs.lost(ref);
  if (lost === undefined) return;
  const [only, ...others] = elementsCalled(lost.label, pageItems());
  if (only !== undefined && others.length === 0 && isInPlace(only, lost.place)) refs.giveLost(ref, only);
}

function elementsCalled(label: string, items: readonly Item[], found = new Set<Element>()): Set<Element> {
  for (const item of items) {
    if (isText(item)) continue;
    const { element } = item;
    if (nodeRef(item, (_, one) => one) === label || describe(element) === label) found.add(element);
    elementsCalled(label, item.children, found);
  }
  return found;
}
