// What a person sees of a page at one moment: which elements are shown, and what the fields hold.
import { isVisible, shadowOf } from './dom.ts';
import { fieldValue, isChecked } from './states.ts';

/** More are not looked at: they are taken as shown. */
const MAX_ELEMENTS = 3_000;
const MAX_FIELDS = 500;
const FIELDS = 'input:not([type="hidden"]), select, textarea, [contenteditable]';

export class Sight {
  /** The document and its shadow roots. */
  readonly roots: readonly (Document | ShadowRoot)[];
  readonly #elements: readonly Element[];
  readonly #hidden: ReadonlySet<Element>;
  readonly #values: ReadonlyMap<Element, string>;
  /** Once it is asked for. */
  #order: ReadonlyMap<Element, number> | undefined;

  constructor() {
    const { roots, elements } = elementsOf(document);
    this.roots = roots;
    this.#elements = elements;
    this.#hidden = new Set(elements.filter((element) => !isSeen(element)));
    const fields = roots.flatMap((root) => [...root.querySelectorAll(FIELDS)]).slice(0, MAX_FIELDS);
    this.#values = new Map(fields.map((field) => [field, contentOf(field)]));
  }

  wasHidden(element: Element): boolean {
    return this.#hidden.has(element);
  }

  /** What has become visible since, each without what is inside another. */
  shownSince(): Element[] {
    const shown = new Set([...this.#hidden].filter(isSeen));
    return [...shown].filter((element) => !isIn(element.parentNode, shown));
  }

  hiddenSince(): Element[] {
    const isGone = (element: Element) => !this.#hidden.has(element) && element.isConnected && !isSeen(element);
    const hidden = new Set(this.#elements.filter(isGone));
    return [...hidden].filter((element) => !isIn(element.parentNode, hidden));
  }

  /** Whether elements that were there before stand in another order now. */
  isSorted(elements: readonly Element[]): boolean {
    this.#order ??= new Map(this.#elements.map((element, index) => [element, index]));
    const order = this.#order;
    const indices = elements.flatMap((element) => order.get(element) ?? []);
    return indices.some((index, at) => at > 0 && index < (indices[at - 1] ?? 0));
  }

  /** Fields that hold something else now. */
  changedFields(): Element[] {
    return [...this.#values].flatMap(([field, before]) => {
      // A hidden one may be drawn by its label; one that is hidden from the accessibility tree has no ref in a snapshot.
      const isThere = field.isConnected && (isChecked(field) || (field.checkVisibility() && !isWithheld(field)));
      return isThere && contentOf(field) !== before ? [field] : [];
    });
  }
}

function isWithheld(field: Element): boolean {
  return field.closest('[aria-hidden="true"], [inert]') !== null;
}

function isIn(node: Node | null, elements: ReadonlySet<Element>): boolean {
  return node instanceof Element && elements.has(node);
}

/** The transitions that fade things in do not run in a hidden tab. */
export function isSeen(element: Element): boolean {
  const opacityProperty = document.visibilityState === 'visible';
  return isVisible(element, { visibilityProperty: true, opacityProperty });
}

function contentOf(field: Element): string {
  return `${isChecked(field)} ${fieldValue(field) ?? ''}`;
}

function elementsOf(document: Document): { roots: (Document | ShadowRoot)[]; elements: Element[] } {
  const roots: (Document | ShadowRoot)[] = [document];
  const elements: Element[] = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll(root === document ? 'body *' : '*')) {
      if (elements.length >= MAX_ELEMENTS) return { roots, elements };
      elements.push(element);
      const shadow = shadowOf(element);
      if (shadow !== null) roots.push(shadow);
    }
  }
  return { roots, elements };
}
