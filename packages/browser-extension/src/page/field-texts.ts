// Text nodes that are not words of the page but what a field holds: the first text of a text area, a list, a secret editor.
import { neverShown, oneLine } from './dom.ts';
import { isSecret } from './secrets.ts';

/** What they hold is a value. */
const valued = new Set(['iframe', 'object', 'option', 'select', 'textarea']);
const MAY_KEEP_TEXT = [...neverShown, ...valued, '[contenteditable]'].join(', ');

/** Whether the text inside it does not count as text of what is around it. */
export function keepsText(element: Element): boolean {
  if (neverShown.has(element.localName) || valued.has(element.localName)) return true;
  return element instanceof HTMLElement && element.isContentEditable && isSecret(element);
}

/** Whether a text is inside a field. */
export function isInField({ parentElement }: Node): boolean {
  return parentElement !== null && (keepsText(parentElement) || isInField(parentElement));
}

/** The text inside, on one line, without that of fields. */
export function wordsOutsideFields(element: Element): string {
  // Most parts of a page have none, and the browser joins texts faster.
  if (element.querySelector(MAY_KEEP_TEXT) === null) return oneLine(element.textContent ?? '');
  const accept = (node: Node) =>
    node instanceof Element && keepsText(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, accept);
  const texts: string[] = [];
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
    if (node instanceof Text) texts.push(node.data);
  return oneLine(texts.join(''));
}
