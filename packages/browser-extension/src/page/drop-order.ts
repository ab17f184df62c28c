// The order of a list around a drag: whether the dragged item lies where it should, and how it may still come there.
import type { Detour, DragArgs, DropSide, Point } from '../base/page-calls.ts';
import { parentOf } from './dom.ts';
import { dropPoint } from './drag-ends.ts';
import { wordsIn } from './leaves.ts';
import type { Refs } from './refs.ts';
import { isSeen } from './sight.ts';

/** Two items of one list, with all others. */
interface Pair {
  readonly item: Element;
  readonly other: Element;
  readonly all: readonly Element[];
}

/** A longer list is not compared. */
const MAX_ITEMS = 500;

/** Of lists that put the dragged item elsewhere while it is still dragged: what lies under the pointer moves away then. */
export class DropOrder {
  #before: readonly Element[] = [];
  #isLive = false;
  readonly #watch = new MutationObserver(() => this.#look());

  begin({ ref, toRef, at }: DragArgs, refs: Refs): void {
    this.end();
    const pair = at && pairOf(refs.live(ref)?.element, refs.live(toRef ?? '')?.element);
    const list = pair?.item.parentElement;
    if (!pair || !list) return;
    this.#before = pair.all;
    this.#watch.observe(list, { childList: true });
  }

  /** A list that only shows a gap leaves its items in their order until the drop. */
  #look(): void {
    const known = new Set(this.#before);
    const [first] = this.#before.filter((item) => item.isConnected);
    const now = [...(first?.parentElement?.children ?? [])].filter((item) => known.has(item));
    const before = this.#before.filter((item) => now.includes(item));
    this.#isLive ||= now.some((item, at) => item !== before[at]);
  }

  end(): void {
    this.#watch.disconnect();
    this.#isLive = false;
  }

  detour(args: DragArgs, refs: Refs): Detour | undefined {
    const [source, target] = [refs.live(args.ref)?.element, refs.live(args.toRef ?? '')?.element];
    const pair = this.#isLive ? pairOf(source, target) : undefined;
    if (pair === undefined) return undefined;
    const { item, other, all } = pair;
    if (all.indexOf(other) - all.indexOf(item) === (args.at === 'before' ? 1 : -1)) return undefined;
    const via = middleOf(item);
    return { via, to: dropPoint(args, target, via) };
  }
}

/** As a person sees it, whatever the order in the document is. */
export function dropSide(
  { ref, toRef }: { readonly ref: string; readonly toRef: string },
  refs: Refs,
): DropSide | undefined {
  const pair = pairOf(refs.live(ref)?.element, refs.live(toRef)?.element);
  if (pair === undefined) return undefined;
  const { item, other, all } = pair;
  const shown = all.filter(isSeen);
  const boxes = placesOf(shown);
  shown.sort((a, b) => inReadingOrder(boxes.get(a), boxes.get(b)));
  const [at, otherAt] = [shown.indexOf(item), shown.indexOf(other)];
  if (at === -1 || otherAt === -1) return undefined;
  if (Math.abs(at - otherAt) !== 1) return 'apart';
  return at < otherAt ? 'before' : 'after';
}

/** Without what an animation still adds to them, unless they have their places by that alone. */
function placesOf(items: readonly Element[]): Map<Element, DOMRect> {
  const own = new Map<Element, DOMRect>();
  for (const item of items) {
    if (!(item instanceof HTMLElement)) continue;
    own.set(item, new DOMRect(item.offsetLeft, item.offsetTop, item.offsetWidth, item.offsetHeight));
  }
  const isApart = new Set([...own.values()].map(({ x, y }) => `${x} ${y}`)).size === items.length;
  return isApart ? own : new Map(items.map((item) => [item, item.getBoundingClientRect()]));
}

function inReadingOrder(a?: DOMRect, b?: DOMRect): number {
  if (a === undefined || b === undefined) return 0;
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared > Math.min(a.height, b.height) / 2 ? a.left - b.left : a.top - b.top;
}

/** Undefined where one of them is in another list: its neighbours are not those of the other. */
function pairOf(source: Element | undefined, target: Element | undefined): Pair | undefined {
  if (source === undefined || target === undefined || source.contains(target) || target.contains(source))
    return undefined;
  let [item, other] = [source, target];
  while (item.parentElement !== null && !item.parentElement.contains(target)) {
    if (hasLike(item)) return undefined;
    item = item.parentElement;
  }
  const list = parentOf(item);
  while (other.parentElement !== null && other.parentElement !== list) {
    if (hasLike(other)) return undefined;
    other = other.parentElement;
  }
  if (!(list instanceof Element) || other.parentElement !== list || item.localName !== other.localName)
    return undefined;
  const all = [...list.children].filter((one) => one.localName === item.localName && hasBox(one));
  return all.length > MAX_ITEMS ? undefined : { item, other, all };
}

/** Whether the element is one of several items itself, so that what holds it is their list. */
function hasLike(element: Element): boolean {
  const others = [...(element.parentElement?.children ?? [])].slice(0, MAX_ITEMS);
  return others.some((other) => other !== element && isLike(other, element) && wordsIn(other) !== '');
}

/** Parts of one item, as its number and its words, have classes of their own. */
function isLike(one: Element, other: Element): boolean {
  if (one.localName !== other.localName || one.getAttribute('role') !== other.getAttribute('role')) return false;
  return one.classList.length === 0 || [...one.classList].some((name) => other.classList.contains(name));
}

function hasBox(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function middleOf(element: Element): Point {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
