// The newest entries of the journal, numbered, for whoever follows it.
import type { Entry } from './entry.ts';

export interface NumberedEntry {
  readonly number: number;
  readonly entry: Entry;
}

const KEPT = 200;

export class RecentEntries {
  readonly #earlier: () => readonly Entry[];
  #entries: NumberedEntry[] | undefined;
  #next: number;

  /** Numbers begin at `first`: with the time of the start, a later gateway never repeats one. `earlier` is read on first use. */
  constructor(first: number, earlier: () => readonly Entry[] = () => []) {
    this.#earlier = earlier;
    this.#next = first;
  }

  add(entry: Entry): void {
    this.#entries?.push(this.#numbered(entry));
    if (this.#entries !== undefined && this.#entries.length > KEPT) this.#entries.shift();
  }

  /** Oldest first. All that are kept when the number is not known. */
  after(number: number): readonly NumberedEntry[] {
    this.#entries ??= this.#earlier()
      .slice(-KEPT)
      .map((entry) => this.#numbered(entry));
    return this.#entries.filter((known) => known.number > number);
  }

  #numbered(entry: Entry): NumberedEntry {
    const number = this.#next;
    this.#next += 1;
    return { number, entry };
  }
}
