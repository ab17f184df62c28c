// The mouse by pixels of a screenshot that the agent has looked at: click, drag, wheel.
import { SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import { placeKey } from '../base/facts.ts';
import { actionReply } from './action-reply.ts';
import { modifiers, shot } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

const pixel = z.number().min(0);
const WHEEL_MAX_PX = 10_000;

export const mouseClickXyTool = defineTabTool({
  name: 'mouse_click_xy',
  title: 'Click at a point',
  description:
    'Clicks a pixel of an annotated screenshot or zoom. Refused if the page has moved since, or something else lies there. Prefer click where there is a ref.',
  family: 'vision',
  input: z.object({
    shot,
    x: pixel,
    y: pixel,
    button: z.enum(['left', 'middle', 'right']).default('left'),
    double: z.boolean().default(false),
    modifiers,
  }),
  effect: 'act',
  verb: 'click',
  async run({ shot: id, x, y, ...how }, { tabId }, context) {
    const { ref, point } = await context.pointedAt(tabId, { shot: id, x, y });
    return actionReply(`Clicked (${x}, ${y}), ${ref}`, await context.act(tabId, 'click', { ...how, ref, point }));
  },
});

export const mouseDragXyTool = defineTabTool({
  name: 'mouse_drag_xy',
  title: 'Drag between points',
  description: 'Drags from one pixel of an annotated screenshot or zoom to another one.',
  family: 'vision',
  input: z.object({ shot, x: pixel, y: pixel, toX: pixel, toY: pixel }),
  effect: 'act',
  verb: 'drag',
  async run({ shot: id, x, y, toX, toY }, { tabId }, context) {
    const from = await context.pointedAt(tabId, { shot: id, x, y });
    const to = await context.pointedAt(tabId, { shot: id, x: toX, y: toY });
    if (placeKey(from.place) !== placeKey(to.place)) throw betweenFrames();
    const way = { dx: to.point.x - from.point.x, dy: to.point.y - from.point.y };
    const outcome = await context.act(tabId, 'drag', { ref: from.ref, point: from.point, ...way });
    return actionReply(`Dragged (${x}, ${y}), ${from.ref}, to (${toX}, ${toY})`, outcome, { showsItself: true });
  },
});

export const mouseWheelTool = defineTabTool({
  name: 'mouse_wheel',
  title: 'Wheel',
  description: 'Turns the mouse wheel over a pixel of an annotated screenshot, as to zoom a map.',
  family: 'vision',
  input: z.object({
    shot,
    x: pixel,
    y: pixel,
    dx: z.number().min(-WHEEL_MAX_PX).max(WHEEL_MAX_PX).default(0).describe('Pixels right.'),
    dy: z.number().min(-WHEEL_MAX_PX).max(WHEEL_MAX_PX).default(0).describe('Pixels down.'),
  }),
  effect: 'act',
  verb: 'scroll',
  async run({ shot: id, x, y, dx, dy }, { tabId }, context) {
    const { ref, point } = await context.pointedAt(tabId, { shot: id, x, y });
    const outcome = await context.act(tabId, 'wheel', { ref, point, dx, dy });
    // What has scrolled is not a change of the page.
    return actionReply(`Turned the wheel by ${dx}, ${dy} px at (${x}, ${y}), ${ref}`, outcome, { isSure: true });
  },
});

function betweenFrames(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'The two points lie in different frames.', {
    hint: 'Nothing was done. Drag within one frame.',
  });
}
