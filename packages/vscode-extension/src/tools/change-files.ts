// Several files changed by one call: each is a review of its own, all of them open side by side.
import { limits, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { FileChange } from '../language/code-facts.ts';
import type { ToolContext } from './context.ts';
import { reviewFields } from './fields.ts';
import { propose } from './reviewed.ts';

export const filesOutput = z.object({ files: z.array(z.object(reviewFields)) });

/** Refuses as a whole when any file lies outside, or there are too many to review. */
export async function changeFiles(changes: readonly FileChange[], title: string, context: ToolContext) {
  const real = changes.filter(({ original, proposed }) => original !== proposed);
  if (real.length === 0) throw new SallyportError('ERR_TOOL_FAILED', 'There is nothing to change');
  if (real.length > limits.editor.changeMaxFiles) {
    throw new SallyportError('ERR_INPUT_INVALID', `${real.length} files would change`, {
      hint: `At most ${limits.editor.changeMaxFiles} can be reviewed at once: narrow it.`,
    });
  }
  const inside = await Promise.all(
    real.map(async (change) => ({ change, path: (await context.boundary.resolve(change.path)).path })),
  );
  const files = await Promise.all(
    inside.map(({ change, path }) => {
      const shownPath = context.boundary.show(path);
      const proposal = {
        path,
        shownPath,
        original: change.original,
        proposed: change.proposed,
        title: `${title}: ${shownPath}`,
      };
      return propose(shownPath, proposal, context);
    }),
  );
  return { files };
}
