// Tells what is new from what was only drawn anew: equal leaves that went and came in one place cancel each other.
import type { Leaf } from './leaves.ts';

export interface Pair {
  readonly old: Leaf;
  readonly now: Leaf;
}

export interface Compared {
  /** Leaves that are only drawn anew, with what they replace. */
  readonly same: readonly Pair[];
  /** Those among them that stand in another order than before. */
  readonly moved: readonly Pair[];
  /** Leaves in the place of others. */
  readonly changed: readonly Pair[];
  readonly fresh: ReadonlySet<Leaf>;
  readonly gone: ReadonlySet<Leaf>;
}

/** Above this many comparisons the order does not count. */
const MAX_CELLS = 400_000;
/** More that differ side by side are something else, not a change. */
const MAX_CHANGED = 4;

/** What went and what came in one element, each in the order of the page. */
export function compare(before: readonly Leaf[], after: readonly Leaf[]): Compared {
  const kept = inOrder(before, after);
  const [gone, fresh] = [without(before, kept, 'old'), without(after, kept, 'now')];
  const moved = anywhere(gone, fresh);
  for (const { old, now } of moved) {
    gone.delete(old);
    fresh.delete(now);
  }
  const isRedrawn = kept.length + moved.length > 0 || (before.length === 1 && after.length === 1);
  const changed = isRedrawn ? inPlace(before, after, kept, { gone, fresh }) : [];
  for (const { old, now } of changed) {
    gone.delete(old);
    fresh.delete(now);
  }
  return { same: [...kept, ...moved], moved: kept.length === 0 ? [] : moved, changed, fresh, gone };
}

function without(leaves: readonly Leaf[], pairs: readonly Pair[], side: keyof Pair): Set<Leaf> {
  const taken = new Set(pairs.map((pair) => pair[side]));
  return new Set(leaves.filter((leaf) => !taken.has(leaf)));
}

/** The longest sequence that both have: the ends first, which most often are the same. */
function inOrder(before: readonly Leaf[], after: readonly Leaf[]): Pair[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start]?.key === after[start]?.key) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end)?.key === after.at(-1 - end)?.key) end += 1;
  const [olds, nows] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const middle = olds.length * nows.length > MAX_CELLS ? [] : longest(olds, nows);
  const pairs = (from: readonly Leaf[], to: readonly Leaf[]) => from.flatMap((old, at) => pairOf(old, to[at]));
  return [
    ...pairs(before.slice(0, start), after.slice(0, start)),
    ...middle,
    ...(end === 0 ? [] : pairs(before.slice(-end), after.slice(-end))),
  ];
}

function longest(olds: readonly Leaf[], nows: readonly Leaf[]): Pair[] {
  const width = nows.length + 1;
  const lengths = new Uint16Array((olds.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = olds.length - 1; row >= 0; row -= 1) {
    for (let column = nows.length - 1; column >= 0; column -= 1) {
      const isEqual = olds[row]?.key === nows[column]?.key;
      lengths[row * width + column] = isEqual
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < olds.length && column < nows.length; ) {
    const [old, now] = [olds[row], nows[column]];
    if (old?.key === now?.key) {
      pairs.push(...pairOf(old, now));
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function pairOf(old: Leaf | undefined, now: Leaf | undefined): Pair[] {
  return old === undefined || now === undefined ? [] : [{ old, now }];
}

function anywhere(gone: ReadonlySet<Leaf>, fresh: ReadonlySet<Leaf>): Pair[] {
  const open = new Map<string, Leaf[]>();
  // From the end, so that the first is taken off the end.
  for (const leaf of [...gone].reverse()) {
    const known = open.get(leaf.key);
    if (known === undefined) open.set(leaf.key, [leaf]);
    else known.push(leaf);
  }
  return [...fresh].flatMap((now) => pairOf(open.get(now.key)?.pop(), now));
}

/** Between two leaves that stayed, as many leaves of the same kinds as before. */
function inPlace(
  before: readonly Leaf[],
  after: readonly Leaf[],
  kept: readonly Pair[],
  { gone, fresh }: Pick<Compared, 'gone' | 'fresh'>,
): Pair[] {
  const [olds, nows] = [gaps(before, kept, 'old'), gaps(after, kept, 'now')];
  return olds.flatMap((gap, index) => {
    const [left, came] = [gap.filter((leaf) => gone.has(leaf)), (nows[index] ?? []).filter((leaf) => fresh.has(leaf))];
    const isAlike = left.length === came.length && left.every(({ kind }, at) => kind === came[at]?.kind);
    const hasParts = left.filter(({ kind }) => kind !== 'text').length > 1;
    return isAlike && !hasParts && left.length <= MAX_CHANGED ? left.flatMap((old, at) => pairOf(old, came[at])) : [];
  });
}

/** The leaves before the first that stayed, between each two of them, and after the last. */
function gaps(leaves: readonly Leaf[], kept: readonly Pair[], side: keyof Pair): Leaf[][] {
  const stayed = new Set(kept.map((pair) => pair[side]));
  const found: Leaf[][] = [[]];
  for (const leaf of leaves) {
    if (stayed.has(leaf)) found.push([]);
    else found.at(-1)?.push(leaf);
  }
  return found;
}
