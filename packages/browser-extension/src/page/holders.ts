// Groups what came to a page and left it by the elements that hold it.
import type { NetChanges } from './net-changes.ts';

/** What came into an element and what left it. */
export interface Parts {
  readonly came: Node[];
  readonly left: Node[];
}

/** In one pass: a page can change ten thousand elements at once. */
export function holdersOf({ came, left }: NetChanges): Map<Element, Parts> {
  const holders = new Map<Element, Parts>();
  const partsOf = (holder: Element): Parts => {
    const known = holders.get(holder) ?? { came: [], left: [] };
    holders.set(holder, known);
    return known;
  };
  for (const [node, holder] of left) partsOf(holder).left.push(node);
  for (const node of came) {
    const holder = holderOf(node);
    if (holder !== undefined) partsOf(holder).came.push(node);
  }
  return holders;
}

export function holderOf({ parentNode }: Node): Element | undefined {
  return parentNode instanceof ShadowRoot ? parentNode.host : parentNode instanceof Element ? parentNode : undefined;
}

export function byHolder(nodes: readonly Element[]): Map<Element, Element[]> {
  const holders = new Map<Element, Element[]>();
  for (const node of nodes) {
    const holder = holderOf(node) ?? node;
    const known = holders.get(holder);
    if (known === undefined) holders.set(holder, [node]);
    else known.push(node);
  }
  return holders;
}
