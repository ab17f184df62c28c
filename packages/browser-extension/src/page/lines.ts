// Formats one item of a page: role, name, ref, states and value, or a line of text with its links.
import { cut } from './dom.ts';
import { type Item, isText, type PageNode, type PageText } from './items.ts';
import { bareOrQuoted, quoted } from './quote.ts';
import { isNameUnseen, isUnseen, UNSEEN, withMarks } from './unseen.ts';

/** Returns the ref of an element with this label. */
export type RefOf = (element: Element, label: string) => string;

export interface Line {
  readonly text: string;
  /** How many of its texts were cut. */
  readonly cuts: number;
}

/** Role, name, ref, states, value and hint of a node. */
export function lineOf(node: PageNode, refOf: RefOf): string {
  const parts = [
    node.role,
    node.name === '' ? '' : quoted(node.name),
    node.hasRef ? nodeRef(node, refOf) : '',
    ...node.states,
    isNameUnseen(node) ? UNSEEN : '',
    node.value === undefined ? '' : `= ${quoted(node.value)}`,
    node.hint === undefined ? '' : `(${node.hint})`,
  ];
  return parts.filter(Boolean).join(' ');
}

export function nodeRef({ element, role, name }: PageNode, refOf: RefOf): string {
  return refOf(element, name === '' ? role : `${role} ${quoted(name)}`);
}

/** A text directly in its parent's element has the parent's ref. */
export function itemRef(item: Item, parent: PageNode | undefined, refOf: RefOf): string {
  if (!isText(item)) return nodeRef(item, refOf);
  return item.element === parent?.element ? nodeRef(parent, refOf) : refOf(item.element, 'text');
}

/** How many items from `start` on are on one line of the page: texts, and links among them. */
export function runLength(items: readonly Item[], start: number): number {
  let end = start;
  let hasText = false;
  while (end < items.length) {
    const item = items[end];
    if (item === undefined || (end > start && !item.isInline) || !(isText(item) || isPlainLink(item))) break;
    hasText ||= isText(item);
    end += 1;
  }
  return hasText ? end - start : 0;
}

function isPlainLink({ role, children }: PageNode): boolean {
  return role === 'link' && children.length === 0;
}

export function runLine(run: readonly Item[], parent: PageNode | undefined, maxChars: number, refOf: RefOf): Line {
  let cuts = 0;
  const words = (item: PageText) => {
    if (item.hasRef === true) return textLine(item, item.text, refOf);
    const marked = withMarks(item, maxChars);
    if (marked !== undefined) return marked;
    if (item.text.length <= maxChars) return bareOrQuoted(item.text);
    cuts += 1;
    const rest = item.text.length - maxChars + 1;
    return `${bareOrQuoted(cut(item.text, maxChars))} (+${rest} ${itemRef(item, parent, refOf)})`;
  };
  const text = run.map((item) => (isText(item) ? words(item) : lineOf(item, refOf))).join(' ');
  return { text, cuts };
}

/** Text with a ref is quoted, so its end is clear. */
export function textLine(item: PageText, words: string, refOf: RefOf): string {
  const mark = isUnseen(item) ? `${UNSEEN} ` : '';
  return `${mark}${quoted(words)} ${refOf(item.element, `text ${quoted(words)}`)}`;
}

const cells = new Set(['cell', 'columnheader', 'gridcell', 'rowheader']);
const CELL_MAX_ITEMS = 3;

/** A row of plain cells on one line; undefined for any other row. */
export function rowLine(row: PageNode, maxChars: number, refOf: RefOf): string | undefined {
  if (row.role !== 'row' || row.children.length === 0) return undefined;
  if (!row.children.every((cell) => isPlainCell(cell, maxChars))) return undefined;
  const head = ['row', ...(row.hasRef ? [nodeRef(row, refOf)] : []), ...row.states];
  const shown = row.children.map((cell) => cellWords(cell, refOf)).filter((words) => words !== '');
  return `${head.join(' ')}: ${shown.join(' | ')}`;
}

function isPlainCell(cell: Item, maxChars: number): boolean {
  if (isText(cell) || !cells.has(cell.role) || cell.frameIndex !== undefined) return false;
  if (cell.children.length > CELL_MAX_ITEMS) return false;
  return cell.children.every((item) =>
    isText(item) ? item.text.length <= maxChars : item.children.length === 0 && item.frameIndex === undefined,
  );
}

function cellWords(cell: Item, refOf: RefOf): string {
  if (isText(cell)) return withMarks(cell, cell.text.length) ?? bareOrQuoted(cell.text);
  const inner = cell.children.map((item) => (isText(item) ? textInCell(item, refOf) : lineOf(item, refOf)));
  // A cell that takes the focus, such as a day of a calendar, can be clicked.
  const ref = cell.hasRef ? [nodeRef(cell, refOf)] : [];
  return [
    ...(cell.name === '' ? [] : [quoted(cell.name)]),
    ...inner,
    ...ref,
    ...cell.states,
    ...(isNameUnseen(cell) ? [UNSEEN] : []),
  ].join(' ');
}

/** Quoted if it contains a bar, which would look like the end of the cell. */
function textInCell(item: PageText, refOf: RefOf): string {
  if (item.hasRef === true) return textLine(item, item.text, refOf);
  const marked = withMarks(item, item.text.length);
  return marked ?? (item.text.includes('|') ? quoted(item.text) : bareOrQuoted(item.text));
}
