// A click by page events in two calls, press and release: the page's scripts run and draw between them, as with a real mouse.
import { clicksIn } from '../base/action-args.ts';
import type { ActionResult, ClickArgs } from '../base/page-calls.ts';
import type { Consequence } from './consequence.ts';
import { parentOf } from './dom.ts';
import { eventAt, playMove, playPress, playRelease, resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { findAgain } from './successors.ts';
import { type Hit, hitAt, hitOf, isPartOf } from './target.ts';

interface Pressed {
  readonly args: ClickArgs;
  readonly aim: Hit;
  /** 2 at the second press of a double click. */
  readonly count: number;
  /** What got the press, and what is around it: the page may take some of it away. */
  readonly path: readonly Element[];
}

/** One at a time; what was pressed and not released is forgotten with the next. */
export class PageClick {
  readonly #consequence: Consequence;
  #pressed: Pressed | undefined;

  constructor(consequence: Consequence) {
    this.#consequence = consequence;
  }

  press(args: ClickArgs, refs: Refs): Pick<ActionResult, 'target' | 'pageVisible'> {
    const aim = hitOf(args.ref, refs, args.point);
    this.#consequence.begin();
    playMove(aim.hit, eventAt(aim.point, args.modifiers));
    // Another part of it may come to lie under a pointer that is over it.
    const over = hitAt(aim.point);
    const hit = over !== undefined && isPartOf(over, aim.element) ? over : aim.hit;
    this.#pressed = { args, aim, count: 1, path: pathOf(hit) };
    playPress(hit, aim.point, args, 1);
    return resultFor(aim);
  }

  pressAgain(refs: Refs): null {
    const before = this.#pressed;
    if (before === undefined) return null;
    const { args, aim } = before;
    const count = before.count + 1;
    const hit = targetNow(before, refs);
    this.#pressed = { args, aim, count, path: hit === undefined ? [] : pathOf(hit) };
    if (hit !== undefined) playPress(hit, aim.point, args, count);
    return null;
  }

  release(refs: Refs): ActionResult | undefined {
    const pressed = this.#pressed;
    if (pressed === undefined) return undefined;
    const { args, aim, count } = pressed;
    const hit = targetNow(pressed, refs);
    if (hit !== undefined) playRelease(hit, aim.point, args, count);
    if (count < clicksIn(args)) return { ...resultFor(aim), willNavigate: false };
    this.#pressed = undefined;
    const { inputReceived: _, ...landing } = this.#consequence.end();
    return { ...resultFor(aim), ...landing };
  }
}

/**
 * What got the press, as long as it is in the page. Else what was drawn in its place, or, as browsers do, the nearest of what
 * was around it that still is. Never something else that has come to lie there.
 */
function targetNow({ args, aim, path }: Pressed, refs: Refs): Element | undefined {
  if (path[0]?.isConnected === true) return path[0];
  const over = hitAt(aim.point);
  if (over === undefined) return undefined;
  findAgain(args.ref, refs);
  const element = refs.live(args.ref)?.element;
  if (element !== undefined && isPartOf(over, element)) return over;
  const around = new Set(pathOf(over));
  return path.find((one) => one.isConnected && around.has(one));
}

function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let node: Node | null = element; node !== null; node = parentOf(node))
    if (node instanceof Element) path.push(node);
  return path;
}
