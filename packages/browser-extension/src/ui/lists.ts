// Lists that keep unchanged elements in place, so that nothing moves under the pointer and the focus stays.
import { elementById } from './parts.ts';

interface Drawn {
  readonly json: string;
  readonly element: HTMLElement;
}

export type Fill = <Entry extends { readonly id: string }>(
  id: string,
  entries: readonly Entry[],
  draw: (entry: Entry) => HTMLElement,
) => boolean;

/** The returned function fills the list in the element with this id; true when an element came, went or moved. */
export function keptLists(): Fill {
  const drawn = new Map<string, ReadonlyMap<string, Drawn>>();
  return (id, entries, draw) => {
    const list = elementById(id).querySelector('ul');
    const before = drawn.get(id) ?? new Map<string, Drawn>();
    const now = new Map(
      entries.map((entry) => {
        const json = JSON.stringify(entry);
        const known = before.get(entry.id);
        return [entry.id, known?.json === json ? known : { json, element: draw(entry) }];
      }),
    );
    drawn.set(id, now);
    const elements = [...now.values()].map(({ element }) => element);
    if (list === null || isSame([...list.children], elements)) return false;
    const focused = labelOf(document.activeElement);
    for (const element of [...list.children]) if (!elements.some((kept) => kept === element)) element.remove();
    for (const [at, element] of elements.entries()) {
      if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
    }
    restoreFocus(list, focused);
    return true;
  };
}

function isSame(one: readonly Element[], other: readonly Element[]): boolean {
  return one.length === other.length && one.every((element, at) => element === other[at]);
}

function labelOf(element: Element | null): string | null {
  return element?.getAttribute('aria-label') ?? null;
}

/** A row that was drawn anew has the same buttons by their labels. */
function restoreFocus(list: Element, label: string | null): void {
  if (label === null || labelOf(document.activeElement) === label) return;
  const again = [...list.querySelectorAll<HTMLElement>('[aria-label]')].find((element) => labelOf(element) === label);
  again?.focus();
}
