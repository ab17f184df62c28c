// Scrolls a page or a part of it.
import * as z from 'zod';
import { actionReply } from './action-reply.ts';
import { ref } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

const SCREENS_MAX = 100;

export const scrollTool = defineTabTool({
  name: 'scroll',
  title: 'Scroll',
  description:
    'Scrolls the page, or the scroll container of a ref. With only a ref, scrolls it into view. Use it to load more of a page; other tools scroll as needed.',
  input: z.object({
    ref: ref.optional(),
    direction: z.enum(['up', 'down', 'left', 'right', 'top', 'bottom']).optional(),
    amount: z.number().positive().max(SCREENS_MAX).default(1).describe('In screens.'),
  }),
  effect: 'act',
  verb: 'scroll',
  run: async (args, { tabId }, { act }) =>
    actionReply(args.ref === undefined ? 'Scrolled' : `Scrolled ${args.ref}`, await act(tabId, 'scroll', args)),
});
