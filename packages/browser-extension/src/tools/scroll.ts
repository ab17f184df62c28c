// Scrolls a page or a part of it.
import * as z from 'zod';
import { actionReply } from './action-reply.ts';
import { target } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';
import { refIfAny } from './target-ref.ts';

const SCREENS_MAX = 100;

export const scrollTool = defineTabTool({
  name: 'scroll',
  title: 'Scroll',
  description:
    'Scrolls the page, or the scroll container of a ref. With only a ref, scrolls it into view. Use it to load more of a page; other tools scroll as needed.',
  input: z.object({
    ...target,
    direction: z.enum(['up', 'down', 'left', 'right', 'top', 'bottom']).optional(),
    amount: z.number().positive().max(SCREENS_MAX).default(1).describe('In screens.'),
  }),
  effect: 'act',
  verb: 'scroll',
  async run({ text, ...args }, { tabId }, context) {
    const found = await refIfAny('scroll', { ref: args.ref, text }, tabId, context);
    const done = found === undefined ? 'Scrolled' : `Scrolled ${found}`;
    return actionReply(done, await context.act(tabId, 'scroll', { ...args, ref: found }));
  },
});
