// One element as a line of a snapshot, with its ref.
import { isText } from './items.ts';
import { lineOf } from './lines.ts';
import { quoted } from './quote.ts';
import type { Refs } from './refs.ts';
import { isActionable, roleOf } from './roles.ts';
import { fieldValue, statesOf } from './states.ts';
import { describe } from './target.ts';
import { itemsOf } from './tree.ts';

/** With more inside it, an element is described without a walk through it. */
const MAX_INSIDE = 200;

export function elementLine(element: Element, refs: Refs): string {
  const isSmall = element.getElementsByTagName('*').length <= MAX_INSIDE;
  const [item] = isSmall ? itemsOf([element]) : [];
  if (item !== undefined && !isText(item) && item.element === element) {
    return lineOf(item, (found, label) => refs.refOf(found, label));
  }
  const label = describe(element);
  const value = fieldValue(element);
  const ref = isActionable(roleOf(element)) ? [refs.refOf(element, label)] : [];
  return [label, ...ref, ...statesOf(element), ...(value === undefined ? [] : [`= ${quoted(value)}`])].join(' ');
}
