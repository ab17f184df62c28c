// The accessible name of an element, by the rules of accname and of HTML's and SVG's mappings.
import { limits } from '@sallyport/protocol';
import { cssText } from './css-content.ts';
import { composedChildren, cut, hiddenPart, oneLine, ownedBy } from './dom.ts';
import { isNamedByContent, roleOf } from './roles.ts';
import { fieldValue } from './states.ts';

/** One walk through what names an element. */
interface Walk {
  /** Elements are met once, so that nothing names itself. */
  readonly met: Set<Element>;
  /** Inside what aria-labelledby names, no other aria-labelledby is followed. */
  readonly isReferenced: boolean;
  /** Below a hidden element that is named as a label, what is hidden counts too. */
  readonly hasHidden: boolean;
  readonly hasCssText: boolean;
  readonly isLeftOut: (element: Element) => boolean;
}

/** `hasCssText` is false where no style sheet of the document puts text anywhere; looking for it takes time. */
export function nameOf(element: Element, role: string, hasCssText = true): string {
  const met = new Set([element]);
  const isLeftOut = role === 'treeitem' ? isBranch : nothing;
  // A shadow root has style sheets of its own.
  const hasCss = hasCssText || element.getRootNode() instanceof ShadowRoot;
  const name = ownName(element, role, { met, isReferenced: false, hasHidden: false, hasCssText: hasCss, isLeftOut });
  return cut(name, limits.page.textMaxChars);
}

const nothing = (): boolean => false;

/** What hangs below an item of a tree has names of its own. */
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
    // An element may name itself, and the same label may be named twice; below another name each is met once.
    const met = walk.met.size > 1 ? walk.met : new Set(label === element ? [] : [element]);
    return label === null ? '' : referenced(label, { ...walk, met, isReferenced: true });
  });
  return oneLine(labels.join(' '));
}

/** The text of an element that was named as a label, hidden or not. */
function referenced(label: Element, walk: Walk): string {
  const hasHidden = !isExposed(label);
  return oneLine(alternativeOf(label, { ...walk, hasHidden, isLeftOut: nothing }));
}

function isExposed(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.closest('[aria-hidden="true"]') === null;
}

/** What HTML and SVG themselves offer as a label. */
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
  return attribute(element, alternatives.get(element.localName) ?? '');
}

const captions = new Map([
  ['fieldset', 'legend'],
  ['figure', 'figcaption'],
  ['table', 'caption'],
]);

const alternatives = new Map([
  ['area', 'alt'],
  ['img', 'alt'],
  ['optgroup', 'label'],
  ['option', 'label'],
]);

/** Not the element's own `labels`, for which browsers walk the whole document: too long for a table full of fields. */
export function labelsOf(element: Element): Element[] {
  const root = element.getRootNode();
  const around = element.closest('label');
  const byId =
    element.id === '' || !(root instanceof Document || root instanceof ShadowRoot)
      ? []
      : root.querySelectorAll(`label[for="${CSS.escape(element.id)}"]`);
  return [...new Set([...byId, ...(around?.control === element ? [around] : [])])];
}

function defaultOf(type: string): string {
  return type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : '';
}

/** The text of what an element holds as a reader meets it: pictures by their alt, boxes apart, hidden parts left out. */
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
    else if (child instanceof Element && !walk.isLeftOut(child)) collectElement(child, pieces, walk);
  }
  for (const owned of ownedBy(parent).filter((element) => element.checkVisibility({ visibilityProperty: true }))) {
    pieces.push(' ');
    collectElement(owned, pieces, walk);
  }
  if (walk.hasCssText) pieces.push(cssText(parent, '::after'));
}

function collectElement(element: Element, pieces: string[], walk: Walk): void {
  const style = getComputedStyle(element);
  const hidden = walk.hasHidden ? 'none' : hiddenPart(element, style);
  if (hidden === 'subtree') return;
  const isApart = (style.display !== 'inline' && style.display !== 'contents') || element.localName === 'br';
  if (isApart) pieces.push(' ');
  if (hidden === 'none') pieces.push(alternativeOf(element, walk));
  else {
    // What shows inside of it counts, its own text does not.
    for (const child of composedChildren(element)) if (child instanceof Element) collectElement(child, pieces, walk);
  }
  if (isApart) pieces.push(' ');
}

/** What an element says inside the name of another, with the spaces that it has. */
function alternativeOf(element: Element, walk: Walk): string {
  if (walk.met.has(element) || element instanceof HTMLStyleElement || element instanceof HTMLScriptElement) return '';
  walk.met.add(element);
  const role = roleOf(element);
  if (!element.hasAttributes() && role === '') return rawText(element, walk);
  const isSlot = element instanceof HTMLSlotElement;
  const own =
    fromLabelledBy(element, walk) ||
    (valued.has(role) ? valueIn(element) : '') ||
    (isSlot ? '' : attribute(element, 'aria-label')) ||
    (captions.has(element.localName) ? '' : fromHtml(element, walk));
  if (own !== '') return own;
  const text = valued.has(role) && !isNamedByContent(role) && 'value' in element ? '' : rawText(element, walk);
  return oneLine(text) === '' ? tooltipOf(element) || text : text;
}

/** Roles whose value is their text inside a label. */
const valued = new Set(['combobox', 'listbox', 'searchbox', 'slider', 'spinbutton', 'textbox']);

function valueIn(element: Element): string {
  const value = fieldValue(element);
  if (value !== undefined) return value;
  const chosen = [...element.querySelectorAll('[role="option"][aria-selected="true"]')];
  const shown = roleOf(element) === 'combobox' && !('value' in element) ? [element] : chosen;
  return oneLine(shown.map(({ textContent }) => textContent).join(' '));
}
