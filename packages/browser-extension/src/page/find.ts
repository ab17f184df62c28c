// Finds things on a page by what a snapshot would say of them, without reading the whole of it.
import { limits } from '@sallyport/protocol';
import type { FindArgs, FindResult } from '../base/page-calls.ts';
import { cut } from './dom.ts';
import { sizeOf } from './folds.ts';
import { lineOf, type RefOf } from './lines.ts';
import { invalid } from './page-error.ts';
import type { Refs } from './refs.ts';
import { write } from './snapshot.ts';
import { type Item, isText, itemsUnder, type PageNode } from './tree.ts';

export function find(args: FindArgs, refs: Refs): FindResult {
  return findIn(document.body === null ? [] : itemsUnder(document.body), args, refs);
}

/** Whoever finds one thing of these wants the others: the button in the row of a name. */
const records = new Set(['row', 'listitem', 'article', 'group']);
const RECORD_SIZE = 16;
const RECORD_TOKENS = 400;

/**
 * A hit is the row or list item that holds the thing, where there is one of a handy size. Else it is the line of the
 * thing, with a ref even where it has none in a snapshot, and the thing that holds it.
 */
export function findIn(items: readonly Item[], { text, isRegex, maxHits }: FindArgs, refs: Refs): FindResult {
  const pattern = patternOf(text, isRegex);
  const hits = new Map<Item, string>();
  let total = 0;
  function look(list: readonly Item[], holder: PageNode | undefined, record: PageNode | undefined): void {
    for (const item of list) {
      const own = !isText(item) && records.has(item.role) && sizeOf(item) <= RECORD_SIZE ? item : record;
      if (pattern.test(isText(item) ? item.text : wordsOf(item))) {
        const hit = own ?? item;
        if (!hits.has(hit)) total += 1;
        if (hits.size < maxHits && !hits.has(hit))
          hits.set(hit, own ? whole(own, refs) : hitLine(item, holder, refs, pattern));
      }
      if (!isText(item)) look(item.children, item, own);
    }
  }
  look(items, undefined, undefined);
  return { hits: [...hits.values()], total };
}

function patternOf(text: string, isRegex: boolean): RegExp {
  try {
    return new RegExp(isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu');
  } catch {
    throw invalid('This is no regular expression.', 'Search for plain text instead.');
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
  return isText(item)
    ? `text ${excerpt(item.text, pattern)}${within}`
    : `${lineOf({ ...item, mayAct: true }, refOf)}${within}`;
}

/** A long text around what was found in it. */
function excerpt(text: string, pattern: RegExp): string {
  const { textMaxChars } = limits.page;
  const start = Math.max(0, text.search(pattern) - textMaxChars / 2);
  return `${start === 0 ? '' : '…'}${cut(text.slice(start), textMaxChars)}`;
}
