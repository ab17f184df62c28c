// The pointer of Chromium's debugger: click, hover and drag.
import { isRecord } from '@sallyport/protocol';
import type { ClickArgs, Point } from '../base/page-calls.ts';
import { type DebuggerAction, landed, performWithoutDebugger } from './debugger-action.ts';
import type { Command } from './debugger-session.ts';
import type { ActionArgs, Performed } from './driver.ts';
import { modifierBits } from './keys.ts';

const buttonBits = { left: 1, middle: 4, right: 2 } as const;
/** Pointers move in steps: browsers do not start a drag for a single jump. */
const DRAG_STEPS = 4;

export async function click(action: DebuggerAction, args: ClickArgs): Promise<Performed> {
  const { command, place, pages, documents } = action;
  const { ref, button } = args;
  const aim = await pages.call(place, 'aim', { ref, continuesAction: args.continuesAction === true });
  const firstPoint = await documents.inTab(place, aim);
  const modifiers = modifierBits(args.modifiers);
  await moveTo(command, firstPoint, modifiers);
  // Hovering may have opened or moved something that now covers the target.
  const { inputReceived, x, y } = await pages.call(place, 'aimAgain', { ref });
  // Otherwise the click would hit another element.
  if (!inputReceived) return performWithoutDebugger(action, 'click', args);
  const point = x === aim.x && y === aim.y ? firstPoint : await documents.inTab(place, { x, y });
  for (let clickCount = 1; clickCount <= (args.double ? 2 : 1); clickCount += 1) {
    const rest = { button, clickCount, modifiers };
    await mouse(command, 'mousePressed', point, { ...rest, buttons: buttonBits[button] });
    await mouse(command, 'mouseReleased', point, rest);
  }
  return landed(action, aim);
}

export async function hover(action: DebuggerAction, { ref }: ActionArgs<'hover'>): Promise<Performed> {
  const { command, place, pages, documents } = action;
  const aim = await pages.call(place, 'aim', { ref });
  await moveTo(command, await documents.inTab(place, aim));
  if (!(await pages.call(place, 'isInputReceived', null))) return performWithoutDebugger(action, 'hover', { ref });
  return landed(action, aim);
}

export async function drag(action: DebuggerAction, args: ActionArgs<'drag'>): Promise<Performed> {
  const { command, place, pages, documents, dom } = action;
  const plan = await pages.call(place, 'planDrag', args).catch(() => undefined);
  // Throws for a bad ref, and drags by page events between elements that are not visible together.
  if (plan === undefined) return dom.perform(place, 'drag', args);
  const [from, to] = [await documents.inTab(place, plan.from), await documents.inTab(place, plan.to)];
  await command('Input.setInterceptDrags', { enabled: true });
  try {
    await mouse(command, 'mouseMoved', from);
    await mouse(command, 'mousePressed', from, { button: 'left', buttons: 1, clickCount: 1 });
    const data = await draggedData(action, plan.isDraggable, () => moveAlong(command, from, to));
    for (const type of isRecord(data) ? ['dragEnter', 'dragOver', 'drop'] : []) {
      await command('Input.dispatchDragEvent', { type, ...to, data });
    }
    await mouse(command, 'mouseReleased', to, { button: 'left', clickCount: 1 });
  } finally {
    await command('Input.setInterceptDrags', { enabled: false });
  }
  return landed(action, plan);
}

/** The data of the browser's own drag; undefined if it starts none. */
async function draggedData(
  { sessions, place }: DebuggerAction,
  isDraggable: boolean,
  move: () => Promise<void>,
): Promise<unknown> {
  if (!isDraggable) return move();
  const params = await sessions.eventDuring(place.tabId, 'Input.dragIntercepted', move);
  return isRecord(params) ? params.data : undefined;
}

async function moveAlong(command: Command, from: Point, to: Point): Promise<void> {
  for (let step = 1; step <= DRAG_STEPS; step += 1) {
    const part = step / DRAG_STEPS;
    const point = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    await mouse(command, 'mouseMoved', point, { button: 'left', buttons: 1 });
  }
}

/** Moves there and waits for the page's next frame. */
async function moveTo(command: Command, { x, y }: Point, modifiers = 0): Promise<void> {
  // Both in one frame; the first one, since a pointer that does not move causes no event.
  await Promise.all([
    mouse(command, 'mouseMoved', { x: x + 1, y }, { modifiers }),
    mouse(command, 'mouseMoved', { x, y }, { modifiers }),
  ]);
}

async function mouse(command: Command, type: string, { x, y }: Point, rest: object = {}): Promise<void> {
  await command('Input.dispatchMouseEvent', { type, x, y, ...rest });
}
