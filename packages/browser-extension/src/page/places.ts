// Where on the page something is, in the words that a reader would use: the row, the list item, the dialog around it.
import { cut, isVisible, oneLine, parentOf } from './dom.ts';
import { isInField, wordsOutsideFields } from './field-texts.ts';
import { nameOf } from './names.ts';
import { bareOrQuoted, quoted } from './quote.ts';
import { roleOf } from './roles.ts';

const NAME_CHARS = 40;
/** A longer text says itself what it is about. */
const SHORT_CHARS = 24;

/** Known by their first words. */
const records = new Set(['article', 'listitem', 'row', 'treeitem']);
/** Known by their names. */
const named = new Set(['alertdialog', 'dialog', 'form', 'grid', 'group', 'list', 'region', 'table', 'tabpanel']);

/** `in row "Carol": `, or nothing. Words that changed do not count. */
export function placeOf(node: Node, changed: ReadonlySet<Node>): string {
  for (let around: Node | null = node; around !== null; around = parentOf(around)) {
    if (!(around instanceof Element)) continue;
    const role = roleOf(around);
    const name = records.has(role) ? wordsOf(around, changed) : named.has(role) ? nameOf(around, role) : '';
    if (name !== '') return `in ${role} ${quoted(cut(name, NAME_CHARS))}: `;
  }
  return '';
}

function wordsOf(record: Element, changed: ReadonlySet<Node>): string {
  const label = oneLine(record.getAttribute('aria-label') ?? '');
  if (label !== '') return label;
  const texts = record.ownerDocument.createTreeWalker(record, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const words = changed.has(node) ? '' : seenWords(node);
    if (words !== '') return words;
  }
  return '';
}

function seenWords(node: Node): string {
  const { parentElement } = node;
  if (parentElement === null || !isVisible(parentElement) || isInField(node)) return '';
  return oneLine(node.textContent ?? '');
}

/** What a short text is about: the head of its column, or the words before it on its line. */
export function leadOf(text: Text): string {
  const { parentElement } = text;
  if (parentElement === null || oneLine(text.data).length > SHORT_CHARS) return '';
  const lead = columnOf(parentElement) || wordsBefore(text);
  return lead === '' ? '' : `${bareOrQuoted(lead)} `;
}

function columnOf(element: Element): string {
  const cell = element.closest('td');
  const head = cell?.closest('table')?.rows[0]?.cells[cell.cellIndex];
  return head === undefined || head.localName !== 'th' ? '' : cut(wordsOutsideFields(head), SHORT_CHARS);
}

function wordsBefore(text: Text): string {
  let line: Element | null = text.parentElement;
  while (line !== null && getComputedStyle(line).display === 'inline') line = line.parentElement;
  const words: string[] = [];
  const texts = line === null ? undefined : document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = texts?.nextNode() ?? null; node !== null && node !== text; node = texts?.nextNode() ?? null) {
    words.push(seenWords(node));
  }
  const all = words.filter(Boolean).join(' ');
  return all.length <= SHORT_CHARS ? all : `…${all.slice(-SHORT_CHARS).replace(/^\S+ /, '')}`;
}
