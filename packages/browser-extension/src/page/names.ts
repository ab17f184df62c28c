// The accessible name of an element, by the rules of accname and of HTML's and SVG's mappings.
import { limits } from '@sallyport/protocol';
import { cssText } from './css-content.ts';
import { composedChildren, cut, domProperty, hiddenPart, isVisible, oneLine, ownedBy } from './dom.ts';
import { isNamedByContent, roleOf } from './roles.ts';
import { fieldValue } from './states.ts';

/** One walk through what names an element. */
interface Walk {
  /** Every element counts once, so no element names itself. */
  readonly visited: Set<Element>;
  /** Inside a target of aria-labelledby, no other aria-labelledby is followed. */
  readonly isReferenced: boolean;
  /** Inside a hidden element that labels another, hidden text counts too. */
  readonly hasHidden: boolean;
  readonly hasCssText: boolean;
  readonly isSkipped: (element: Element) => boolean;
}

/** `hasCssText` is false if no style sheet of the document adds text: looking for it is slow. */
export function nameOf(element: Element, role: string, hasCssText = true): string {
  const visited = new Set([element]);
  const isSkipped = role === 'treeitem' ? isBranch : skipNone;
  // A shadow root has style sheets of its own.
  const hasCss = hasCssText || element.getRootNode() instanceof ShadowRoot;
  const name = ownName(element, role, {
    visited,
    isReferenced: false,
    hasHidden: false,
    hasCssText: hasCss,
    isSkipped,
  });
  return cut(name, limits.page.textMaxChars);
}

const skipNone = (): boolean => false;

/** The children of a tree item have names of their own. */
const isBranch = (element: Element): boolean => ['group', 'tree', 'treeitem'].includes(roleOf(element));

function ownName(element: Element, role: string, walk: Walk): string {
  const hasAttributes = element.hasAttributes();
  return (
    (hasAttributes ? fromLabelledBy(element, walk) || attribute(element, 'aria-label') : '') ||
    fromHtml(element, walk) ||
    (isNamedByContent(role) ? textOf(element, walk) : '') ||
    (hasAttributes ? tooltipOf(element) || attribute(element, 'placeholder') : '')
  );
}

function attribute(element: Element, name: string): string {
  return oneLine(element.getAttribute(name) ?? '');
}

function tooltipOf(element: Element): string {
  return attribute(element, 'title') || attribute(element, 'xlink:title');
}

function fromLabelledBy(element: Element, walk: Walk): string {
  const ids = attribute(element, 'aria-labelledby');
  const root = element.getRootNode();
  if (ids === '' || walk.isReferenced || !(root instanceof Document || root instanceof ShadowRoot)) return '';
  const labels = ids.split(' ').map((id) => {
    const label = root.getElementById(id);
    // An element may name itself, and the same label may be named twice; inside another name each counts once.
    const visited = walk.visited.size > 1 ? walk.visited : new Set(label === element ? [] : [element]);
    // An element that names itself does so by its own label, not by its value.
    const own = label === element ? attribute(element, 'aria-label') : '';
    return label === null ? '' : own || referenced(label, { ...walk, visited, isReferenced: true });
  });
  return oneLine(labels.join(' '));
}

/** The text of an element that labels another, hidden or not. */
function referenced(label: Element, walk: Walk): string {
  const hasHidden = !isExposed(label);
  return oneLine(textAlternative(label, { ...walk, hasHidden, isSkipped: skipNone }));
}

function isExposed(element: Element): boolean {
  return isVisible(element, { visibilityProperty: true }) && element.closest('[aria-hidden="true"]') === null;
}

/** The name from HTML's and SVG's own labels. */
function fromHtml(element: Element, walk: Walk): string {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'image') return attribute(element, 'alt') || tooltipOf(element) || 'Submit';
    if (['button', 'reset', 'submit'].includes(element.type)) return oneLine(element.value) || defaultOf(element.type);
  }
  if ('labels' in element) {
    const labels = labelsOf(element).map((label) => referenced(label, walk));
    if (labels.some(Boolean)) return oneLine(labels.join(' '));
  }
  if (element instanceof SVGElement) return oneLine(element.querySelector(':scope > title')?.textContent ?? '');
  const part = captions.get(element.localName);
  const caption = part === undefined ? null : element.querySelector(`:scope > ${part}`);
  if (caption !== null) return referenced(caption, walk);
  return attribute(element, altAttributes.get(element.localName) ?? '');
}

const captions = new Map([
  ['fieldset', 'legend'],
  ['figure', 'figcaption'],
  ['table', 'caption'],
]);

const altAttributes = new Map([
  ['area', 'alt'],
  ['img', 'alt'],
  ['optgroup', 'label'],
  ['option', 'label'],
]);

/** Not the `labels` property, for which browsers walk the whole document: too slow for a table full of fields. */
export function labelsOf(element: Element): Element[] {
  const root = element.getRootNode();
  const around = element.closest('label');
  const id = domProperty(element, 'id');
  const byId =
    id === '' || !(root instanceof Document || root instanceof ShadowRoot)
      ? []
      : root.querySelectorAll(`label[for="${CSS.escape(id)}"]`);
  const own = [...new Set([...byId, ...(around?.control === element ? [around] : [])])];
  // A field of a custom element is labelled by what labels its host.
  const isInner = own.length === 0 && root instanceof ShadowRoot && 'form' in element;
  return isInner ? labelsOf(root.host) : own;
}

function defaultOf(type: string): string {
  return type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : '';
}

/** The text in an element in reading order: images by their alt, blocks separated by spaces, hidden parts omitted. */
function textOf(element: Element, walk: Walk): string {
  return oneLine(rawText(element, walk));
}

function rawText(element: Element, walk: Walk): string {
  const pieces: string[] = [];
  collect(element, pieces, walk);
  return pieces.join('');
}

function collect(parent: Element, pieces: string[], walk: Walk): void {
  if (walk.hasCssText) pieces.push(cssText(parent, '::before'));
  for (const child of composedChildren(parent)) {
    if (child instanceof Text) pieces.push(child.data);
    else if (child instanceof Element && !walk.isSkipped(child)) collectElement(child, pieces, walk);
  }
  for (const owned of ownedBy(parent).filter((element) => isVisible(element, { visibilityProperty: true }))) {
    pieces.push(' ');
    collectElement(owned, pieces, walk);
  }
  if (walk.hasCssText) pieces.push(cssText(parent, '::after'));
}

function collectElement(element: Element, pieces: string[], walk: Walk): void {
  const style = getComputedStyle(element);
  const hidden = walk.hasHidden ? 'none' : hiddenPart(element, style);
  if (hidden === 'subtree') return;
  const isSeparate = (style.display !== 'inline' && style.display !== 'contents') || element.localName === 'br';
  if (isSeparate) pieces.push(' ');
  if (hidden === 'none') pieces.push(textAlternative(element, walk));
  else {
    // Visible descendants count; its own text does not.
    for (const child of composedChildren(element)) if (child instanceof Element) collectElement(child, pieces, walk);
  }
  if (isSeparate) pieces.push(' ');
}

/** The text that an element adds to the name of another, with its spaces. */
function textAlternative(element: Element, walk: Walk): string {
  if (walk.visited.has(element) || element instanceof HTMLStyleElement || element instanceof HTMLScriptElement)
    return '';
  walk.visited.add(element);
  const role = roleOf(element);
  if (!element.hasAttributes() && role === '') return rawText(element, walk);
  const isSlot = element instanceof HTMLSlotElement;
  const own =
    fromLabelledBy(element, walk) ||
    (valueRoles.has(role) ? valueIn(element) : '') ||
    (isSlot ? '' : attribute(element, 'aria-label')) ||
    (captions.has(element.localName) ? '' : fromHtml(element, walk));
  if (own !== '') return own;
  const text = valueRoles.has(role) && !isNamedByContent(role) && 'value' in element ? '' : rawText(element, walk);
  return oneLine(text) === '' ? tooltipOf(element) || text : text;
}

/** Inside a label, these roles add their value instead of their text. */
const valueRoles = new Set(['combobox', 'listbox', 'searchbox', 'slider', 'spinbutton', 'textbox']);

function valueIn(element: Element): string {
  const value = fieldValue(element);
  if (value !== undefined) return value;
  const chosen = [...element.querySelectorAll('[role="option"][aria-selected="true"]')];
  const shown = roleOf(element) === 'combobox' && !('value' in element) ? [element] : chosen;
  return oneLine(shown.map(({ textContent }) => textContent).join(' '));
}
