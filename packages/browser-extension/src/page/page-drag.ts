// A drag by page events, in steps: HTML's own drag events where the source is draggable, else the pointer's alone.
import type { ActionResult, DragArgs, Point } from '../base/page-calls.ts';
import { dropPoint, dropTarget, isInView } from './drag-ends.ts';
import { buttonBits, eventAt, playMove, pressOn, releaseOn, resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { type Hit, hitAt, hitOf } from './target.ts';

interface Dragged {
  readonly from: Hit;
  /** The way of the pointer, which may be turned. */
  way: { readonly from: Point; readonly to: Point };
  isTurned: boolean;
  /** What lies at the end of the way, where that is out of view. */
  readonly end: Element;
  /** Undefined where the page follows the pointer itself. */
  readonly own: { readonly source: Element; readonly data: DataTransfer } | undefined;
  over: Element;
  at: Point;
  /** Whether the place under the pointer takes the drop. */
  isTaken: boolean;
}

/** One at a time; what was picked up and not dropped is forgotten with the next. */
export class PageDrag {
  #dragged: Dragged | undefined;

  get isUnderWay(): boolean {
    return this.#dragged !== undefined;
  }

  /** `isReady` is called when the element is in view and the button is about to go down. */
  begin(args: DragArgs, refs: Refs, isReady: () => void): { readonly isHidden: boolean; readonly distancePx: number } {
    const { from, to } = this.#pickUp(args, refs, isReady).way;
    const distancePx = Math.hypot(to.x - from.x, to.y - from.y);
    return { isHidden: document.visibilityState === 'hidden', distancePx };
  }

  move(part: number): null {
    if (this.#dragged !== undefined) moveTo(this.#dragged, part);
    return null;
  }

  turn(to: Point): null {
    if (this.#dragged !== undefined)
      Object.assign(this.#dragged, { way: { from: this.#dragged.at, to }, isTurned: true });
    return null;
  }

  drop(args: DragArgs, refs: Refs): ActionResult {
    const dragged = this.#dragged ?? this.#pickUp(args, refs);
    this.#dragged = undefined;
    // A turned drag lies where it should, and one more move might put it elsewhere.
    if (!dragged.isTurned) moveTo(dragged, 1);
    const { from, own, over, at } = dragged;
    if (own === undefined) releaseOn(over, eventAt(at), 'left');
    else {
      if (dragged.isTaken) play(dragged, 'drop', over);
      play(dragged, 'dragend', own.source);
    }
    return { ...resultFor(from), willNavigate: false };
  }

  #pickUp(args: DragArgs, refs: Refs, isReady = () => {}): Dragged {
    // Bringing the end into view may move the start, so the start is looked up after it.
    hitOf(args.ref, refs, args.point);
    const target = dropTarget(args, refs);
    const from = hitOf(args.ref, refs, args.point);
    const point = dropPoint(args, target?.element, from.point);
    const hit = (isInView(point) ? hitAt(point) : target?.element) ?? from.hit;
    isReady();
    playMove(from.hit, eventAt(from.point));
    pressOn(from.hit, eventAt(from.point), 'left');
    // Looked up after the press, at which libraries make things draggable.
    const source = from.hit.closest('[draggable="true"]');
    const own = source === null ? undefined : { source, data: new DataTransfer() };
    const way = { from: from.point, to: point };
    const dragged = { from, way, end: hit, own, over: from.hit, at: from.point, isTaken: false, isTurned: false };
    const isOwn = own !== undefined && play(dragged, 'dragstart', own.source);
    this.#dragged = isOwn ? dragged : { ...dragged, own: undefined };
    return this.#dragged;
  }
}

function moveTo(dragged: Dragged, part: number): void {
  const { way, own, over } = dragged;
  const along = (start: number, end: number) => start + (end - start) * part;
  dragged.at = { x: along(way.from.x, way.to.x), y: along(way.from.y, way.to.y) };
  // What the drag has moved under the pointer counts, unless the way leads out of the view.
  dragged.over = (isInView(dragged.at) ? hitAt(dragged.at) : part === 1 ? dragged.end : over) ?? over;
  if (own === undefined) {
    playMove(dragged.over, { ...eventAt(dragged.at), buttons: buttonBits.left }, over);
    return;
  }
  play(dragged, 'drag', own.source);
  if (dragged.over !== over) {
    play(dragged, 'dragenter', dragged.over);
    play(dragged, 'dragleave', over);
  }
  // A place that does not take the drag lets this event's default be.
  dragged.isTaken = !play(dragged, 'dragover', dragged.over);
}

/** Whether the page has let the browser go on. */
function play({ own, at }: Dragged, type: string, target: Element): boolean {
  return target.dispatchEvent(new DragEvent(type, { ...eventAt(at), dataTransfer: own?.data ?? null }));
}
