// A page as an agent sees it: a tree of roles, names, states and text, without the boxes that mean nothing.
import { limits } from '@sallyport/protocol';
import { composedChildren, cut, hiddenPart, isShown, isUnseen, type Owned, oneLine, ownedIn } from './dom.ts';
import { frameIndexOf } from './frames.ts';
import { nameOf } from './names.ts';
import { isActionable, isNamedByContent, roleOf } from './roles.ts';
import { fieldValue, statesOf } from './states.ts';

interface Placed {
  readonly element: Element;
  /** Whether it stands on the same line of the page as the item before it. */
  readonly isInline: boolean;
}

export interface PageNode extends Placed {
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly value: string | undefined;
  readonly mayAct: boolean;
  /** The texts that its name was made of. */
  readonly parts?: readonly PageText[];
  /** How it is to be filled. */
  readonly hint?: string;
  /** Of an element that shows another document. */
  readonly frameIndex?: number;
  readonly children: readonly Item[];
}

/** Stands between the nodes where the reader meets it; `element` is the box it is in. */
export interface PageText extends Placed {
  readonly text: string;
  /** What it was put together from, where that is more than one. */
  readonly pieces?: readonly PageText[];
  /** Whether it is shown with a ref. */
  readonly hasRef?: boolean;
}

export type Item = PageNode | PageText;

export function isText(item: Item): item is PageText {
  return 'text' in item;
}

/** Stands before text that a person would not see. */
export const UNSEEN = '(hidden)';

/** Collects what is under one node; text that belongs to one line is kept together. */
class Items {
  readonly owned: Owned;
  readonly list: Item[] = [];
  #isInline = false;

  constructor(owned: Owned) {
    this.owned = owned;
  }

  text(text: string, element: Element): void {
    if (oneLine(text) !== '' && isUnseen(element)) {
      this.list.push({ text: `${UNSEEN} ${text}`, element, isInline: false });
      this.#isInline = false;
      return;
    }
    const last = this.list.at(-1);
    if (this.#isInline && last !== undefined && isText(last)) {
      const piece = { text, element, isInline: true };
      this.list[this.list.length - 1] = {
        ...last,
        text: last.text + text,
        pieces: [...(last.pieces ?? [last]), piece],
      };
    } else if (oneLine(text) === '') return;
    else this.list.push({ text, element, isInline: this.#isInline });
    this.#isInline = true;
  }

  node(node: PageNode): void {
    this.list.push(this.#isInline ? { ...node, isInline: true } : node);
    this.#isInline = true;
  }

  lineBreak(): void {
    this.#isInline = false;
  }

  /** Without what is there already as the name of what holds it. */
  finished(name = ''): Item[] {
    return this.list
      .map((item) => (isText(item) ? { ...item, text: oneLine(item.text) } : item))
      .filter((item) => !isText(item) || (item.text !== '' && item.text !== name));
  }
}

/** The whole page. */
export function pageItems({ body }: Document = document): readonly Item[] {
  return body === null ? [] : itemsUnder(body);
}

/** What is under an element, the element itself left out. */
export function itemsUnder(element: Element, owned = ownedIn(element.ownerDocument)): readonly Item[] {
  const items = new Items(owned);
  walkChildren(element, items, getComputedStyle(element).cursor === 'pointer');
  return items.finished();
}

function walkChildren(parent: Element, items: Items, isParentClickable: boolean): void {
  for (const child of composedChildren(parent)) {
    if (child instanceof Text) items.text(child.data, parent);
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
  const role = hidden === 'none' ? meaningOf(element) : '';
  if (isBlock || element.localName === 'br') items.lineBreak();
  // A box that only its cursor or tabindex betrays is worth a ref; one inside such a box is not.
  if (role !== '') items.node(nodeOf(element, role, isClickable, items.owned));
  else if (hidden === 'none' && ((isClickable && !isParentClickable) || isFocusable(element))) {
    items.node(clickableBox(element, items.owned));
  } else walkBox(element, items, hidden === 'none', isClickable);
  if (isBlock) items.lineBreak();
}

/** The role, where that says something: parts of a table are seen by their rows, and groups by their names. */
function meaningOf(element: Element): string {
  const role = roleOf(element);
  if (role === 'rowgroup') return '';
  if (role !== 'group') return role;
  return nameOf(element, role) === '' && statesOf(element).length === 0 ? '' : role;
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
  for (const item of inside.list) if (!isText(item)) items.node(item);
}

function nodeOf(element: Element, role: string, isClickable: boolean, owned: Owned): PageNode {
  const name = nameOf(element, role);
  const frameIndex = frameIndexOf(element);
  return {
    element,
    isInline: false,
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
  const children = items.finished(name);
  if (!isNamedByContent(role) || name === '') return children;
  // The name has said the text already; what one can act on inside is still news.
  return children.filter((child) => !isText(child) && hasAction(child));
}

function clickableBox(element: Element, owned: Owned): PageNode {
  const children = itemsUnder(element, owned);
  const texts = children.flatMap((child) => (isText(child) ? child.text : []));
  const isOnlyText = texts.length === children.length;
  return {
    element,
    isInline: false,
    role: 'clickable',
    name: nameOf(element, '') || (isOnlyText ? cut(texts.join(' '), limits.page.textMaxChars) : ''),
    states: statesOf(element),
    value: undefined,
    mayAct: true,
    children: isOnlyText ? [] : children,
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
  return node.mayAct || node.children.some((child) => !isText(child) && hasAction(child));
}

function levelOf(element: Element): string {
  const level = /^[1-9]$/.exec(element.getAttribute('aria-level') ?? '')?.[0];
  return level ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? '2';
}
