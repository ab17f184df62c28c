// find_and_replace: replaces a text or pattern in many files, each reviewed as a diff.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { withLf } from '../review/text-changes.ts';
import { systemError } from '../workspace/boundary.ts';
import { replaceInLines } from '../workspace/patterns.ts';
import { search } from '../workspace/ripgrep.ts';
import { changeFiles, filesOutput } from './change-files.ts';
import type { ToolContext } from './context.ts';
import { path } from './fields.ts';

export const findAndReplaceTool = defineTool({
  name: 'find_and_replace',
  title: 'Find and replace',
  description:
    'Replaces text, or a regular expression with $1 groups, in all files under a folder. The user reviews each changed file as ' +
    'with write_file.',
  input: z.object({
    path,
    find: z.string().min(1),
    replace: z.string(),
    is_regex: z.boolean().optional().describe('Whether find is a regular expression; default false.'),
    file_pattern: z.string().optional().describe('Only files matching this glob.'),
  }),
  output: filesOutput,
  effect: 'write',
  async run(input, context: ToolContext) {
    const { path: real, exists } = await context.boundary.resolve(input.path);
    if (!exists) throw systemError(Object.assign(new Error('no such file'), { code: 'ENOENT' }), input.path);
    if (context.ripgrep === undefined) throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'This editor has no ripgrep');
    const { find, replace, is_regex: isRegex = false } = input;
    const replaceIn = (text: string) => replaceAll(text, find, replace, isRegex);
    // Rejects an invalid regular expression before the search.
    replaceIn('');
    const { lines, isTruncated } = await search({
      command: context.ripgrep.command,
      path: real,
      regex: isRegex ? find : escapeRegex(find),
      glob: input.file_pattern,
      contextLines: 0,
      maxMatches: MAX_MATCHES,
      signal: context.signal,
    });
    if (isTruncated) {
      throw new SallyportError('ERR_INPUT_INVALID', `There are more than ${MAX_MATCHES} matches`, {
        hint: 'Nothing was changed. Narrow it: a subfolder, a file_pattern, or a longer text.',
      });
    }
    const paths = [...new Set(lines.map((line) => line.path))].slice(0, limits.editor.changeMaxFiles + 1);
    const changes = await Promise.all(
      paths.map(async (file) => {
        const original = await context.documents.text(file);
        // The file may change before its review opens.
        return { path: file, original, proposed: replaceIn(original), reproposed: replaceIn };
      }),
    );
    return changeFiles(changes, `Replace ${input.find}`, context);
  },
});

const MAX_MATCHES = 10_000;

/** Line by line, as ripgrep matches. */
function replaceAll(text: string, find: string, replace: string, isRegex: boolean): string {
  const lines = withLf(text).split('\n');
  const changed = isRegex
    ? replaceInLines(lines, find, replace)
    : lines.map((line) => line.replaceAll(find, () => replace));
  return changed.join('\n');
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
