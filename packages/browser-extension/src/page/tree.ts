// A page as an agent sees it: a tree of roles, names, states and text, without the boxes that mean nothing.
import { limits } from '@sallyport/protocol';
import { hasCssText } from './css-content.ts';
import { composedChildren, cut, hiddenPart, isUnseen, type Owned, oneLine, ownedIn } from './dom.ts';
import { frameIndexOf } from './frames.ts';
import { nameOf } from './names.ts';
import { isDrawnList, isNativeControl, lookHint, noReaction, type Reaction, reactionOf } from './reactive.ts';
import { isActionable, isNamedByContent, roleOf } from './roles.ts';
import { fieldHint, fieldValue, statesOf } from './states.ts';

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
  /** How it is to be filled, or what it looks like where it has no name. */
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

/** What is the same for the whole walk. */
interface Around extends Owned {
  /** Whether a style sheet may put text into the page. */
  readonly hasCssText: boolean;
}

function around(document: Document): Around {
  return { ...ownedIn(document), hasCssText: hasCssText(document) };
}

/** Collects what is under one node; text that belongs to one line is kept together. */
class Items {
  readonly owned: Around;
  readonly list: Item[] = [];
  #isInline = false;

  constructor(owned: Around) {
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

/** The cursor that a box does not hand on to what is in it. */
const NO_CURSOR = 'auto';

/** The whole page. What an editor in a frame edits is often the body itself. */
export function pageItems({ body }: Document = document): readonly Item[] {
  if (body === null) return [];
  return body.isContentEditable ? [nodeOf(body, 'textbox', noReaction, NO_CURSOR, around(document))] : itemsUnder(body);
}

/** What is under an element, the element itself left out: whoever looks into a box that acts wants its parts. */
export function itemsUnder(element: Element): readonly Item[] {
  return itemsIn(element, NO_CURSOR, around(element.ownerDocument));
}

function itemsIn(element: Element, cursor: string, owned: Around): Item[] {
  const items = new Items(owned);
  walkChildren(element, items, cursor);
  return items.finished();
}

function walkChildren(parent: Element, items: Items, cursor: string): void {
  for (const child of shownChildren(parent)) {
    if (child instanceof Text) items.text(child.data, parent);
    else if (child instanceof Element && !items.owned.has(child)) walkElement(child, items, cursor);
  }
  for (const child of items.owned.by(parent)) walkElement(child, items, cursor);
}

/** What is closed shows its summary alone. */
function shownChildren(parent: Element): readonly Node[] {
  const children = composedChildren(parent);
  if (!(parent instanceof HTMLDetailsElement) || parent.open) return children;
  return children.filter((child) => child instanceof Element && child.localName === 'summary').slice(0, 1);
}

/** `cursorAround` is the one that the element inherits. */
function walkElement(element: Element, items: Items, cursorAround: string): void {
  const style = getComputedStyle(element);
  const hidden = hiddenPart(element, style);
  if (hidden === 'subtree') return;
  const isBlock = !style.display.startsWith('inline') && style.display !== 'contents';
  if (isBlock || element.localName === 'br') items.lineBreak();
  if (hidden === 'none') walkShown(element, items, style, cursorAround);
  else walkBox(element, items, false, style.cursor);
  if (isBlock) items.lineBreak();
}

function walkShown(element: Element, items: Items, style: CSSStyleDeclaration, cursorAround: string): void {
  const { cursor } = style;
  const role = meaningOf(element);
  const reaction = isActionable(role) ? noReaction : reactionOf(element, style, cursorAround);
  if (role !== '') items.node(nodeOf(element, role, reaction, cursor, items.owned));
  else if (isLabel(element)) walkLabel(element, items, cursor);
  else if (reaction.acts || isFocusable(element)) {
    if (isDrawnList(element)) walkBox(element, items, true, NO_CURSOR);
    else items.node(clickableBox(element, reaction, cursor, items.owned));
  } else if (reaction.states.length > 0) items.node(nodeOf(element, 'scrollable', reaction, cursor, items.owned));
  else walkBox(element, items, true, cursor);
}

/** The role, where that says something: parts of a table are seen by their rows, and groups by their names. */
function meaningOf(element: Element): string {
  const role = roleOf(element);
  if (role === '') return pictures.has(element.localName) ? element.localName : '';
  if (role === 'rowgroup') return '';
  if (role !== 'group') return role;
  return nameOf(element, role) === '' && statesOf(element).length === 0 ? '' : role;
}

/** They have no role, but one can point at them. */
const pictures = new Set(['audio', 'canvas', 'video']);

function walkBox(element: Element, items: Items, isTextShown: boolean, cursor: string): void {
  if (isTextShown) {
    walkChildren(element, items, cursor);
    return;
  }
  for (const child of composedChildren(element)) {
    if (child instanceof Element) walkElement(child, items, cursor);
  }
}

type Label = HTMLLabelElement & { readonly control: HTMLElement };

function isLabel(element: Element): element is Label {
  return element instanceof HTMLLabelElement && element.control !== null;
}

/** The control has the label's text as its name, also where it is hidden and drawn by its label. */
function walkLabel(label: Label, items: Items, cursor: string): void {
  const { control } = label;
  const inside = new Items(items.owned);
  walkChildren(label, inside, cursor);
  if (!control.checkVisibility({ visibilityProperty: true }))
    items.node(nodeOf(control, roleOf(control), noReaction, cursor, items.owned));
  for (const item of inside.list) if (!isText(item)) items.node(item);
}

/** What they hold is what one points at, also where the cursor is theirs. */
const holders = new Set(['grid', 'list', 'listbox', 'menu', 'radiogroup', 'table', 'tablist', 'tree', 'treegrid']);

function nodeOf(element: Element, role: string, reaction: Reaction, cursor: string, owned: Around): PageNode {
  const name = nameOf(element, role, owned.hasCssText);
  const frameIndex = frameIndexOf(element);
  const isHolder = holders.has(role) && reaction.hasCursor;
  const isLeaf = isLeafOf(element, role);
  const hint = fieldHint(element) || (name === '' && isNamedByContent(role) ? lookHint(element) : '');
  return {
    element,
    isInline: false,
    role: role === 'heading' ? `heading ${levelOf(element)}` : role,
    name,
    states: [...statesOf(element), ...(isLeaf || role === 'scrollable' ? [] : reaction.states)],
    value: fieldValue(element),
    mayAct:
      isActionable(role) ||
      pictures.has(role) ||
      isShape(element, role) ||
      frameIndex !== undefined ||
      takesFocus(element, role) ||
      (reaction.acts && !isHolder) ||
      reaction.states.length > 0 ||
      (element.hasAttribute('role') && isNativeControl(element)),
    ...(hint === '' ? {} : { hint }),
    ...(frameIndex === undefined ? {} : { frameIndex }),
    children: isLeaf ? [] : childrenOf(element, role, name, isHolder ? NO_CURSOR : cursor, owned),
  };
}

/** A part of a drawing that has a name of its own. */
function isShape(element: Element, role: string): boolean {
  return role === 'img' && element instanceof SVGElement && element.localName !== 'svg';
}

/** Their content is their value, or nothing that is shown. */
function isLeafOf({ localName }: Element, role: string): boolean {
  return (
    role === 'textbox' ||
    role === 'searchbox' ||
    ['iframe', 'select', 'textarea'].includes(localName) ||
    pictures.has(localName)
  );
}

function childrenOf(element: Element, role: string, name: string, cursor: string, owned: Around): readonly Item[] {
  const items = new Items(owned);
  walkChildren(element, items, cursor);
  const children = items.finished(name);
  const isSaidByName = name !== '' && (isNamedByContent(role) || element.localName === 'svg');
  // The name has said the text already; what one can act on inside is still news.
  return isSaidByName ? children.filter(isActing) : children;
}

function clickableBox(element: Element, { states }: Reaction, cursor: string, owned: Around): PageNode {
  const children = itemsIn(element, cursor, owned);
  const parts = children.filter(isText);
  const isOnlyText = parts.length === children.length;
  const words = isOnlyText ? parts.map(({ text }) => text).join(' ') : '';
  const name = nameOf(element, '', owned.hasCssText) || cut(words, limits.page.textMaxChars);
  const hint = name === '' && isOnlyText ? lookHint(element) : '';
  return {
    element,
    isInline: false,
    role: 'clickable',
    name,
    states: [...statesOf(element), ...states],
    value: undefined,
    mayAct: true,
    ...(hint === '' ? {} : { hint }),
    ...(isOnlyText ? { parts, children: [] } : { children }),
  };
}

function isActing(item: Item): boolean {
  return !isText(item) && (item.mayAct || item.children.some(isActing));
}

function isFocusable(element: Element): boolean {
  const mayFocus = element instanceof HTMLElement || element instanceof SVGElement;
  return mayFocus && element.hasAttribute('tabindex') && element.tabIndex >= 0;
}

/** Rows and cells of a grid take it one after the other, so that most of them are not in the order of Tab. */
function takesFocus(element: Element, role: string): boolean {
  return isFocusable(element) || (['gridcell', 'row'].includes(role) && element.hasAttribute('tabindex'));
}

function levelOf(element: Element): string {
  const level = /^[1-9]$/.exec(element.getAttribute('aria-level') ?? '')?.[0];
  return level ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? '2';
}
