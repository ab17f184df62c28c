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
import { parentOf, shadowOf } from './dom.ts';
import { frameBoxes, frameIndexOf, isFrame } from './frames.ts';
import { type Item, isText, type PageNode } from './items.ts';
import { lineOf, nodeRef } from './lines.ts';
import { elementError, failed, type PageError } from './page-error.ts';
import type { Refs } from './refs.ts';
import { isSecret } from './secrets.ts';
import { describe, hitAt, seenBox } from './target.ts';
import { itemsUnder, pageItems } from './tree.ts';

interface View {
  /** Scroll, size and zoom. */
  readonly state: string;
  readonly area: Box;
  readonly stepPx: number;
  /** What was on top at the points of a grid, by column and row. */
  readonly hits: ReadonlyMap<string, Element>;
  readonly refs: ReadonlyMap<Element, string>;
  /** Where they were. */
  readonly boxes: ReadonlyMap<Element, Box>;
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
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const view = { x: 0, y: 0, width, height };
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
    return { isSame: this.#views.get(shot)?.state === stateNow(), secrets: secretBoxes(document) };
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
    const element = view && this.#same(view, point);
    if (view === undefined || element === undefined) throw nothingThere();
    if (!isFrame(element)) return { ref: view.refs.get(element) ?? refs.refOf(element, describe(element)) };
    const frameIndex = frameIndexOf(element);
    const content = frameBoxes().frames.find(({ index }) => index !== undefined && index === frameIndex)?.content;
    if (frameIndex !== undefined && content !== undefined)
      return { frameIndex, x: point.x - content.x, y: point.y - content.y };
    throw failed('A frame that cannot be pointed into lies there.', 'Use the refs inside it, from a snapshot.');
  }

  /** The element at the point, if it was on top there before, in the same place. */
  #same(view: View, point: Point): Element {
    const hit = hitAt(point);
    if (hit === undefined) throw nothingThere();
    const named = namedBy(view, hit);
    const before = view.boxes.get(named);
    if (before === undefined || !isNear(before, boxOf(named)) || !wasThere(view, named, point)) {
      throw stale('Something else lies at that point than in this screenshot.', `now ${describe(named)}`);
    }
    return named;
  }

  #remember(shot: string, area: Box, marks: readonly Marked[]): void {
    const stepPx = Math.max(STEP_MIN_PX, Math.ceil(Math.sqrt((area.width * area.height) / GRID_POINTS)));
    const hits = new Map<string, Element>();
    const refs = new Map(marks.map(({ element, mark }) => [element, mark.ref]));
    const boxes = new Map(marks.map(({ element }) => [element, boxOf(element)]));
    for (let row = 0; row * stepPx <= area.height + stepPx; row += 1) {
      for (let column = 0; column * stepPx <= area.width + stepPx; column += 1) {
        const hit = hitAt({ x: area.x + column * stepPx, y: area.y + row * stepPx });
        if (hit === undefined) continue;
        const named = namedBy({ refs }, hit);
        hits.set(`${column} ${row}`, named);
        if (!boxes.has(named)) boxes.set(named, boxOf(named));
      }
    }
    this.#views.set(shot, { state: stateNow(), area, stepPx, hits, refs, boxes });
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

/** At one of the four points of the grid around it, or with a mark that is too small for the grid. */
function wasThere({ area, stepPx, hits, refs, boxes }: View, element: Element, { x, y }: Point): boolean {
  const [column, row] = [Math.floor((x - area.x) / stepPx), Math.floor((y - area.y) / stepPx)];
  const isOnGrid = [column, column + 1].some((across) =>
    [row, row + 1].some((down) => hits.get(`${across} ${down}`) === element),
  );
  const box = boxes.get(element);
  return isOnGrid || (refs.has(element) && box !== undefined && Math.min(box.width, box.height) < stepPx);
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
  const { clientWidth, clientHeight } = document.documentElement;
  const { scale = 1, offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
  const sizes = [scrollX, scrollY, innerWidth, innerHeight, clientWidth, clientHeight, offsetLeft, offsetTop];
  return [...sizes.map(Math.round), devicePixelRatio, scale].join(' ');
}

const FIELDS = 'input, textarea, [contenteditable]';

function secretBoxes(root: Document | ShadowRoot): Box[] {
  const own = [...root.querySelectorAll(FIELDS)].filter((field) => isSecret(field) && isFilled(field)).map(boxOf);
  const inner = [...root.querySelectorAll('*')].flatMap((element) => {
    const shadow = shadowOf(element);
    return shadow === null ? [] : secretBoxes(shadow);
  });
  return [...own, ...inner].filter(({ width, height }) => width > 0 && height > 0);
}

function isFilled(field: Element): boolean {
  return 'value' in field ? field.value !== '' : field.textContent !== '';
}

function stale(what: string, pageText?: string): PageError {
  return failed(what, 'Nothing was done. Take a new annotated_screenshot and use its id.', pageText);
}

function nothingThere(): PageError {
  return failed('Nothing of the page lies at that point.', 'Take a new annotated_screenshot.');
}
