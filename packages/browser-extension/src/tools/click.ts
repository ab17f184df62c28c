// The mouse: click, hover, drag.
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { actOutput, reply } from './act-reply.ts';
import type { ToolContext } from './context.ts';
import { modifiers, ref, tabId } from './fields.ts';

export const clickTool = defineTool({
  name: 'click',
  title: 'Click',
  description:
    'Clicks what a ref of a snapshot stands for, waits until the page rests, and says what changed. Names what covers it when something does.',
  input: z.object({
    ref,
    button: z.enum(['left', 'middle', 'right']).default('left'),
    double: z.boolean().default(false).describe('A double click.'),
    modifiers,
    tabId,
  }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ...args }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('click', wanted);
    return reply(context, 'Clicked', await context.act(tabId, 'click', args));
  },
});

export const hoverTool = defineTool({
  name: 'hover',
  title: 'Hover',
  description: 'Moves the pointer over what a ref stands for, for menus and hints that open so, and says what changed.',
  input: z.object({ ref, tabId }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ref: target }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('hover', wanted);
    return reply(context, 'Hovered over', await context.act(tabId, 'hover', { ref: target }));
  },
});

export const dragTool = defineTool({
  name: 'drag',
  title: 'Drag',
  description: 'Drags what one ref stands for onto another, and says what changed.',
  input: z.object({ ref, toRef: ref.describe('Where it is dropped.'), tabId }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ...args }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('drag', wanted);
    return reply(context, 'Dragged', await context.act(tabId, 'drag', args));
  },
});
