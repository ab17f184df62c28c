// get_review: the outcome of a change that was still undecided when its call ended.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { blockFields, reviewFields } from './fields.ts';
import { callOf, reviewReply } from './reviewed.ts';

export const getReviewTool = defineTool({
  name: 'get_review',
  title: 'Get review',
  description: 'Waits for the user to decide on a pending or conflicting change, and returns the outcome.',
  input: z.object({ review_id: z.string().describe('From the reply to the edit.') }),
  output: z.object({ ...reviewFields, ...blockFields }),
  effect: 'read',
  async run(input, context: ToolContext) {
    const found = await context.review.resume(input.review_id, callOf(context));
    if (found !== undefined) return reviewReply(context.boundary.show(found.path), found.outcome, found.failedBlocks);
    throw new SallyportError('ERR_INPUT_INVALID', 'No such review', {
      hint: 'It ended long ago, or before the window was reloaded: read the file to see its state.',
      data: { review_id: input.review_id },
    });
  },
});
