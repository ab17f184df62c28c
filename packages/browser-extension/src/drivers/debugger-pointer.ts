// The pointer of Chromium's debugger: click, hover and wheel.
import { clicksIn } from '../base/action-args.ts';
import type { ClickArgs, Point } from '../base/page-calls.ts';
import { newTabKey } from '../base/platform.ts';
import { type DebuggerAction, IN_FRAME, landed, performWithoutDebugger } from './debugger-action.ts';
import type { Command } from './debugger-session.ts';
import type { ActionArgs, Performed } from './driver.ts';
import { modifierBits } from './keys.ts';

const NOT_PASTED = 'Done without the debugger, whose middle button could paste what the user selected last.';
const buttonBits = { left: 1, middle: 4, right: 2 } as const;

/** In frames: an element that moves between press and release gets no click. One that never stands still is clicked anyway. */
const MAX_MOVES = 40;

export async function click(action: DebuggerAction, args: ClickArgs): Promise<Performed> {
  const { command, place, pages, documents } = action;
  const { ref, button, point: exactly } = args;
  const again = { ref, point: exactly, continuesAction: args.continuesAction === true };
  const aim = action.course.opened?.pointer ?? (await pages.call(place, 'aim', again));
  if (aim.isInFrame) return performWithoutDebugger(action, 'click', args, IN_FRAME);
  // Into whatever has the focus: a page can keep it in a field while another element is clicked.
  if (button === 'middle') return performWithoutDebugger(action, 'click', args, NOT_PASTED);
  const modifiers = modifierBits(args.modifiers);
  const onRelease = keyOnRelease(action, args, aim.isKeyNeutral);
  let at: Point & { readonly isKeyNeutral: boolean } = aim;
  let point = await documents.inTab(place, aim);
  for (let turn = 0; turn < MAX_MOVES; turn += 1) {
    await moveTo(action, point, modifiers);
    // Hovering may have opened or moved something that now covers the target.
    const { inputReceived, isInFrame, isMoved, ...now } = await pages.call(place, 'aimAgain', { ref, point: exactly });
    // Otherwise the click would hit another element.
    if (!inputReceived || isInFrame) return performWithoutDebugger(action, 'click', args);
    const isStill = !isMoved && now.x === at.x && now.y === at.y;
    at = now;
    if (isStill) break;
    point = await documents.inTab(place, now);
  }
  const held = at.isKeyNeutral ? await onRelease : 0;
  const clicks = clicksIn(args);
  for (let clickCount = 1; clickCount <= clicks; clickCount += 1) {
    const rest = { button, clickCount, modifiers };
    // The browser keeps their order.
    await Promise.all([
      mouse(command, 'mousePressed', point, { ...rest, buttons: buttonBits[button] }),
      mouse(command, 'mouseReleased', point, { ...rest, modifiers: modifiers | held }),
    ]);
  }
  return landed(action, aim);
}

/**
 * The key that opens tabs behind: Chromium gives a pop-up of the page's click handler the place that the input asks for, and
 * the page keeps its handle ([decision 42](docs/decisions/0042-pop-ups-open-behind.md)).
 */
async function keyOnRelease({ place, hooks }: DebuggerAction, args: ClickArgs, isNeutral: boolean): Promise<number> {
  if (!isNeutral || args.button !== 'left' || args.modifiers.length > 0) return 0;
  const key = newTabKey();
  return (await hooks.hideKey(place, key)) ? modifierBits([key]) : 0;
}

export async function hover(action: DebuggerAction, { ref }: ActionArgs<'hover'>): Promise<Performed> {
  const { command, place, pages, documents } = action;
  const aim = await pages.call(place, 'aim', { ref });
  if (aim.isInFrame) return performWithoutDebugger(action, 'hover', { ref }, IN_FRAME);
  const point = await documents.inTab(place, aim);
  const before = approach(action, point);
  // Some menus take a pointer for a mouse only after it has moved twice, a little, within a moment.
  await moveTo(action, before(2));
  for (const steps of [1, 0]) await mouse(command, 'mouseMoved', before(steps));
  if (!(await pages.call(place, 'isInputReceived', null))) return performWithoutDebugger(action, 'hover', { ref });
  return landed(action, aim);
}

export async function wheel(action: DebuggerAction, args: ActionArgs<'wheel'>): Promise<Performed> {
  const { command, place, pages, documents } = action;
  const { ref, point: exactly, dx, dy } = args;
  const aim = await pages.call(place, 'aim', { ref, point: exactly });
  const point = await documents.inTab(place, aim);
  await moveTo(action, point);
  const { inputReceived, isInFrame } = await pages.call(place, 'aimAgain', { ref, point: exactly });
  if (!inputReceived || isInFrame) return performWithoutDebugger(action, 'wheel', args);
  await mouse(command, 'mouseWheel', point, { deltaX: dx, deltaY: dy });
  return landed(action, aim);
}

/** Moves there from the side where the pointer was, and waits for the page's next frame. */
export async function moveTo(action: DebuggerAction, point: Point, modifiers = 0): Promise<void> {
  const { command, place, sessions } = action;
  const last = sessions.pointers.get(place.tabId);
  const way = wayFrom(last, point);
  // Where it has to turn, it turns on what it leaves: a menu closes its submenu when the pointer leaves in another direction.
  if (last !== undefined && way !== 0 && way !== last.way)
    await mouse(command, 'mouseMoved', { x: last.x + way, y: last.y }, { modifiers });
  const before = approach(action, point);
  sessions.pointers.set(place.tabId, {
    ...point,
    way: last !== undefined && way === 0 && point.x === last.x ? last.way : way,
  });
  // Both in one frame; the first one, since a pointer that does not move causes no event.
  await Promise.all([
    mouse(command, 'mouseMoved', before(1), { modifiers }),
    mouse(command, 'mouseMoved', point, { modifiers }),
  ]);
}

/** Less than this is not a way, but a target that still moves. */
const WAY_PX = 8;

/** 1 to the right, -1 to the left. */
function wayFrom(last: Point | undefined, { x }: Point): number {
  const across = x - (last?.x ?? 0);
  return Math.abs(across) < WAY_PX ? 0 : Math.sign(across);
}

/** The points before it on the way. */
function approach({ place, sessions }: DebuggerAction, point: Point): (steps: number) => Point {
  const { x, y } = point;
  const across = wayFrom(sessions.pointers.get(place.tabId), point);
  const down = across === 0 ? 1 : 0;
  return (steps) => ({ x: x - across * steps, y: y - down * steps });
}

export async function mouse(command: Command, type: string, { x, y }: Point, rest: object = {}): Promise<void> {
  await command('Input.dispatchMouseEvent', { type, x, y, ...rest });
}
