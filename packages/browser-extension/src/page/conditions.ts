// Whether something that an agent waits for is so now.
import type { Condition, RefState } from '../base/page-calls.ts';
import { isShown } from './dom.ts';
import type { Refs } from './refs.ts';
import { isChecked, isDisabled } from './states.ts';
import { focused } from './target.ts';

export function isTrue(condition: Condition, refs: Refs): boolean {
  if (condition.kind === 'ref') return hasState[condition.state](refs.find(condition.ref).element);
  const isThere = shownText().includes(condition.text.toLowerCase());
  return condition.kind === 'text' ? isThere : !isThere;
}

/** innerText is what a reader sees; it leaves out hidden parts and the insides of shadow roots, which are added. */
function shownText(): string {
  const texts = [document.body?.innerText ?? ''];
  for (const { shadowRoot } of document.querySelectorAll('*')) {
    for (const child of shadowRoot?.children ?? []) if (child instanceof HTMLElement) texts.push(child.innerText);
  }
  return texts.join('\n').replace(/\s+/g, ' ').toLowerCase();
}

const isSeen = (element: Element) => isShown(element) && element.getClientRects().length > 0;

const hasState: Readonly<Record<RefState, (element: Element) => boolean>> = {
  shown: isSeen,
  hidden: (element) => !isSeen(element),
  enabled: (element) => !isDisabled(element),
  disabled: isDisabled,
  checked: isChecked,
  unchecked: (element) => !isChecked(element),
  focused: (element) => focused() === element,
};
