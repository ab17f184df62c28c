// A small seeded generator of pseudo-random numbers: the same seed, target and index always give the same input.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** From `min` to `max` results of `make`. */
  several<Item>(min: number, max: number, make: () => Item): Item[] {
    return Array.from({ length: min + this.below(max - min + 1) }, make);
  }
}

/** The generator of one input. */
export function randomFor(seed: number, target: string, index: number): Random {
  let hash = 0x811c9dc5;
  for (const character of `${seed}/${target}/${index}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return new Random(hash);
}
