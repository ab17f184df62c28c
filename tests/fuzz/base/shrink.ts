// Makes a failing input smaller while it still fails.
import type { Json } from './target.ts';

export interface ShrinkLimits {
  readonly maxTries: number;
  readonly maxMs: number;
  readonly now: () => number;
}

/** The smallest input found for which `fails` still resolves with true. */
export async function shrink(
  input: Json,
  fails: (candidate: Json) => Promise<boolean>,
  { maxTries, maxMs, now }: ShrinkLimits,
): Promise<Json> {
  const giveUpAt = now() + maxMs;
  let smallest = input;
  let tries = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of candidates(smallest)) {
      if (tries >= maxTries || now() > giveUpAt) return smallest;
      tries += 1;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** Smaller ones first, so that a long input loses most of its length in a few tries. */
function* candidates(value: Json): Generator<Json> {
  if (typeof value === 'string') yield* shorterTexts(value);
  else if (Array.isArray(value)) yield* shorterLists(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, field] of Object.entries(value)) {
      for (const smaller of candidates(field)) yield { ...value, [key]: smaller };
    }
  }
}

function* shorterLists(list: readonly Json[]): Generator<Json> {
  for (const [start, end] of spans(list.length)) yield [...list.slice(0, start), ...list.slice(end)];
  for (const [at, item] of list.entries()) {
    // What an item holds, instead of the item.
    for (const held of Object.values(Object(item))) if (Array.isArray(held)) yield list.toSpliced(at, 1, ...held);
    for (const smaller of candidates(item)) yield list.with(at, smaller);
  }
}

function* shorterTexts(text: string): Generator<Json> {
  for (const [start, end] of spans(text.length)) yield text.slice(0, start) + text.slice(end);
}

/** Halves, quarters and so on of a length, each once. */
function* spans(length: number): Generator<[start: number, end: number]> {
  for (let size = length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < length; start += size) yield [start, Math.min(start + size, length)];
  }
}
