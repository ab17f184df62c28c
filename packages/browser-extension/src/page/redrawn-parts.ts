// Of a part that was drawn anew, the items that are new or different.
import { parentOf } from './dom.ts';
import { type Item, isText, type PageNode, type PageText } from './items.ts';
import type { Leaf } from './leaves.ts';

export interface NewParts {
  /** Items that are new as a whole, by what holds them. */
  readonly added: readonly (readonly Item[])[];
  /** Things that were there already, and look different. */
  readonly changed: readonly PageNode[];
}

const FRESH = 1;
const OLD = 2;

export function newPartsOf(items: readonly Item[], after: readonly Leaf[], fresh: ReadonlySet<Leaf>): NewParts {
  const marks = marksOf(after, fresh);
  const freshNodes = new Set([...fresh].map(({ node }) => node));
  const added: Item[][] = [];
  const changed: PageNode[] = [];
  function look(list: readonly Item[]): void {
    const own: Item[] = [];
    for (const item of list) {
      const mark = isText(item) ? textMark(item, marks) : (marks.get(item.element) ?? 0);
      if (mark === FRESH || (isText(item) && mark !== OLD && mark !== 0)) own.push(item);
      else if (!isText(item) && mark !== OLD && mark !== 0) {
        if (item.children.length === 0 || freshNodes.has(item.element)) changed.push(item);
        look(item.children);
      }
    }
    if (own.length > 0) added.push(own);
  }
  look(items);
  return { added, changed };
}

/** Whether what is inside an element is new, old, or both. */
function marksOf(leaves: readonly Leaf[], fresh: ReadonlySet<Leaf>): Map<Node, number> {
  const marks = new Map<Node, number>();
  for (const leaf of leaves) {
    const mark = fresh.has(leaf) ? FRESH : OLD;
    for (let node: Node | null = leaf.node; node !== null; node = parentOf(node)) {
      const known = marks.get(node) ?? 0;
      if ((known & mark) !== 0) break;
      marks.set(node, known | mark);
    }
  }
  return marks;
}

function textMark(item: PageText, marks: ReadonlyMap<Node, number>): number {
  const boxes = (item.pieces ?? [item]).map(({ element }) => element);
  const texts = boxes.flatMap(({ childNodes }) => [...childNodes]).filter((node) => node instanceof Text);
  return texts.reduce((sum, node) => sum | (marks.get(node) ?? 0), 0);
}
