// apply_diff: search and replace blocks, or a unified diff, on a file that exists, reviewed as a diff.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { FailedBlock } from '../review/review-port.ts';
import { isFolder } from '../workspace/files.ts';
import { notebookCells } from '../workspace/notebook-cells.ts';
import type { ToolContext } from './context.ts';
import { blockFields, path, reviewFields } from './fields.ts';
import { callOf, optionalField, proposeChange, reviewReply } from './reviewed.ts';
import { type Applied, applyBlocks, type Block, type BlockOutcome, type Match, parseBlocks } from './search-replace.ts';

export const applyDiffTool = defineTool({
  name: 'apply_diff',
  title: 'Apply diff',
  description:
    'Edits parts of a file with blocks, or a unified diff:\n' +
    '<<<<<<< SEARCH\ntext to find\n=======\nreplacement\n>>>>>>> REPLACE\n' +
    'Each search text must match exactly one place, including white space. Blocks apply in order, each to the result of the ' +
    'previous one. Failed blocks are listed in failed_blocks; the others are still proposed, unless atomic. The user reviews the ' +
    'change as with write_file.',
  input: z.object({
    path,
    diff: z.string().describe('One or more blocks or hunks; for notebooks, of their cells as read_file shows them.'),
    atomic: z.boolean().optional().describe('Propose nothing if any block fails.'),
    match: z.enum(['exact', 'lenient']).optional().describe('lenient: white space may differ.'),
  }),
  output: z.object({
    ...reviewFields,
    ...blockFields,
  }),
  effect: 'write',
  async run(input, context: ToolContext) {
    const { path: real, exists } = await context.boundary.resolve(input.path);
    if (!exists || (await isFolder(real, input.path))) {
      throw new SallyportError('ERR_TOOL_FAILED', 'File not found', {
        hint: 'apply_diff edits existing files; write_file creates new ones.',
        data: { path: input.path },
      });
    }
    const blocks = parseBlocks(input.diff);
    if (typeof blocks === 'string') {
      throw new SallyportError('ERR_INPUT_INVALID', blocks, { data: { path: input.path } });
    }
    // A repeated call wants the outcome of the first: once accepted, its blocks no longer match.
    const callKey = JSON.stringify(['apply_diff', input]);
    const known = await context.review.again(callKey, callOf(context));
    if (known !== undefined) return reviewReply(input.path, known.outcome, known.failedBlocks);
    const original = await context.documents.text(real);
    const first = change(original, blocks, input);
    const shownPath = context.boundary.show(real);
    let last = first;
    const outcome = await proposeChange(
      {
        path: real,
        shownPath,
        original,
        proposed: first.text,
        // The file may have changed during another review, so the blocks are applied again.
        reproposed: (now) => {
          last = change(now ?? '', blocks, input);
          return last.text;
        },
        callKey,
        failedBlocks: () => last.failures,
        title: `Change ${shownPath}`,
      },
      context,
    );
    return reviewReply(input.path, outcome, last.failures);
  },
});

/** Throws when nothing can be proposed. */
function change(
  original: string,
  blocks: readonly Block[],
  input: { readonly path: string; readonly atomic?: boolean | undefined; readonly match?: Match | undefined },
): { readonly text: string; readonly failures: FailedBlock[] } {
  const { text, outcomes } = applyTo(original, blocks, input);
  const failures = outcomes.flatMap((outcome, block): FailedBlock[] =>
    outcome.ok
      ? []
      : [
          {
            block,
            error: outcome.error,
            search: blocks[block]?.search ?? '',
            ...optionalField('nearest', outcome.nearest && `line ${outcome.nearest.line}: ${outcome.nearest.text}`),
          },
        ],
  );
  const [first] = failures;
  if (first === undefined || (failures.length < blocks.length && input.atomic !== true)) return { text, failures };
  throw new SallyportError('ERR_TOOL_FAILED', first.error, {
    hint: hintFor(first, outcomes),
    data: { path: input.path, block: first.search, failed_blocks: failures.map(({ block }) => block), failures },
  });
}

/** To the cells of a notebook, as read_file shows them, unless the blocks are of its JSON. */
function applyTo(
  original: string,
  blocks: readonly Block[],
  { path, match }: { readonly path: string; readonly match?: Match | undefined },
): Applied {
  const cells = path.endsWith('.ipynb') ? notebookCells(original) : undefined;
  const whole = applyBlocks(original, blocks, match);
  if (cells === undefined) return whole;
  const inCells = applyBlocks(cells.text, blocks, match);
  const text = cells.withText(inCells.text);
  return text === undefined || fitting(whole) > fitting(inCells) ? whole : { ...inCells, text };
}

function fitting({ outcomes }: Applied): number {
  return outcomes.filter(({ ok }) => ok).length;
}

function hintFor({ block, error }: FailedBlock, outcomes: readonly BlockOutcome[]): string {
  if (error.includes('ambiguous')) return 'Add lines of context until only one place matches.';
  const outcome = outcomes[block];
  const nearest = outcome?.ok === false ? outcome.nearest : undefined;
  if (nearest === undefined) return 'Read the file again; white space counts.';
  const place = `The nearest place is line ${nearest.line}: ${nearest.text.trim()}`;
  return nearest.isEqualButForSpace
    ? `${place}\nOnly white space differs: copy it from the file, or use match: "lenient".`
    : `${place}\nRead the file again; white space counts.`;
}
