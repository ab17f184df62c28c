// A page as an agent sees it: a tree of roles, names, states and text, without boxes that have no meaning.
import { limits } from '@sallyport/protocol';
import { composedChildren, cut, hiddenPart } from './dom.ts';
import { frameIndexOf } from './frames.ts';
import { type Item, Items, isText, type PageNode, startWalk, type Walk } from './items.ts';
import { nameOf } from './names.ts';
import {
  classHint,
  isNativeControl,
  isUniformList,
  nearWords,
  noReaction,
  type Reaction,
  reactionOf,
} from './reactive.ts';
import { isActionable, isNamedByContent, roleOf } from './roles.ts';
import { fieldHint, fieldValue, statesOf } from './states.ts';

/** The inherited cursor of elements whose parent's cursor does not count. */
const NO_CURSOR = 'auto';

/** The whole page. In an editor's frame the body itself is often the text field. */
export function pageItems({ body }: Document = document): readonly Item[] {
  if (body === null) return [];
  return body.isContentEditable
    ? [nodeOf(body, 'textbox', noReaction, NO_CURSOR, startWalk(document))]
    : itemsUnder(body);
}

/** The items under an element, without the element itself: a caller who opens an interactive box wants its parts. */
export function itemsUnder(element: Element): readonly Item[] {
  return itemsIn(element, NO_CURSOR, startWalk(element.ownerDocument));
}

/** Nodes of the page, each with what is under it: what another element owns too, which may not be among them. */
export function itemsOf(nodes: readonly Node[]): readonly Item[] {
  const items = new Items({ ...startWalk(document), ownedBy: () => [], isOwned: () => false });
  for (const node of nodes) {
    if (node instanceof Element) walkElement(node, items, NO_CURSOR);
    else if (node instanceof Text && node.parentElement !== null) items.text(node.data, node.parentElement);
  }
  return items.finished();
}

function itemsIn(element: Element, cursor: string, walk: Walk): Item[] {
  const items = new Items(walk);
  walkChildren(element, items, cursor);
  return items.finished();
}

function walkChildren(parent: Element, items: Items, cursor: string): void {
  for (const child of shownChildren(parent)) {
    if (child instanceof Text) items.text(child.data, parent);
    else if (child instanceof Element && !items.walk.isOwned(child)) walkElement(child, items, cursor);
  }
  for (const child of items.walk.ownedBy(parent)) walkElement(child, items, cursor);
}

/** A closed `<details>` shows only its summary. */
function shownChildren(parent: Element): readonly Node[] {
  const children = composedChildren(parent);
  if (!(parent instanceof HTMLDetailsElement) || parent.open) return children;
  return children.filter((child) => child instanceof Element && child.localName === 'summary').slice(0, 1);
}

/** `inheritedCursor` is the cursor of the element's parent. */
function walkElement(element: Element, items: Items, inheritedCursor: string): void {
  const style = getComputedStyle(element);
  const hidden = hiddenPart(element, style);
  if (hidden === 'subtree') return;
  const isBlock = !style.display.startsWith('inline') && style.display !== 'contents';
  if (isBlock || element.localName === 'br') items.lineBreak();
  if (hidden === 'none') walkShown(element, items, style, inheritedCursor);
  else walkBox(element, items, false, style.cursor);
  if (isBlock) items.lineBreak();
}

function walkShown(element: Element, items: Items, style: CSSStyleDeclaration, inheritedCursor: string): void {
  const { cursor } = style;
  const role = meaningfulRole(element);
  const isListening = items.walk.listening.has(element);
  const reaction = isActionable(role) ? noReaction : reactionOf(element, style, { inheritedCursor, isListening });
  if (role !== '') items.node(nodeOf(element, role, reaction, cursor, items.walk));
  else if (isLabel(element)) walkLabel(element, items, cursor);
  else if (reaction.isReactive || isFocusable(element)) {
    if (isUniformList(element)) walkBox(element, items, true, NO_CURSOR);
    else items.node(clickableBox(element, reaction, cursor, items.walk));
  } else if (reaction.states.length > 0) items.node(nodeOf(element, 'scrollable', reaction, cursor, items.walk));
  else walkBox(element, items, true, cursor);
}

/** The role, or '' if it adds nothing: table sections and groups without a name. */
function meaningfulRole(element: Element): string {
  const role = roleOf(element);
  if (role === '') return mediaTags.has(element.localName) ? element.localName : '';
  if (role === 'rowgroup') return '';
  if (role !== 'group') return role;
  return nameOf(element, role) === '' && statesOf(element).length === 0 ? '' : role;
}

/** They have no role, but a pointer can use them. */
const mediaTags = new Set(['audio', 'canvas', 'video']);

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
  return element instanceof HTMLLabelElement && element.control !== null && element.control.ariaHidden !== 'true';
}

/** The control has the label's text as its name, even if only the label is visible. */
function walkLabel(label: Label, items: Items, cursor: string): void {
  const { control } = label;
  const inside = new Items(items.walk);
  walkChildren(label, inside, cursor);
  if (!control.checkVisibility({ visibilityProperty: true }))
    items.node(nodeOf(control, roleOf(control), noReaction, cursor, items.walk));
  // Where a calendar or the like has opened in it, its texts are more than the name.
  const isMore = inside.list.filter((item) => isPressed(item) && item.element !== control).length >= OPENED_MIN;
  for (const item of inside.list) {
    if (!isText(item)) items.node(item);
    else if (isMore) {
      if (!item.isInline) items.lineBreak();
      items.text(item.text, item.element);
    }
  }
}

/** Buttons inside a label from which on it holds a widget; links and further fields are part of what it says. */
const OPENED_MIN = 2;

function isPressed(item: Item): boolean {
  return !isText(item) && (item.role === 'button' || item.role === 'clickable');
}

/** Users point at their members, even if the container sets the cursor. */
const containers = new Set(['grid', 'list', 'listbox', 'menu', 'radiogroup', 'table', 'tablist', 'tree', 'treegrid']);

function nodeOf(element: Element, role: string, reaction: Reaction, cursor: string, walk: Walk): PageNode {
  const name = nameOf(element, role, walk.hasCssText);
  const frameIndex = frameIndexOf(element);
  const isContainer = containers.has(role) && reaction.hasCursor;
  const isLeaf = isLeafOf(element, role);
  const hint = fieldHint(element) || (name === '' && isNamedByContent(role) ? classHint(element) : '');
  const inside = isLeaf ? nothing : insideOf(element, role, name, isContainer ? NO_CURSOR : cursor, walk);
  return {
    element,
    isInline: false,
    role: role === 'heading' ? `heading ${levelOf(element)}` : role,
    name,
    states: [...statesOf(element), ...(isLeaf || role === 'scrollable' ? [] : reaction.states)],
    value: fieldValue(element),
    hasRef:
      isActionable(role) ||
      mediaTags.has(role) ||
      isShape(element, role) ||
      frameIndex !== undefined ||
      takesFocus(element, role) ||
      (reaction.isReactive && !isContainer) ||
      reaction.states.length > 0 ||
      (element.hasAttribute('role') && isNativeControl(element)),
    ...(hint === '' ? {} : { hint }),
    ...(frameIndex === undefined ? {} : { frameIndex }),
    ...inside,
  };
}

type Inside = Pick<PageNode, 'children' | 'nameTexts'>;

const nothing: Inside = { children: [] };

/** A named part of a drawing. */
function isShape(element: Element, role: string): boolean {
  return role === 'img' && element instanceof SVGElement && element.localName !== 'svg';
}

/** Their content is their value, or is not shown. */
function isLeafOf({ localName }: Element, role: string): boolean {
  return (
    role === 'textbox' ||
    role === 'searchbox' ||
    ['iframe', 'select', 'textarea'].includes(localName) ||
    mediaTags.has(localName)
  );
}

function insideOf(element: Element, role: string, name: string, cursor: string, walk: Walk): Inside {
  const items = new Items(walk);
  walkChildren(element, items, cursor);
  const children = items.finished(name);
  const isTextInName = name !== '' && (isNamedByContent(role) || element.localName === 'svg');
  if (!isTextInName) return { children };
  // The name already contains the text; only interactive descendants add something.
  return { children: children.filter(isInteractive), nameTexts: items.list.filter(isText) };
}

function clickableBox(element: Element, { states }: Reaction, cursor: string, walk: Walk): PageNode {
  const items = itemsIn(element, cursor, walk);
  const parts = items.filter(isText);
  const others = items.filter((item) => !isText(item));
  // One text among handles and dots is what the box is called.
  const isOnlyText = others.length === 0 || (parts.length === 1 && others.every(isBareNode));
  const words = isOnlyText ? parts.map(({ text }) => text).join(' ') : '';
  const name = nameOf(element, '', walk.hasCssText) || cut(words, limits.page.textMaxChars);
  const hint = name === '' && isOnlyText ? hintOf(element) : '';
  return {
    element,
    isInline: false,
    role: 'clickable',
    name,
    states: [...statesOf(element), ...states],
    value: undefined,
    hasRef: true,
    ...(hint === '' ? {} : { hint }),
    ...(isOnlyText ? { parts, children: others } : { children: items }),
  };
}

function isBareNode(item: Item): boolean {
  return !isText(item) && item.role === 'clickable' && item.name === '' && item.children.length === 0;
}

function hintOf(element: Element): string {
  const near = nearWords(element);
  return [classHint(element), near === '' ? '' : `by ${near}`].filter(Boolean).join(' ');
}

function isInteractive(item: Item): boolean {
  return !isText(item) && (item.hasRef || item.children.some(isInteractive));
}

function isFocusable(element: Element): boolean {
  const mayFocus = element instanceof HTMLElement || element instanceof SVGElement;
  return mayFocus && element.hasAttribute('tabindex') && element.tabIndex >= 0;
}

/** Rows and cells of a grid share one tab stop, so most of them have tabindex -1. */
function takesFocus(element: Element, role: string): boolean {
  return isFocusable(element) || (['gridcell', 'row'].includes(role) && element.hasAttribute('tabindex'));
}

function levelOf(element: Element): string {
  const level = /^[1-9]$/.exec(element.getAttribute('aria-level') ?? '')?.[0];
  return level ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? '2';
}
