// The mouse: click, hover, drag.
import * as z from 'zod';
import { actionReply } from './action-reply.ts';
import { modifiers, ref } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

export const clickTool = defineTabTool({
  name: 'click',
  title: 'Click',
  description: 'Clicks an element by its ref. Waits for the page to settle and reports what changed.',
  input: z.object({
    ref,
    button: z.enum(['left', 'middle', 'right']).default('left'),
    double: z.boolean().default(false),
    modifiers,
  }),
  effect: 'act',
  verb: 'click',
  run: async (args, { tabId }, { act }) => actionReply(`Clicked ${args.ref}`, await act(tabId, 'click', args)),
});

export const hoverTool = defineTabTool({
  name: 'hover',
  title: 'Hover',
  description: 'Moves the pointer over an element, to open menus and tooltips.',
  input: z.object({ ref }),
  effect: 'act',
  verb: 'hover',
  run: async (args, { tabId }, { act }) => actionReply(`Hovered over ${args.ref}`, await act(tabId, 'hover', args)),
});

export const dragTool = defineTabTool({
  name: 'drag',
  title: 'Drag',
  description: 'Drags one element onto another.',
  input: z.object({ ref, toRef: ref.describe('Where to drop it.') }),
  effect: 'act',
  verb: 'drag',
  run: async (args, { tabId }, { act }) =>
    actionReply(`Dragged ${args.ref} to ${args.toRef}`, await act(tabId, 'drag', args)),
});
