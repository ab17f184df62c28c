// Refs: short names for elements of this document, the same while an element keeps its role and name.
import { invalid, PageError } from './page-error.ts';

interface Entry {
  readonly number: number;
  readonly label: string;
}

/** The first ref is random up to here: a number of three digits is one token, and most pages stay below 1,000. */
const FIRST_MAX = 200;
const STEP_MAX = 2;

/**
 * Numbers never start again within a tab, so a ref of an earlier page finds nothing instead of another element. They begin
 * at random and leave some out, so a page that writes refs into its text has to guess them.
 */
export class Refs {
  readonly #elements = new Map<number, { readonly element: WeakRef<Element>; readonly label: string }>();
  readonly #entries = new WeakMap<Element, Entry>();
  readonly #random: () => number;
  #next: number;

  /** `random` is from 0 to less than 1; without it numbers follow each other from 1. */
  constructor(random: () => number = () => 0) {
    this.#random = random;
    this.#next = 1 + this.#upTo(FIRST_MAX);
  }

  get next(): number {
    return this.#next;
  }

  /** Other pages of this tab have used the numbers below. */
  startAt(number: number): void {
    this.#next = Math.max(this.#next, number);
  }

  /** `label` is role and name: what an agent believes to act on. */
  refOf(element: Element, label: string): string {
    const known = this.#entries.get(element);
    if (known?.label === label) return `e${known.number}`;
    const number = this.#next;
    this.#next += 1 + this.#upTo(STEP_MAX);
    this.#entries.set(element, { number, label });
    this.#elements.set(number, { element: new WeakRef(element), label });
    return `e${number}`;
  }

  #upTo(count: number): number {
    return Math.floor(this.#random() * count);
  }

  /** Whether the ref was given out by this document. */
  holds(ref: string): boolean {
    return this.#elements.has(numberOf(ref));
  }

  /** The element of a ref, while it is on the page. */
  live(ref: string): { readonly element: Element; readonly label: string } | undefined {
    const held = this.#elements.get(numberOf(ref));
    const element = held?.element.deref();
    return held !== undefined && element?.isConnected === true ? { element, label: held.label } : undefined;
  }

  find(ref: string): { readonly element: Element; readonly label: string } {
    const number = numberOf(ref);
    if (Number.isNaN(number)) {
      const message = `"${ref.slice(0, 40)}" is not a ref.`;
      throw invalid(message, 'Refs look like e12; snapshot shows them.');
    }
    const live = this.live(ref);
    if (live !== undefined) return live;
    const held = this.#elements.get(number);
    const hint = 'Take a new snapshot and use its refs.';
    if (held === undefined) {
      throw invalid(
        `${ref} is ${number < this.#next ? 'from before this page was loaded' : 'not on this page'}.`,
        hint,
      );
    }
    throw new PageError('ERR_INPUT_INVALID', `${ref} is no longer on the page.`, hint, `it was ${held.label}`);
  }
}

/** NaN for anything but a ref. */
function numberOf(ref: string): number {
  return Number(/^e([1-9]\d{0,8})$/.exec(ref)?.[1]);
}
