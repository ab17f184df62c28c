// Answers dialogs of pages.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { tabId } from './fields.ts';

export const handleDialogTool = defineTool({
  name: 'handle_dialog',
  title: 'Handle dialog',
  description:
    'Accepts or dismisses the alert, confirm or prompt that holds your tab. In Firefox dialogs are answered while you act: call this before the act whose dialog is to be accepted.',
  input: z.object({
    accept: z.boolean(),
    text: z.string().max(10_000).optional().describe('What to enter into a prompt.'),
    tabId,
  }),
  output: z.object({ tabId: z.number(), answered: z.string().describe('The dialog, or "the next one".') }),
  effect: 'act',
  async run({ accept, text, tabId: wanted }, context: ToolContext) {
    const { tabId } = await context.tabs.reach('answer', wanted);
    const dialog = await context.answerDialog(tabId, { accept, text });
    if (dialog === 'none') throw new SallyportError('ERR_INPUT_INVALID', 'No dialog is open in this tab.');
    const answered = dialog === 'next' ? 'the next one' : `${dialog.type} ${JSON.stringify(dialog.message)}`;
    return { tabId, answered };
  },
});
