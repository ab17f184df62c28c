// Reads a page, or a part of it, as text within a budget: with less detail if the whole would not fit.
import { limits } from '@sallyport/protocol';
import type { SnapshotArgs, SnapshotResult } from '../base/page-calls.ts';
import { shadowOf } from './dom.ts';
import { frameIndexOf } from './frames.ts';
import { type Item, isText } from './items.ts';
import { elementError } from './page-error.ts';
import { Refs } from './refs.ts';
import { itemsUnder, pageItems } from './tree.ts';
import { type Detail, Writer } from './writer.ts';

const WHOLE: Detail = { members: Number.POSITIVE_INFINITY, textChars: Number.POSITIVE_INFINITY };
/** The first level that lets the whole page fit is used, else the last one as far as it goes. */
const details: readonly Detail[] = [
  WHOLE,
  { members: 12, textChars: 300 },
  { members: 8, textChars: 160 },
  { members: 4, textChars: 80 },
  { members: 2, textChars: 40 },
];

export function snapshot(args: SnapshotArgs, refs: Refs): SnapshotResult {
  if (args.ref === undefined) return write(pageItems(), args.maxTokens, refs, 'fold');
  const [, ref = '', count] = /^(e\d+)\+(\d+)$/.exec(args.ref) ?? [undefined, args.ref];
  const { element, label } = refs.find(ref);
  const frameIndex = frameIndexOf(element);
  if (frameIndex !== undefined) return { text: '', omitted: 0, frames: [], frameIndex };
  // A caller who asks for one part wants its members, not a summary of them.
  if (count === undefined) return write(itemsUnder(element), args.maxTokens, refs, 'whole');
  const siblings = siblingsOf(pageItems(), element);
  if (siblings === undefined) {
    throw elementError('ERR_TOOL_FAILED', { ref, label }, 'is on the page but not shown.', 'Take a new snapshot.');
  }
  const start = siblings.findLastIndex((item) => item.element === element) + 1;
  return write(siblings.slice(start, start + Number(count)), args.maxTokens, refs, 'whole');
}

/** In a larger document the time that it takes to begin counts for little. */
const WARM_UP_ELEMENTS = 300;

/** No ref of it is given to anybody. Of a shadow tree nobody knows how large it is. */
export function warmUp(): null {
  const all = document.getElementsByTagName('*');
  const isSmall = all.length <= WARM_UP_ELEMENTS && [...all].every((element) => shadowOf(element) === null);
  if (isSmall) write(pageItems(), limits.page.snapshotTokens, new Refs());
  return null;
}

/** One line for each item, or for a line or row of them, indented by its depth. */
export function write(
  items: readonly Item[],
  maxTokens: number,
  refs: Refs,
  how: 'fold' | 'whole' = 'fold',
): SnapshotResult {
  const detail = how === 'whole' ? WHOLE : detailFor(items, maxTokens);
  const writer = new Writer({ maxTokens, detail, refOf: (element, label) => refs.refOf(element, label) });
  writer.items(items, 0);
  return { text: writer.text, omitted: writer.omitted, frames: writer.frames };
}

/** Tried without issuing refs, since only items that are shown in the end should use up numbers. */
function detailFor(items: readonly Item[], maxTokens: number): Detail {
  const fits = details.find((detail) => {
    const trial = new Writer({ maxTokens, detail, refOf: () => 'e1000' });
    trial.items(items, 0);
    return !trial.isOver;
  });
  return fits ?? details.at(-1) ?? WHOLE;
}

/** The list that contains the element's item; a node of the element comes before a text in it. */
function siblingsOf(items: readonly Item[], element: Element): readonly Item[] | undefined {
  if (items.some((item) => !isText(item) && item.element === element)) return items;
  for (const item of items) {
    const found = isText(item) ? undefined : siblingsOf(item.children, element);
    if (found !== undefined) return found;
  }
  return items.some((item) => item.element === element) ? items : undefined;
}
