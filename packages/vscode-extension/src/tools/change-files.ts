// Changes several files in one call, each with its own review, all open at once.
import { randomUUID } from 'node:crypto';
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

/** Refuses the whole call if a file is outside, or there are too many. A single failed file is reported with the others. */
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
  // A single file belongs to whatever else the agent sends with it.
  const together = real.length === 1 ? {} : { request: { id: randomUUID(), title } };
  const files = await Promise.all(
    inside.map(async ({ change, path }) => {
      const shownPath = context.boundary.show(path);
      const proposal = {
        path,
        shownPath,
        original: change.original,
        proposed: change.proposed,
        reproposed: (now: string | undefined) => repropose(change, shownPath, now),
        ...together,
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

/** For a file that changed since: applies the change again, or refuses, which would otherwise undo the newer text. */
function repropose({ reproposed }: FileChange, shownPath: string, now: string | undefined): string {
  if (reproposed !== undefined && now !== undefined) return reproposed(now);
  throw new SallyportError('ERR_TOOL_FAILED', `${shownPath} changed in the meantime`, {
    hint: 'It was not edited: call again.',
    data: { path: shownPath },
  });
}
