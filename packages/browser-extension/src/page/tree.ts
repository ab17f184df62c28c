// A page as an agent sees it: a tree of roles, names, states and text, without the boxes that mean nothing.
import { limits } from '@sallyport/protocol';
import { composedChildren, cut, hiddenPart, isShown, type Owned, oneLine, ownedIn } from './dom.ts';
import { frameIndexOf } from './frames.ts';
import { nameOf } from './names.ts';
import { isActionable, isNamedByContent, roleOf } from './roles.ts';
import { fieldValue, statesOf } from './states.ts';

export interface PageNode {
  readonly element: Element;
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly value: string | undefined;
  readonly mayAct: boolean;
  /** Of an element that shows another document. */
  readonly frameIndex?: number;
  readonly children: readonly Item[];
}

/** A text stands between the nodes where the reader meets it. */
export type Item = PageNode | string;

/** Collects what is under one node; text that belongs to one line is kept together. */
class Items {
  readonly owned: Owned;
  readonly list: Item[] = [];
  #mayJoin = false;

  constructor(owned: Owned) {
    this.owned = owned;
  }

  text(text: string): void {
    const last = this.list.at(-1);
    if (this.#mayJoin && typeof last === 'string') this.list[this.list.length - 1] = last + text;
    else if (oneLine(text) !== '') this.list.push(text);
    else return;
    this.#mayJoin = true;
  }

  node(node: PageNode): void {
    this.list.push(node);
    this.#mayJoin = false;
  }

  lineBreak(): void {
    this.#mayJoin = false;
  }

  finished(): Item[] {
    return this.list
      .map((item) => (typeof item === 'string' ? cut(oneLine(item), limits.page.textMaxChars) : item))
      .filter((item) => item !== '');
  }
}

/** What is under an element, the element itself left out. */
export function itemsUnder(element: Element, owned = ownedIn(element.ownerDocument)): readonly Item[] {
  const items = new Items(owned);
  walkChildren(element, items, getComputedStyle(element).cursor === 'pointer');
  return items.finished();
}

function walkChildren(parent: Element, items: Items, isParentClickable: boolean): void {
  for (const child of composedChildren(parent)) {
    if (child instanceof Text) items.text(child.data);
    else if (child instanceof Element && !items.owned.has(child)) walkElement(child, items, isParentClickable);
  }
  for (const child of items.owned.by(parent)) walkElement(child, items, isParentClickable);
}

function walkElement(element: Element, items: Items, isParentClickable: boolean): void {
  const style = getComputedStyle(element);
  const hidden = hiddenPart(element, style);
  if (hidden === 'subtree') return;
  const isBlock = !style.display.startsWith('inline') && style.display !== 'contents';
  const isClickable = style.cursor === 'pointer';
  const role = hidden === 'none' ? roleOf(element) : '';
  if (isBlock || element.localName === 'br') items.lineBreak();
  // A box that only its cursor or tabindex betrays is worth a ref; one inside such a box is not.
  if (role !== '') items.node(nodeOf(element, role, isClickable, items.owned));
  else if (hidden === 'none' && ((isClickable && !isParentClickable) || isFocusable(element))) {
    items.node(clickableBox(element, items.owned));
  } else walkBox(element, items, hidden === 'none', isClickable);
  if (isBlock) items.lineBreak();
}

function walkBox(element: Element, items: Items, isTextShown: boolean, isClickable: boolean): void {
  if (element instanceof HTMLLabelElement && element.control !== null) walkLabel(element, element.control, items);
  else if (isTextShown) walkChildren(element, items, isClickable);
  else {
    for (const child of composedChildren(element)) {
      if (child instanceof Element) walkElement(child, items, isClickable);
    }
  }
}

/** The control has the label's text as its name; only where the control itself is hidden, the label is what one clicks. */
function walkLabel(label: HTMLLabelElement, control: HTMLElement, items: Items): void {
  if (!isShown(control)) {
    items.node(clickableBox(label, items.owned));
    return;
  }
  const inside = new Items(items.owned);
  walkChildren(label, inside, true);
  for (const item of inside.list) if (typeof item !== 'string') items.node(item);
}

function nodeOf(element: Element, role: string, isClickable: boolean, owned: Owned): PageNode {
  const name = nameOf(element, role);
  const frameIndex = frameIndexOf(element);
  return {
    element,
    role: role === 'heading' ? `heading ${levelOf(element)}` : role,
    name,
    states: statesOf(element),
    value: fieldValue(element),
    mayAct: isActionable(role) || frameIndex !== undefined || takesFocus(element, role),
    ...(frameIndex === undefined ? {} : { frameIndex }),
    children: isLeaf(element, role) ? [] : childrenOf(element, role, name, isClickable, owned),
  };
}

/** Their content is their value. */
function isLeaf(element: Element, role: string): boolean {
  return (
    role === 'textbox' || role === 'searchbox' || ['iframe', 'select', 'svg', 'textarea'].includes(element.localName)
  );
}

function childrenOf(element: Element, role: string, name: string, isClickable: boolean, owned: Owned): readonly Item[] {
  const items = new Items(owned);
  walkChildren(element, items, isClickable);
  const children = items.finished();
  if (!isNamedByContent(role) || name === '') return children;
  // The name has said the text already; what one can act on inside is still news.
  return children.filter((child) => typeof child !== 'string' && hasAction(child));
}

function clickableBox(element: Element, owned: Owned): PageNode {
  const children = itemsUnder(element, owned);
  const texts = children.every((child) => typeof child === 'string');
  return {
    element,
    role: 'clickable',
    name: nameOf(element, '') || (texts ? cut(children.join(' '), limits.page.textMaxChars) : ''),
    states: statesOf(element),
    value: undefined,
    mayAct: true,
    children: texts ? [] : children,
  };
}

function isFocusable(element: Element): boolean {
  return element instanceof HTMLElement && element.hasAttribute('tabindex') && element.tabIndex >= 0;
}

/** Rows and cells of a grid take it one after the other, so that most of them are not in the order of Tab. */
function takesFocus(element: Element, role: string): boolean {
  return isFocusable(element) || (['gridcell', 'row'].includes(role) && element.hasAttribute('tabindex'));
}

function hasAction(node: PageNode): boolean {
  return node.mayAct || node.children.some((child) => typeof child !== 'string' && hasAction(child));
}

function levelOf(element: Element): string {
  return element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? '2';
}
