// Which elements are no longer what the agent saw under their refs: another role, or another name.
import type { ChangedTarget } from '../base/page-calls.ts';
import { isText } from './items.ts';
import { lineOf } from './lines.ts';
import type { Refs } from './refs.ts';
import { describe } from './target.ts';
import { itemsOf } from './tree.ts';

/** Refs of other documents, and of elements that are gone, are left to the action itself, which refuses them. */
export function changedTargets({ refs: named }: { readonly refs: readonly string[] }, refs: Refs): ChangedTarget[] {
  return named.flatMap((ref) => {
    const known = refs.live(ref);
    if (known === undefined) return [];
    const labels = labelsNow(known.element);
    return labels.includes(known.label) ? [] : [{ ref, was: known.label, now: labels[0] ?? '' }];
  });
}

/** Snapshots and replies label an element in either way. */
function labelsNow(element: Element): string[] {
  const labels = [describe(element)];
  const [item] = itemsOf([element]);
  if (item !== undefined && !isText(item)) {
    lineOf(item, (found, label) => {
      if (found === element) labels.push(label);
      return '';
    });
  }
  return labels;
}
