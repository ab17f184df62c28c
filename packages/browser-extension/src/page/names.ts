// The accessible name of an element, after the rules of accname as far as pages commonly need them.
import { limits } from '@sallyport/protocol';
import { composedChildren, cut, hiddenPart, oneLine } from './dom.ts';
import { isNamedByContent, roleOf } from './roles.ts';

export function nameOf(element: Element, role: string): string {
  const name =
    (element.hasAttributes() ? fromLabelledBy(element) || attribute(element, 'aria-label') : '') ||
    fromHtml(element) ||
    (isNamedByContent(role) ? textOf(element, 'shown', role === 'treeitem' ? isBranch : undefined) : '') ||
    (element.hasAttributes() ? attribute(element, 'title') || attribute(element, 'placeholder') : '');
  return cut(name, limits.page.textMaxChars);
}

function attribute(element: Element, name: string): string {
  return oneLine(element.getAttribute(name) ?? '');
}

function fromLabelledBy(element: Element): string {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return '';
  const ids = attribute(element, 'aria-labelledby').split(' ').filter(Boolean);
  const labels = ids.map((id) => {
    const label = root.getElementById(id);
    return label === null ? '' : attribute(label, 'aria-label') || textOf(label, 'hidden too');
  });
  return oneLine(labels.join(' '));
}

/** What HTML itself offers as a label. */
function fromHtml(element: Element): string {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'image') return attribute(element, 'alt') || 'Submit';
    if (['button', 'reset', 'submit'].includes(element.type)) return oneLine(element.value) || defaultOf(element.type);
  }
  if ('labels' in element) {
    const labels = labelsOf(element).map((label) => textOf(label, 'shown', (inside) => inside === element));
    if (labels.some(Boolean)) return oneLine(labels.join(' '));
  }
  return htmlNames.get(element.localName)?.(element) ?? '';
}

const htmlNames: ReadonlyMap<string, (element: Element) => string> = new Map(
  Object.entries({
    area: (element) => attribute(element, 'alt'),
    img: (element) => attribute(element, 'alt'),
    fieldset: (element) => firstText(element, 'legend'),
    figure: (element) => firstText(element, 'figcaption'),
    svg: (element) => oneLine(element.querySelector(':scope > title')?.textContent ?? ''),
    table: (element) => firstText(element, 'caption'),
    optgroup: (element) => attribute(element, 'label'),
  }),
);

/** Not the element's own `labels`, for which browsers walk the whole document: too long for a table full of fields. */
function labelsOf(element: Element): Element[] {
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

function firstText(element: Element, child: string): string {
  const found = element.querySelector(`:scope > ${child}`);
  return found === null ? '' : textOf(found);
}

type Choice = (element: Element) => boolean;

const nothing: Choice = () => false;

/** What hangs below an item of a tree has names of its own. */
const isBranch: Choice = (element) => ['group', 'tree', 'treeitem'].includes(roleOf(element));

/** The text of a subtree as a reader meets it: pictures by their alt, blocks apart, hidden parts left out. */
function textOf(element: Element, which: 'shown' | 'hidden too' = 'shown', isLeftOut = nothing): string {
  const pieces: string[] = [];
  collect(element, pieces, which, isLeftOut);
  return oneLine(pieces.join(''));
}

function collect(parent: Element, pieces: string[], which: 'shown' | 'hidden too', isLeftOut: Choice): void {
  for (const child of composedChildren(parent)) {
    if (child instanceof Text) pieces.push(child.data);
    else if (child instanceof Element && !isLeftOut(child)) collectElement(child, pieces, which, isLeftOut);
  }
}

function collectElement(element: Element, pieces: string[], which: 'shown' | 'hidden too', isLeftOut: Choice): void {
  const style = getComputedStyle(element);
  const hidden = hiddenPart(element, style);
  if (which === 'shown' && hidden === 'subtree') return;
  const isBlock = !style.display.startsWith('inline') && style.display !== 'contents';
  const own = attribute(element, 'aria-label') || (roleOf(element) === 'img' ? nameOf(element, 'img') : '');
  if (isBlock || element.localName === 'br') pieces.push(' ');
  if (own !== '') pieces.push(own);
  else if (hidden === 'none' || which === 'hidden too') collect(element, pieces, which, isLeftOut);
  if (isBlock) pieces.push(' ');
}
