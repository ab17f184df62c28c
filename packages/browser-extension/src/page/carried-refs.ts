// Refs of what a page has drawn anew: they go to the new element where it is certain which one that is.
import type { Leaf } from './leaves.ts';
import type { Compared, Pair } from './redraws.ts';
import type { Refs } from './refs.ts';

/** What is drawn anew keeps its refs: itself, and what holds it where that has the same words. */
export function carryRefs(compared: Compared, olds: readonly Leaf[], nows: readonly Leaf[], refs: Refs): void {
  const met = new Set<Node>();
  for (const pair of certainPairs(compared, olds, nows)) {
    let from: Node | null = pair.old.node;
    let to: Node | null = pair.now.node;
    while (from !== null && to !== null && !met.has(from) && from.textContent === to.textContent) {
      met.add(from);
      if (from instanceof Element && to instanceof Element && from.localName === to.localName) refs.carry(from, to);
      [from, to] = [from.parentNode, to.parentNode];
    }
  }
}

/** Of equal rows one may be gone, and nobody can tell which: only what is the same as a whole, or there once, is certain. */
function certainPairs({ same, moved, fresh, gone }: Compared, olds: readonly Leaf[], nows: readonly Leaf[]): Pair[] {
  if (moved.length + fresh.size + gone.size === 0) return [...same];
  const [before, after] = [countsOf(olds), countsOf(nows)];
  return same.filter(({ now: { key } }) => before.get(key) === 1 && after.get(key) === 1);
}

function countsOf(leaves: readonly Leaf[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of leaves) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
