// Checks whether a condition that an agent waits for is true now.
import type { Condition, RefState } from '../base/page-calls.ts';
import { domProperty, isShown, isVisible, shadowOf } from './dom.ts';
import type { Refs } from './refs.ts';
import { isChecked, isDisabled } from './states.ts';
import { focused } from './target.ts';

export function isTrue(condition: Condition, refs: Refs): boolean {
  if (condition.kind === 'ref') return hasState[condition.state](refs.find(condition.ref).element);
  const text = plain(condition.text);
  const isThere = roots().some((root) => shows(root, text));
  return condition.kind === 'text' ? isThere : !isThere;
}

/** innerText is what a reader sees; it leaves out hidden parts and the insides of shadow roots, which are added. */
function roots(): HTMLElement[] {
  const inShadows = [...document.querySelectorAll('*')].flatMap((host) => {
    const children = shadowOf(host)?.children ?? [];
    return children.length > 0 && isVisible(host, { opacityProperty: true }) ? [...children] : [];
  });
  return [document.body, ...inShadows].filter((root) => root instanceof HTMLElement);
}

/** Descends to the smallest elements that contain the text, since innerText also includes fully transparent text. */
function shows(element: HTMLElement, text: string): boolean {
  const { display, opacity } = getComputedStyle(element);
  if (display === 'none' || opacity === '0' || !has(element, text)) return false;
  const holders = [...domProperty(element, 'children')]
    .filter((child) => child instanceof HTMLElement)
    .filter((child) => has(child, text));
  if (holders.length === 0) return true;
  return holders.some((child) => shows(child, text)) || plain(ownText(element)).includes(text);
}

function has(element: HTMLElement, text: string): boolean {
  return plain(element.innerText).includes(text);
}

function ownText(element: Element): string {
  return [...domProperty(element, 'childNodes')].map((node) => (node instanceof Text ? node.data : ' ')).join('');
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
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
