// Drags by the pointer of Chromium's debugger: the browser's own drag and drop, and what pages make of pointer events.
import { isRecord, limits } from '@sallyport/protocol';
import type { Point } from '../base/page-calls.ts';
import { type DebuggerAction, landed, performWithoutDebugger } from './debugger-action.ts';
import { mouse, moveTo } from './debugger-pointer.ts';
import type { Command } from './debugger-session.ts';
import { dragParts, hold, landBeside } from './drag-steps.ts';
import type { ActionArgs, Performed } from './driver.ts';

/** How long after the first moves a browser may take to start a drag of its own. */
const START_MS = 300;

export async function drag(action: DebuggerAction, args: ActionArgs<'drag'>): Promise<Performed> {
  const { command, place, pages, documents, dom, sessions, hooks } = action;
  const first = await pages.call(place, 'planDrag', args).catch(() => undefined);
  // Throws for a bad ref, and drags by page events where a frame lies and between elements that are not visible together.
  if (first === undefined) return dom.perform(place, 'drag', args);
  await moveTo(action, await documents.inTab(place, first.from));
  // The pointer may have made the page move something under it, as a frame of another site, before the button goes down.
  const plan = await pages.call(place, 'planDragAgain', args).catch(() => undefined);
  if (plan?.inputReceived !== true) return performWithoutDebugger(action, 'drag', args);
  const [from, to] = [await documents.inTab(place, plan.from), await documents.inTab(place, plan.to)];
  const started = Promise.withResolvers<void>();
  const own: OwnDrag = { data: undefined, started: started.promise, isExpected: plan.isDraggable, isOver: false };
  const stop = sessions.listen(place.tabId, 'Input.dragIntercepted', (params) => {
    own.data = isRecord(params) && isRecord(params.data) ? params.data : undefined;
    started.resolve();
  });
  await command('Input.setInterceptDrags', { enabled: true });
  let isHeld = true;
  try {
    await mouse(command, 'mousePressed', from, { button: 'left', buttons: 1, clickCount: 1 });
    await hold({ pending: () => hooks.pending(place), pause: action.pause, now: action.now });
    await move(action, own, from, to);
    let [end, endInTab] = [plan.to, to];
    if (args.at !== undefined) {
      await landBeside({
        detour: () => pages.call(place, 'detour', args),
        go: async (point) => {
          [end, endInTab] = [point, await documents.inTab(place, point)];
          await carry(action, own, endInTab);
          await action.pause(limits.page.dragStepMs);
        },
        dwell: () => action.pause(limits.page.dragDwellMs),
      });
    }
    if (await pages.call(place, 'isFrameAt', end)) {
      isHeld = false;
      await release(command, own, OUTSIDE, 'dragCancel');
      return { ...(await landed(action, plan)), note: NOT_DROPPED };
    }
    isHeld = false;
    await release(command, own, endInTab, 'drop');
  } finally {
    stop();
    // The page may be gone, or the call may be cancelled: whatever has the tab next must not be dragged along.
    if (isHeld) await release(command, own, OUTSIDE, 'dragCancel').catch(() => {});
    await command('Input.setInterceptDrags', { enabled: false });
  }
  return landed(action, plan);
}

/** No frame lies there. */
const OUTSIDE: Point = { x: -1, y: -1 };
const NOT_DROPPED = 'Not dropped: a frame came under the pointer.';

/** The browser's own drag and drop, once it has started one. */
interface OwnDrag {
  data: Record<string, unknown> | undefined;
  readonly started: Promise<void>;
  readonly isExpected: boolean;
  isOver: boolean;
}

/** By the pointer, until the browser hands over a drag of its own; then by that. */
async function move(action: DebuggerAction, own: OwnDrag, from: Point, to: Point): Promise<void> {
  const { command, pause } = action;
  const at = (part: number) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  const [near, start, ...rest] = dragParts(Math.hypot(to.x - from.x, to.y - from.y));
  for (const part of [near, start]) await mouse(command, 'mouseMoved', at(part), { button: 'left', buttons: 1 });
  if (own.isExpected) await Promise.race([own.started, pause(START_MS)]);
  for (const part of rest) {
    await carry(action, own, at(part));
    await pause(part === 1 ? limits.page.dragDwellMs : limits.page.dragStepMs);
  }
}

async function carry({ command }: DebuggerAction, own: OwnDrag, point: Point): Promise<void> {
  if (own.data === undefined) return void (await mouse(command, 'mouseMoved', point, { button: 'left', buttons: 1 }));
  const over = { ...point, data: own.data };
  if (!own.isOver) await command('Input.dispatchDragEvent', { type: 'dragEnter', ...over });
  await command('Input.dispatchDragEvent', { type: 'dragOver', ...over });
  own.isOver = true;
}

async function release(command: Command, own: OwnDrag, at: Point, type: 'drop' | 'dragCancel'): Promise<void> {
  if (own.data !== undefined) await command('Input.dispatchDragEvent', { type, ...at, data: own.data });
  await mouse(command, 'mouseReleased', at, { button: 'left', clickCount: 1 });
}
