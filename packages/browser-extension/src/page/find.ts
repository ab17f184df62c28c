// Finds items of a page by the text that a snapshot shows for them, and returns only the matches.
import { limits } from '@sallyport/protocol';
import type { FindArgs, FindResult } from '../base/page-calls.ts';
import { cut, oneLine } from './dom.ts';
import { sizeOf } from './folds.ts';
import { type Item, isText, type PageNode, type PageText } from './items.ts';
import { lineOf, type RefOf, textLine } from './lines.ts';
import { invalid } from './page-error.ts';
import { quoted } from './quote.ts';
import type { Refs } from './refs.ts';
import { shownWith } from './shown-words.ts';
import { write } from './snapshot.ts';
import { describe } from './target.ts';
import { pageItems } from './tree.ts';

export function find(args: FindArgs, refs: Refs): FindResult {
  const found = findIn(pageItems(), args, refs);
  if (found.total > 0 || args.isRegex) return found;
  // What a snapshot has no line for.
  const shown = shownWith(args.text);
  const hits = shown.slice(0, args.maxHits).map(({ element, words }) => {
    const ref = refs.refOf(element, describe(element));
    return `text ${quoted(cut(words, limits.page.textMaxChars))} ${ref}`;
  });
  return { hits, total: shown.length };
}

/** A match inside one of these returns the whole record, such as the row of a name with its button. */
const recordRoles = new Set(['row', 'listitem', 'article', 'group']);
const RECORD_MAX_ITEMS = 16;
const RECORD_MAX_TOKENS = 400;

/**
 * A hit is the record (row, list item …) that contains the match, if that is small enough; otherwise it is the matching
 * line and its parent's. Every match gets a ref, even if a snapshot gives it none.
 */
export function findIn(items: readonly Item[], { text, isRegex, maxHits }: FindArgs, refs: Refs): FindResult {
  const pattern = patternOf(text, isRegex);
  const hits = new Map<Item, Hit>();
  function collect(list: readonly Item[], parent: PageNode | undefined, outerRecord: PageNode | undefined): void {
    for (const item of list) {
      const record =
        !isText(item) && recordRoles.has(item.role) && sizeOf(item) <= RECORD_MAX_ITEMS ? item : outerRecord;
      const inside = isText(item) || record !== undefined ? [] : partsWith(item, pattern);
      for (const piece of inside) hits.set(piece, { parent: isText(item) ? parent : item, record, matches: new Set() });
      if (inside.length === 0 && (isText(item) ? pattern.test(item.text) : isMatch(item, pattern))) {
        const hit = hits.get(record ?? item) ?? { parent, record, matches: new Set() };
        hit.matches.add(item);
        hits.set(record ?? item, hit);
      }
      if (!isText(item)) collect(item.children, item, record);
    }
  }
  collect(items, undefined, undefined);
  const shown = [...hits].slice(0, maxHits).map(([item, hit]) => hitText(item, hit, refs, pattern));
  return { hits: shown, total: hits.size };
}

interface Hit {
  readonly parent: PageNode | undefined;
  readonly record: PageNode | undefined;
  /** The matches in the record, or the one match. */
  readonly matches: Set<Item>;
}

function hitText(item: Item, { parent, record, matches }: Hit, refs: Refs, pattern: RegExp): string {
  if (record !== undefined) return recordLines({ ...withRefs(record, matches, pattern), hasRef: true }, refs);
  return matchLine(item, parent, refs, pattern);
}

/** Text directly in the node's element has the node's ref. */
function withRefs(node: PageNode, matches: ReadonlySet<Item>, pattern: RegExp): PageNode {
  let hasRef = node.hasRef || matches.has(node);
  const children = node.children.map((child) => {
    if (!isText(child)) return withRefs(child, matches, pattern);
    if (!matches.has(child)) return child;
    const { element } = matchingPiece(child, pattern);
    hasRef ||= element === node.element;
    return element === node.element ? child : { ...child, element, hasRef: true };
  });
  return { ...node, hasRef, children };
}

/** The texts of a box that has no children, each of which is a hit of its own. */
function partsWith({ element, parts = [] }: PageNode, pattern: RegExp): PageText[] {
  return parts
    .map((part) => matchingPiece(part, pattern))
    .filter((piece) => piece.element !== element && pattern.test(oneLine(piece.text)))
    .map((piece) => ({ ...piece, text: oneLine(piece.text) }));
}

/** The first piece of the text that matches, else the whole text. */
function matchingPiece(text: PageText, pattern: RegExp): PageText {
  return text.pieces?.find((piece) => pattern.test(oneLine(piece.text))) ?? text;
}

function patternOf(text: string, isRegex: boolean): RegExp {
  try {
    return new RegExp(isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu');
  } catch {
    throw invalid('This is not a regular expression.', 'Search for plain text instead.');
  }
}

/** A pattern for a whole name or value need not know the rest of the line. */
function isMatch(node: PageNode, pattern: RegExp): boolean {
  return [searchText(node), node.name, node.value ?? ''].some((text) => text !== '' && pattern.test(text));
}

/** Values of secret fields are masked in the tree already. */
function searchText({ role, name, value = '', states, hint = '' }: PageNode): string {
  return [role, name, value, ...states, hint].filter(Boolean).join(' ');
}

function recordLines(record: PageNode, refs: Refs): string {
  return write([record], RECORD_MAX_TOKENS, refs).text;
}

function matchLine(item: Item, parent: PageNode | undefined, refs: Refs, pattern: RegExp): string {
  const refOf: RefOf = (element, label) => refs.refOf(element, label);
  const inParent =
    parent === undefined ? '' : ` in ${lineOf({ ...parent, states: [], value: undefined, hasRef: true }, refOf)}`;
  if (isText(item))
    return `text ${textLine(matchingPiece(item, pattern), excerpt(item.text, pattern), refOf)}${inParent}`;
  return `${lineOf({ ...item, hasRef: true }, refOf)}${inParent}`;
}

/** Cuts a long text to what is around the match. */
function excerpt(text: string, pattern: RegExp): string {
  const { textMaxChars } = limits.page;
  const start = Math.max(0, text.search(pattern) - textMaxChars / 2);
  return `${start === 0 ? '' : '…'}${cut(text.slice(start), textMaxChars)}`;
}
