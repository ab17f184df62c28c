// Selects text on a page.
import * as z from 'zod';
import { actionReply } from './action-reply.ts';
import { ref } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

export const selectTextTool = defineTabTool({
  name: 'select_text',
  title: 'Select text',
  description: 'Selects text in an element.',
  input: z.object({ ref, text: z.string().optional().describe('Default: all of it.') }),
  effect: 'act',
  verb: 'select text in',
  run: async (args, { tabId }, { act }) =>
    // A selection changes nothing else on most pages.
    actionReply(`Selected text in ${args.ref}`, await act(tabId, 'selectText', args), { isSure: true }),
});
