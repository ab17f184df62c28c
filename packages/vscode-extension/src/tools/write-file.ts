// write_file: creates or replaces a file, reviewed as a diff.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { isFolder } from '../workspace/files.ts';
import type { ToolContext } from './context.ts';
import { path, reviewFields } from './fields.ts';
import { proposeChange, reviewReply } from './reviewed.ts';

export const writeFileTool = defineTool({
  name: 'write_file',
  title: 'Write file',
  description:
    'Creates a file or replaces its whole text. The user sees a diff, may edit it, and accepts or rejects it; the reply says ' +
    'what they changed and which problems are new. Creates missing folders. To change a part, use apply_diff.',
  input: z.object({ path, content: z.string().describe('The whole text.') }),
  output: z.object(reviewFields),
  effect: 'write',
  async run(input, context: ToolContext) {
    const { path: real, exists } = await context.boundary.resolve(input.path);
    if (exists && (await isFolder(real, input.path))) {
      throw new SallyportError('ERR_INPUT_INVALID', 'The path is a folder', { data: { path: input.path } });
    }
    const shownPath = context.boundary.show(real);
    const title = exists ? `Change ${shownPath}` : `Create ${shownPath}`;
    const proposal = { path: real, shownPath, proposed: input.content, title };
    return reviewReply(input.path, await proposeChange(proposal, context));
  },
});
