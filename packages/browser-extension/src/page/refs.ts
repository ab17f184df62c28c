// Refs: short names for elements of this document, stable while an element keeps its role and name.
import { invalid, PageError } from './page-error.ts';
import { Places, type RefPlace } from './ref-places.ts';

interface Entry {
  readonly number: number;
  readonly label: string;
}

interface Named {
  readonly element: WeakRef<Element>;
  readonly label: string;
  readonly place: RefPlace;
}

/** A text by which an agent named an element: all of what the element says, or a part. */
export interface GivenName {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The first ref is random up to here: a number of three digits is one token, and most pages stay below 1,000. */
const FIRST_MAX = 200;
const STEP_MAX = 2;

/**
 * Numbers never restart within a tab, so a ref of an earlier page finds nothing instead of another element. They start
 * at random and skip some, so a page that writes refs into its text has to guess them.
 */
export class Refs {
  readonly #elements = new Map<number, Named>();
  readonly #places = new Places();
  /** How many refs were issued for each label. */
  readonly #counts = new Map<string, number>();
  readonly #entries = new WeakMap<Element, Entry>();
  /** Texts by which an agent named elements, until its action is over. */
  readonly #names = new Map<string, GivenName>();
  readonly #random: () => number;
  #next: number;

  /** `random` returns at least 0 and less than 1; without it, numbers count up from 1. */
  constructor(random: () => number = () => 0) {
    this.#random = random;
    this.#next = 1 + this.#randomBelow(FIRST_MAX);
  }

  get next(): number {
    return this.#next;
  }

  /** Other pages of this tab have used all lower numbers. */
  startAt(number: number): void {
    this.#next = Math.max(this.#next, number);
  }

  /** `label` is role and name. A changed label gets a new ref: the agent must not act on something it has not seen. */
  refOf(element: Element, label: string): string {
    const known = this.#entries.get(element);
    if (known?.label === label) return `e${known.number}`;
    const number = this.#next;
    this.#next += 1 + this.#randomBelow(STEP_MAX);
    this.#entries.set(element, { number, label });
    this.#elements.set(number, { element: new WeakRef(element), label, place: this.#places.placeOf(element) });
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
    return `e${number}`;
  }

  /** The page has drawn an element anew: its ref is now the new one's. */
  carry(from: Element, to: Element): void {
    const known = this.#entries.get(from);
    if (known === undefined || from.isConnected || this.#entries.has(to)) return;
    this.#give(known, to);
  }

  #give(entry: Entry, to: Element): void {
    const element = new WeakRef(to);
    this.#entries.set(to, entry);
    this.#elements.set(entry.number, { element, label: entry.label, place: this.#places.placeOf(to) });
  }

  /** A ref whose element is gone, if no other was ever called the same: only then can its successor be certain. */
  lost(ref: string): { readonly label: string; readonly place: RefPlace } | undefined {
    const known = this.#elements.get(numberOf(ref));
    const isLost = known !== undefined && this.live(ref) === undefined && this.#counts.get(known.label) === 1;
    return isLost ? known : undefined;
  }

  /** A lost ref is this element's from now on, unless that has one. */
  giveLost(ref: string, to: Element): void {
    const known = this.#elements.get(numberOf(ref));
    if (known !== undefined && !this.#entries.has(to)) this.#give({ number: numberOf(ref), label: known.label }, to);
  }

  #randomBelow(count: number): number {
    return Math.floor(this.#random() * count);
  }

  name(ref: string, name: GivenName): void {
    this.#names.set(ref, name);
  }

  nameOf(ref: string): GivenName | undefined {
    return this.#names.get(ref);
  }

  forgetNames(): void {
    this.#names.clear();
  }

  /** Whether this document has issued the ref. */
  holds(ref: string): boolean {
    return this.#elements.has(numberOf(ref));
  }

  /** What an element was drawn anew as, or itself. */
  current(element: Element): Element {
    const number = this.#entries.get(element)?.number;
    return (number === undefined ? undefined : this.#elements.get(number)?.element.deref()) ?? element;
  }

  /** The element of a ref, while it is on the page. */
  live(ref: string): { readonly element: Element; readonly label: string } | undefined {
    const known = this.#elements.get(numberOf(ref));
    const element = known?.element.deref();
    return known !== undefined && element?.isConnected === true ? { element, label: known.label } : undefined;
  }

  find(ref: string): { readonly element: Element; readonly label: string } {
    const number = numberOf(ref);
    if (Number.isNaN(number)) {
      const message = `"${ref.slice(0, 40)}" is not a ref.`;
      throw invalid(message, 'Refs look like e12; snapshot shows them.');
    }
    const live = this.live(ref);
    if (live !== undefined) return live;
    const known = this.#elements.get(number);
    const hint = 'Take a new snapshot and use its refs.';
    if (known === undefined) {
      throw invalid(
        `${ref} is ${number < this.#next ? 'from before this page was loaded' : 'not on this page'}.`,
        hint,
      );
    }
    throw new PageError('ERR_INPUT_INVALID', `${ref} is no longer on the page.`, hint, `it was ${known.label}`);
  }
}

/** NaN for anything but a ref. */
function numberOf(ref: string): number {
  return Number(/^e([1-9]\d{0,8})$/.exec(ref)?.[1]);
}
