// Answers alert, confirm and prompt dialogs.
import { foreign, ours, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import { siteOf } from '../base/sites.ts';
import { defineTabTool } from './tab-tool.ts';

export const handleDialogTool = defineTabTool({
  name: 'handle_dialog',
  title: 'Handle dialog',
  description:
    'Accepts or dismisses the alert, confirm or prompt that blocks your tab. In Firefox, call this before the action that opens it.',
  input: z.object({
    accept: z.boolean(),
    text: z.string().max(10_000).optional().describe('For a prompt.'),
  }),
  effect: 'act',
  verb: 'answer',
  async run(answer, { tabId, url }, context) {
    const dialog = await context.answerDialog(tabId, answer);
    if (dialog === 'none') throw new SallyportError('ERR_INPUT_INVALID', 'No dialog is open in this tab.');
    if (dialog === 'next') {
      return { facts: { tabId, answered: 'the next one' }, parts: [ours('Kept as the answer to the next dialog.')] };
    }
    const { type, message } = dialog;
    return {
      facts: { tabId, answered: `${type} ${JSON.stringify(message)}` },
      parts: [ours(`Answered the ${type}:`), foreign(message, siteOf(dialog.url ?? url))],
    };
  },
});
