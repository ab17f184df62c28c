// The mouse: click, hover, drag.
import * as z from 'zod';
import { actionReply } from './action-reply.ts';
import { modifiers, ref, target } from './fields.ts';
import { rejectCookies } from './reject-cookies.ts';
import { defineTabTool } from './tab-tool.ts';
import { refIfAny, refIn } from './target-ref.ts';

export const clickTool = defineTabTool({
  name: 'click',
  title: 'Click',
  description: 'Clicks an element by its ref. Waits for the page to settle and reports what changed.',
  input: z.object({
    ...target,
    button: z.enum(['left', 'middle', 'right']).default('left'),
    double: z.boolean().default(false),
    triple: z.boolean().optional(),
    modifiers,
    rejectCookies: z.boolean().optional(),
  }),
  effect: 'act',
  awaitsStep: true,
  verb: 'click',
  async run({ rejectCookies: isBanner = false, ...args }, tab, context) {
    if (isBanner) return rejectCookies(tab, args, context);
    const { tabId } = tab;
    const found = await refIn('click', args, tabId, context);
    return actionReply(`Clicked ${found}`, await context.act(tabId, 'click', { ...args, ref: found }));
  },
});

export const hoverTool = defineTabTool({
  name: 'hover',
  title: 'Hover',
  description: 'Moves the pointer over an element, to open menus and tooltips.',
  input: z.object(target),
  effect: 'act',
  verb: 'hover',
  async run(args, { tabId }, context) {
    const found = await refIn('hover', args, tabId, context);
    return actionReply(`Hovered over ${found}`, await context.act(tabId, 'hover', { ref: found }));
  },
});

export const dragTool = defineTabTool({
  name: 'drag',
  title: 'Drag',
  description: 'Drags an element onto another one, next to it, or by some pixels.',
  input: z.object({
    ...target,
    toRef: ref.optional().describe('Where to drop it.'),
    toText: target.text.describe('Or its text.'),
    at: z.enum(['before', 'after']).optional().describe('Beside toRef, to sort a list.'),
    dx: z.number().default(0).describe('Pixels right.'),
    dy: z.number().default(0).describe('Pixels down.'),
  }),
  effect: 'act',
  verb: 'drag',
  async run({ toRef, toText, at, dx, dy, ...args }, { tabId }, context) {
    const from = await refIn('drag', args, tabId, context);
    const to = await refIfAny('drag', { ref: toRef, text: toText }, tabId, context);
    const where = to === undefined ? ` by ${dx}, ${dy} px` : ` ${at ?? 'to'} ${to}`;
    const outcome = await context.act(tabId, 'drag', { ref: from, toRef: to, at, dx, dy });
    const { dropped } = outcome;
    const isWrong = at !== undefined && dropped !== undefined && dropped !== at;
    const done = isWrong ? `, but it is ${dropped === 'apart' ? `not directly ${at}` : `now ${dropped}`} ${to}` : where;
    return actionReply(`Dragged ${from}${done}`, outcome, { showsItself: true });
  },
});
