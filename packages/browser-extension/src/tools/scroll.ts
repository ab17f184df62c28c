// Scrolls a page or a part of it.
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { actOutput, reply } from './act-reply.ts';
import type { ToolContext } from './context.ts';
import { ref, tabId } from './fields.ts';

const SCREENS_MAX = 100;

export const scrollTool = defineTool({
  name: 'scroll',
  title: 'Scroll',
  description:
    'Scrolls the page, or the box around a ref, in a direction; with a ref alone brings it into view. Needed for pages that load more at their end: other tools scroll by themselves.',
  input: z.object({
    ref: ref.optional(),
    direction: z.enum(['up', 'down', 'left', 'right', 'top', 'bottom']).optional(),
    amount: z.number().positive().max(SCREENS_MAX).default(1).describe('In screens.'),
    tabId,
  }),
  output: actOutput,
  effect: 'act',
  async run({ tabId: wanted, ...args }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('scroll', wanted);
    return reply(context, 'Scrolled', await context.act(tabId, 'scroll', args));
  },
});
