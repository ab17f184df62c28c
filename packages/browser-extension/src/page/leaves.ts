// The smallest things of a page that can be told apart: its texts, and its fields and controls with their states.
import { composedChildren, cut, neverShown, oneLine } from './dom.ts';
import { isActionable, isNamedByContent, roleOf } from './roles.ts';
import { fieldValue, statesOf } from './states.ts';

export interface Leaf {
  readonly node: Text | Element;
  /** `text`, or the role of a control. */
  readonly kind: string;
  /** Equal for leaves that look the same. */
  readonly key: string;
}

/** More are not compared: a change of that size is read with a snapshot. */
const MAX_LEAVES = 4_000;
const NAME_CHARS = 80;

/** Works on a part that was removed from the page too. */
export function leavesOf(root: Node, isSkipped: (element: Element) => boolean): Leaf[] {
  const leaves: Leaf[] = [];
  function collect(node: Node): void {
    if (leaves.length >= MAX_LEAVES) return;
    if (node instanceof Text) {
      const words = oneLine(node.data);
      if (words !== '') leaves.push({ node, kind: 'text', key: words });
    }
    if (!(node instanceof Element) || neverShown.has(node.localName) || isSkipped(node)) return;
    const key = controlKey(node);
    if (key !== undefined) leaves.push({ node, kind: roleOf(node), key });
    if (!isClosed(node)) for (const child of composedChildren(node)) collect(child);
  }
  collect(root);
  return leaves;
}

/** Undefined for an element that only holds others. */
function controlKey(element: Element): string | undefined {
  const role = roleOf(element);
  const label = element.hasAttributes()
    ? (element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? '')
    : '';
  const states = statesOf(element).filter((state) => state !== 'focused');
  const value = fieldValue(element);
  if (!isActionable(role) && label === '' && states.length === 0 && value === undefined) return undefined;
  // A text of the page never begins with this character.
  return ['', role, label, states.join(' '), value ?? '', isNamedByContent(role) ? textIn(element) : ''].join('\0');
}

function textIn({ textContent }: Element): string {
  return cut(oneLine(textContent ?? ''), NAME_CHARS);
}

/** What it holds is its value, or not part of this document. */
function isClosed(element: Element): boolean {
  if (['iframe', 'object', 'select', 'textarea'].includes(element.localName)) return true;
  return element instanceof HTMLElement && element.isContentEditable && roleOf(element) === 'textbox';
}

/** The texts of a part, with a space between any two. */
export function wordsIn(root: Node): string {
  const texts = leavesOf(root, () => false).filter(({ kind }) => kind === 'text');
  return texts.map(({ key }) => key).join(' ');
}
