// What lay where when a picture was taken: a point of it is acted on only where the same still lies there.
import type {
  Box,
  Pictured,
  PicturedArgs,
  PictureMark,
  PicturePoint,
  PictureState,
  Point,
  PointTarget,
} from '../base/page-calls.ts';
import { domProperty, parentOf, viewSize } from './dom.ts';
import { frameBoxes, frameIndexOf, isFrame } from './frames.ts';
import { type Item, isText, type PageNode } from './items.ts';
import { lineOf, nodeRef } from './lines.ts';
import { elementError, failed, type PageError } from './page-error.ts';
import type { Refs } from './refs.ts';
import { isActionable, isNamedByContent, roleOf } from './roles.ts';
import { secretFields } from './secret-fields.ts';
import { describe, hitAt, seenBox } from './target.ts';
import { itemsUnder, pageItems } from './tree.ts';

interface View {
  /** Scroll, size and zoom. */
  readonly state: string;
  readonly area: Box;
  readonly stepPx: number;
  /** What was on top at the points of a grid, by column and row. */
  readonly hits: ReadonlyMap<string, Lying>;
  readonly refs: ReadonlyMap<Element, string>;
  /** How they were. */
  readonly looks: ReadonlyMap<Element, Look>;
}

/** What lies at a point: the innermost element, and the innermost one with a ref around it, or itself. */
interface Lying {
  readonly hit: Element;
  readonly named: Element;
}

interface Look {
  readonly box: Box;
  /** Its scroll and the text that is directly in it, which change what it shows and not its box. */
  readonly content: string;
  /** Of those with refs. */
  readonly label: string | undefined;
}

/** An agent acts on its last picture, or on one that it zoomed into. */
const KEPT = 4;
/** Enough for one every 12 pixels of a view of 1280 × 720: some 20 ms. */
const GRID_POINTS = 6_000;
const STEP_MIN_PX = 2;
/** Rounding, and borders that a state changes. */
const MOVED_PX = 2;
/** A picture with more marks cannot be read. */
const MARKS_MAX = 150;

export class Pictures {
  readonly #views = new Map<string, View>();

  announce({ shot, ref, area }: PicturedArgs, refs: Refs): Pictured {
    const view = { x: 0, y: 0, ...viewSize() };
    const root = ref === undefined ? undefined : refs.find(ref);
    const seen = root && seenBox(root.element);
    if (ref !== undefined && root !== undefined && seen === undefined) {
      const hint = 'Bring it there with scroll, or close what covers it.';
      throw elementError('ERR_TOOL_FAILED', { ref, label: root.label }, 'is not in view.', hint);
    }
    const shown = seen ?? area ?? view;
    const nodes = nodesIn(root === undefined ? pageItems() : itemsUnder(root.element));
    const found = nodes.flatMap((node) => markOf(node, shown, refs));
    const marks = found.slice(0, MARKS_MAX);
    this.#remember(shot, shown, marks);
    return { view: shown, marks: marks.map(({ mark }) => mark), omitted: found.length - marks.length };
  }

  stateOf(shot: string): PictureState {
    return { isSame: this.#views.get(shot)?.state === stateNow(), secrets: secretBoxes() };
  }

  /** `view`: only that the page has not moved. `target`: also that the same lies at the point. */
  require(point: PicturePoint, what: 'view' | 'target'): void {
    const view = this.#views.get(point.shot);
    if (view === undefined) throw stale('The page was loaded after this screenshot.');
    if (view.state !== stateNow()) throw stale('The page was scrolled, resized or zoomed after this screenshot.');
    if (what === 'target') this.#same(view, point);
  }

  /** To be asked after `require`. */
  targetAt(point: PicturePoint, refs: Refs): PointTarget {
    const view = this.#views.get(point.shot);
    if (view === undefined) throw nothingThere();
    const { hit, named } = this.#same(view, point);
    // A box with a ref holds much: what lies at the point is what the pointer must still find there.
    const element = isWhole({ hit, named }) ? named : hit;
    if (!isFrame(element)) return { ref: view.refs.get(element) ?? refs.refOf(element, describe(element)) };
    const frameIndex = frameIndexOf(element);
    const content = frameBoxes().frames.find(({ index }) => index !== undefined && index === frameIndex)?.content;
    if (frameIndex !== undefined && content !== undefined)
      return { frameIndex, x: point.x - content.x, y: point.y - content.y };
    throw failed('A frame that cannot be pointed into lies there.', 'Use the refs inside it, from a snapshot.');
  }

  /** What lies at the point, if it was on top there before, in the same place, and all around it too. */
  #same(view: View, point: Point): Lying {
    const hit = hitAt(point);
    if (hit === undefined) throw nothingThere();
    const lying = { hit, named: namedBy(view, hit) };
    const corners = cornersOf(view, point);
    const isKept = corners.every(({ key, at }) => isSameLying(view.hits.get(key), lyingAt(view, at)));
    const before = corners.flatMap(({ key }) => view.hits.get(key) ?? []);
    if (!isKept || !isAsIn(view, lying) || !wasThere(view, lying, before) || wasUnderSmaller(view, lying, point)) {
      throw stale('Something else lies at that point than in this screenshot.', `now ${describe(lying.named)}`);
    }
    return lying;
  }

  #remember(shot: string, area: Box, marks: readonly Marked[]): void {
    const stepPx = Math.max(STEP_MIN_PX, Math.ceil(Math.sqrt((area.width * area.height) / GRID_POINTS)));
    const hits = new Map<string, Lying>();
    const refs = new Map(marks.map(({ element, mark }) => [element, mark.ref]));
    const looks = new Map(marks.map(({ element }) => [element, lookOf(element, describe(element))]));
    for (let row = 0; row * stepPx <= area.height + stepPx; row += 1) {
      for (let column = 0; column * stepPx <= area.width + stepPx; column += 1) {
        const lying = lyingAt({ refs }, { x: area.x + column * stepPx, y: area.y + row * stepPx });
        if (lying === undefined) continue;
        hits.set(`${column} ${row}`, lying);
        if (!looks.has(lying.hit)) looks.set(lying.hit, lookOf(lying.hit));
      }
    }
    this.#views.set(shot, { state: stateNow(), area, stepPx, hits, refs, looks });
    for (const old of [...this.#views.keys()].slice(0, -KEPT)) this.#views.delete(old);
  }
}

interface Marked {
  readonly element: Element;
  readonly mark: PictureMark;
}

function markOf(node: PageNode, area: Box, refs: Refs): Marked[] {
  const box = seenBox(node.element);
  if (box === undefined || !overlaps(box, area)) return [];
  const refOf = (element: Element, label: string) => refs.refOf(element, label);
  return [{ element: node.element, mark: { ref: nodeRef(node, refOf), line: lineOf(node, refOf), box } }];
}

function nodesIn(items: readonly Item[]): PageNode[] {
  return items.flatMap((item) => {
    if (isText(item)) return [];
    return item.hasRef ? [item, ...nodesIn(item.children)] : nodesIn(item.children);
  });
}

/** The innermost marked element around it, or itself. */
function namedBy({ refs }: Pick<View, 'refs'>, hit: Element): Element {
  for (let node: Node | null = hit; node !== null; node = parentOf(node)) {
    if (node instanceof Element && refs.has(node)) return node;
  }
  return hit;
}

function lyingAt(view: Pick<View, 'refs'>, point: Point): Lying | undefined {
  const hit = hitAt(point);
  return hit && { hit, named: namedBy(view, hit) };
}

/** The four points of the grid around it. */
function cornersOf({ area, stepPx }: View, { x, y }: Point): { readonly key: string; readonly at: Point }[] {
  const [column, row] = [Math.floor((x - area.x) / stepPx), Math.floor((y - area.y) / stepPx)];
  return [column, column + 1].flatMap((across) =>
    [row, row + 1].map((down) => ({
      key: `${across} ${down}`,
      at: { x: area.x + across * stepPx, y: area.y + down * stepPx },
    })),
  );
}

/** What a control is drawn with may change, and a click on it has the same effect. */
function isSameLying(before: Lying | undefined, now: Lying | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return before.named === now.named && (before.hit === now.hit || isWhole(now));
}

/** Whether all that lies in the element is one control, and not a box of many things. */
function isWhole({ hit, named }: Lying): boolean {
  if (hit === named) return true;
  if (!isNamedByContent(roleOf(named)) || !isActionable(roleOf(named))) return false;
  for (let node: Node | null = hit; node !== null && node !== named; node = parentOf(node)) {
    if (node instanceof Element && (isFrame(node) || isActionable(roleOf(node)))) return false;
  }
  return true;
}

function isAsIn({ looks }: View, lying: Lying): boolean {
  const { hit, named } = lying;
  const [whole, inner] = [looks.get(named), isWhole(lying) ? looks.get(named) : looks.get(hit)];
  if (whole === undefined || inner === undefined) return false;
  if (whole.label !== undefined && whole.label !== describe(named)) return false;
  const now = lookOf(isWhole(lying) ? named : hit);
  return isNear(whole.box, boxOf(named)) && isNear(inner.box, now.box) && inner.content === now.content;
}

/** At one of the points around it, or with a mark that is too small for the grid. */
function wasThere({ stepPx, refs, looks }: View, lying: Lying, before: readonly Lying[]): boolean {
  const { hit, named } = lying;
  if (before.some((one) => one.named === named && (one.hit === hit || isWhole(lying)))) return true;
  const box = looks.get(named)?.box;
  return isWhole(lying) && refs.has(named) && box !== undefined && isSmall(box, stepPx);
}

/** Whether a mark that is too small for the grid was there, and what is there now lay under it. */
function wasUnderSmaller({ stepPx, refs, looks }: View, { hit }: Lying, point: Point): boolean {
  return [...refs.keys()].some((marked) => {
    const box = looks.get(marked)?.box;
    return box !== undefined && isSmall(box, stepPx) && isIn(box, point) && !isInside(hit, marked);
  });
}

function isInside(inner: Element, outer: Element): boolean {
  for (let node: Node | null = inner; node !== null; node = parentOf(node)) if (node === outer) return true;
  return false;
}

function isSmall({ width, height }: Box, stepPx: number): boolean {
  return Math.min(width, height) < stepPx;
}

function isIn({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}

const TEXT_CHARS = 200;

function lookOf(element: Element, label?: string): Look {
  const own = [...domProperty(element, 'childNodes')].filter((node) => node instanceof Text);
  const text = own.map(({ data }) => data.slice(0, TEXT_CHARS)).join('');
  const scroll = [domProperty(element, 'scrollLeft'), domProperty(element, 'scrollTop')].map(Math.round);
  return { box: boxOf(element), content: `${scroll.join(' ')} ${text.slice(0, TEXT_CHARS)}`, label };
}

function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

function isNear(one: Box, other: Box): boolean {
  const differences = [one.x - other.x, one.y - other.y, one.width - other.width, one.height - other.height];
  return differences.every((difference) => Math.abs(difference) <= MOVED_PX);
}

function overlaps(one: Box, other: Box): boolean {
  const isApart = (start: number, size: number, from: number, length: number) =>
    start + size <= from || start >= from + length;
  return !isApart(one.x, one.width, other.x, other.width) && !isApart(one.y, one.height, other.y, other.height);
}

function stateNow(): string {
  const { scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio, visualViewport } = window;
  const { width, height } = viewSize();
  const { scale = 1, offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
  const sizes = [scrollX, scrollY, innerWidth, innerHeight, width, height, offsetLeft, offsetTop];
  return [...sizes.map(Math.round), devicePixelRatio, scale].join(' ');
}

function secretBoxes(): Box[] {
  return secretFields(document)
    .map(boxOf)
    .filter(({ width, height }) => width > 0 && height > 0);
}

function stale(what: string, pageText?: string): PageError {
  return failed(what, 'Nothing was done. Take a new annotated_screenshot and use its id.', pageText);
}

function nothingThere(): PageError {
  return failed('Nothing of the page lies at that point.', 'Take a new annotated_screenshot.');
}
