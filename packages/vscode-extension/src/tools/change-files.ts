// Several files changed by one call: each is a review of its own, all of them open side by side.
import { limits, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { FileChange } from '../language/code-facts.ts';
import { withLf } from '../review/text-changes.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { reviewFields } from './fields.ts';
import { nextOf, presentReview, proposeChange } from './reviewed.ts';

const statuses = [...reviewFields.status.options, 'failed'] as const;

export const filesField = z.array(
  z.object({
    ...reviewFields,
    status: z.enum(statuses).describe(`${reviewFields.status.description} failed: not changed, reason says why.`),
  }),
);

export const filesOutput = z.object({ files: filesField, message });

/**
 * Refuses as a whole when any file lies outside, or there are too many to review. A file that fails on its own is told beside
 * the others: what the user decided about those has happened.
 */
export async function changeFiles(changes: readonly FileChange[], title: string, context: ToolContext) {
  const real = changes.filter(({ original, proposed }) => withLf(original) !== withLf(proposed));
  if (real.length === 0) throw new SallyportError('ERR_TOOL_FAILED', 'Nothing to change');
  if (real.length > limits.editor.changeMaxFiles) {
    throw new SallyportError('ERR_INPUT_INVALID', `${real.length} files would change`, {
      hint: `At most ${limits.editor.changeMaxFiles} can be reviewed at once: change fewer.`,
    });
  }
  const inside = await Promise.all(
    real.map(async (change) => ({ change, path: (await context.boundary.resolve(change.path)).path })),
  );
  const files = await Promise.all(
    inside.map(async ({ change, path }) => {
      const shownPath = context.boundary.show(path);
      const proposal = {
        path,
        shownPath,
        original: change.original,
        proposed: change.proposed,
        reproposed: (now: string | undefined) => repropose(change, shownPath, now),
        title: `${title}: ${shownPath}`,
      };
      try {
        return presentReview(shownPath, await proposeChange(proposal, context));
      } catch (error) {
        if (context.signal.aborted || real.length === 1 || !(error instanceof SallyportError)) throw error;
        return { status: 'failed' as const, path: shownPath, reason: error.message };
      }
    }),
  );
  const nexts = new Set(files.flatMap((file) => nextOf(file) ?? []));
  return editorReply({ files }, { message: nexts.size === 0 ? undefined : [...nexts].join(' ') });
}

/** The file is not what the change was made for: done anew where that can be, else the text in between would be undone. */
function repropose({ reproposed }: FileChange, shownPath: string, now: string | undefined): string {
  if (reproposed !== undefined && now !== undefined) return reproposed(now);
  throw new SallyportError('ERR_TOOL_FAILED', `${shownPath} changed in the meantime`, {
    hint: 'It was not edited: call again.',
    data: { path: shownPath },
  });
}
