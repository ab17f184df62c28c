// Where elements with refs stood, kept so that the successor of one that the page has replaced can be told.
import { domProperty } from './dom.ts';

/** An element with all that hold it, as they were. Siblings share what is above them. */
export interface RefPlace {
  readonly element: WeakRef<Element>;
  readonly tag: string;
  readonly above: RefPlace | undefined;
  /** The first words beside it, itself included. */
  readonly words?: string;
}

const NODES_MAX = 12;
const WORDS_CHARS = 200;

export class Places {
  readonly #known = new WeakMap<Element, RefPlace>();

  placeOf(element: Element): RefPlace {
    const place = this.#placeOf(element);
    const around = holderOf(element);
    return around === undefined ? place : { ...place, words: firstWords(around) };
  }

  #placeOf(element: Element): RefPlace {
    const around = holderOf(element);
    const known = this.#known.get(element);
    if (known !== undefined && known.above?.element.deref() === around) return known;
    const above = around === undefined ? undefined : this.#placeOf(around);
    const place = { element: new WeakRef(element), tag: element.localName, above };
    this.#known.set(element, place);
    return place;
  }
}

/** Whether the element stands where the other one stood: in what is left of its holders, at the same depth, beside the same words. */
export function isInPlace(element: Element, place: RefPlace): boolean {
  let node: Element | null = element;
  for (let at: RefPlace | undefined = place; at !== undefined && node !== null; at = at.above) {
    // The element itself is gone.
    if (at !== place && at.element.deref() === node) return firstWords(holderOf(element) ?? element) === place.words;
    if (at.tag !== node.localName) return false;
    node = holderOf(node) ?? null;
  }
  return false;
}

/** A form may hide its own behind a field of that name. */
function holderOf(element: Element): Element | undefined {
  return (element.localName === 'form' ? domProperty(element, 'parentElement') : element.parentElement) ?? undefined;
}

/** Not all of them: the holder may be the whole page. */
function firstWords(root: Node): string {
  let left = NODES_MAX;
  let words = '';
  function collect(node: Node): void {
    left -= 1;
    if (node instanceof Text) words += node.data;
    for (
      let child = node.firstChild;
      child !== null && left > 0 && words.length < WORDS_CHARS;
      child = child.nextSibling
    )
      collect(child);
  }
  collect(root);
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, WORDS_CHARS);
}
