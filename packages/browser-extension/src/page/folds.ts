// Finds repetition on a page: runs of siblings of the same shape, of which a snapshot shows only a few.
import { type Item, isText } from './items.ts';

/** Folding must save at least this many items; shorter runs are shown whole. */
const FOLDED_MIN = 4;

/** The index ranges to fold, from start to end: items that repeat the shape of the members before them. */
export function foldsOf(items: readonly Item[], members: number): ReadonlyMap<number, number> {
  const folds = new Map<number, number>();
  if (items.length < members + FOLDED_MIN) return folds;
  for (let start = 0; start < items.length; ) {
    const shape = shapeOf(items[start]);
    let end = start + 1;
    while (end < items.length && shapeOf(items[end]) === shape) end += 1;
    if (end - start >= members + FOLDED_MIN) folds.set(start + members, end);
    start = end;
  }
  return folds;
}

/** The number of items in it, including itself. */
export function sizeOf(item: Item): number {
  return isText(item) ? 1 : item.children.reduce((sum, child) => sum + sizeOf(child), 1);
}

function shapeOf(item: Item | undefined): string {
  // Links in a text count as text.
  if (item === undefined || isText(item) || (item.isInline && item.role === 'link')) return 'text';
  const inner = item.children.map((child) => (isText(child) ? 'text' : child.role));
  return `${item.role}(${inner.join()})`;
}
