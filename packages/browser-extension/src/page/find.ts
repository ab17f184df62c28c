// Finds things on a page by what a snapshot would say of them, without reading the whole of it.
import type { FindArgs, FindResult } from './calls.ts';
import { PageError } from './page-error.ts';
import type { Refs } from './refs.ts';
import { lineOf } from './snapshot.ts';
import { type Item, itemsUnder, type PageNode } from './tree.ts';

export function find(args: FindArgs, refs: Refs): FindResult {
  return findIn(document.body === null ? [] : itemsUnder(document.body), args, refs);
}

/** A hit is the line of a thing, with a ref even where it has none in a snapshot, and the thing that holds it. */
export function findIn(items: readonly Item[], { text, isRegex, maxHits }: FindArgs, refs: Refs): FindResult {
  const pattern = patternOf(text, isRegex);
  const hits: string[] = [];
  let total = 0;
  function look(list: readonly Item[], holder: PageNode | undefined): void {
    for (const item of list) {
      if (pattern.test(typeof item === 'string' ? item : wordsOf(item))) {
        total += 1;
        if (hits.length < maxHits) hits.push(hitLine(item, holder, refs));
      }
      if (typeof item !== 'string') look(item.children, item);
    }
  }
  look(items, undefined);
  return { hits, total };
}

function patternOf(text: string, isRegex: boolean): RegExp {
  try {
    return new RegExp(isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu');
  } catch {
    throw new PageError('ERR_INPUT_INVALID', 'This is no regular expression.', 'Search for plain text instead.');
  }
}

/** Values of secret fields are masked in the tree already. */
function wordsOf({ role, name, value = '', states }: PageNode): string {
  return [role, name, value, ...states].filter(Boolean).join(' ');
}

function hitLine(item: Item, holder: PageNode | undefined, refs: Refs): string {
  const within =
    holder === undefined ? '' : ` in ${lineOf({ ...holder, states: [], value: undefined, mayAct: true }, refs)}`;
  return typeof item === 'string' ? `text ${item}${within}` : `${lineOf({ ...item, mayAct: true }, refs)}${within}`;
}
