// Finds items of a page by the text that a snapshot shows for them, and returns only the matches.
import { limits } from '@sallyport/protocol';
import type { FindArgs, FindResult } from '../base/page-calls.ts';
import { cut, oneLine } from './dom.ts';
import { sizeOf } from './folds.ts';
import { lineOf, type RefOf, textLine } from './lines.ts';
import { invalid } from './page-error.ts';
import type { Refs } from './refs.ts';
import { write } from './snapshot.ts';
import { type Item, isText, type PageNode, type PageText, pageItems } from './tree.ts';

export function find(args: FindArgs, refs: Refs): FindResult {
  return findIn(pageItems(), args, refs);
}

/** A match in one of these returns all of it: for a name, also the button in its row. */
const records = new Set(['row', 'listitem', 'article', 'group']);
const RECORD_SIZE = 16;
const RECORD_TOKENS = 400;

/**
 * A hit is the record (row, list item …) that contains the match, if that is small enough; otherwise it is the matching
 * line and its parent's. Every match gets a ref, even if a snapshot gives it none.
 */
export function findIn(items: readonly Item[], { text, isRegex, maxHits }: FindArgs, refs: Refs): FindResult {
  const pattern = patternOf(text, isRegex);
  const hits = new Map<Item, Hit>();
  function look(list: readonly Item[], holder: PageNode | undefined, record: PageNode | undefined): void {
    for (const item of list) {
      const own = !isText(item) && records.has(item.role) && sizeOf(item) <= RECORD_SIZE ? item : record;
      if (pattern.test(isText(item) ? item.text : wordsOf(item))) {
        const hit = hits.get(own ?? item) ?? { holder, record: own, found: new Set() };
        hit.found.add(item);
        hits.set(own ?? item, hit);
      }
      if (!isText(item)) look(item.children, item, own);
    }
  }
  look(items, undefined, undefined);
  const shown = [...hits].slice(0, maxHits).map(([item, hit]) => lineOfHit(item, hit, refs, pattern));
  return { hits: shown, total: hits.size };
}

interface Hit {
  readonly holder: PageNode | undefined;
  readonly record: PageNode | undefined;
  /** The matches in the record, or the one match. */
  readonly found: Set<Item>;
}

function lineOfHit(item: Item, { holder, record, found }: Hit, refs: Refs, pattern: RegExp): string {
  if (record !== undefined) return whole({ ...withRefs(record, found, pattern), mayAct: true }, refs);
  return hitLine(item, holder, refs, pattern);
}

/** Text directly in the node's element has the node's ref. */
function withRefs(node: PageNode, found: ReadonlySet<Item>, pattern: RegExp): PageNode {
  let mayAct = node.mayAct || found.has(node);
  const children = node.children.map((child) => {
    if (!isText(child)) return withRefs(child, found, pattern);
    if (!found.has(child)) return child;
    const { element } = pieceOf(child, pattern);
    mayAct ||= element === node.element;
    return element === node.element ? child : { ...child, element, hasRef: true };
  });
  return { ...node, mayAct, children };
}

/** The first piece of the text that matches, else the whole text. */
function pieceOf(text: PageText, pattern: RegExp): PageText {
  return text.pieces?.find((piece) => pattern.test(oneLine(piece.text))) ?? text;
}

function patternOf(text: string, isRegex: boolean): RegExp {
  try {
    return new RegExp(isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu');
  } catch {
    throw invalid('This is not a regular expression.', 'Search for plain text instead.');
  }
}

/** Values of secret fields are masked in the tree already. */
function wordsOf({ role, name, value = '', states }: PageNode): string {
  return [role, name, value, ...states].filter(Boolean).join(' ');
}

function whole(record: PageNode, refs: Refs): string {
  return write([record], RECORD_TOKENS, refs).text;
}

function hitLine(item: Item, holder: PageNode | undefined, refs: Refs, pattern: RegExp): string {
  const refOf: RefOf = (element, label) => refs.refOf(element, label);
  const within =
    holder === undefined ? '' : ` in ${lineOf({ ...holder, states: [], value: undefined, mayAct: true }, refOf)}`;
  if (isText(item)) return `text ${textLine(pieceOf(item, pattern), excerpt(item.text, pattern), refOf)}${within}`;
  const line = lineOf({ ...item, mayAct: true }, refOf);
  const part = item.parts
    ?.map((text) => pieceOf(text, pattern))
    .find(({ element, text }) => element !== item.element && pattern.test(text));
  return part === undefined
    ? `${line}${within}`
    : `text ${textLine(part, excerpt(oneLine(part.text), pattern), refOf)} in ${line}`;
}

/** Cuts a long text to what is around the match. */
function excerpt(text: string, pattern: RegExp): string {
  const { textMaxChars } = limits.page;
  const start = Math.max(0, text.search(pattern) - textMaxChars / 2);
  return `${start === 0 ? '' : '…'}${cut(text.slice(start), textMaxChars)}`;
}
