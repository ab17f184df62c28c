// find_and_replace: one text or pattern replaced in many files, each reviewed as a diff.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { search } from '../workspace/ripgrep.ts';
import { changeFiles, filesOutput } from './change-files.ts';
import type { ToolContext } from './context.ts';
import { path } from './fields.ts';

export const findAndReplaceTool = defineTool({
  name: 'find_and_replace',
  title: 'Find and replace',
  description:
    'Replaces a text, or a regular expression with $1 groups, in all files below a folder. The user reviews each changed file as ' +
    'with write_file.',
  input: z.object({
    path,
    find: z.string().min(1),
    replace: z.string(),
    is_regex: z.boolean().optional().describe('Whether find is a regular expression; false without it.'),
    file_pattern: z.string().optional().describe('Only files that match this glob.'),
  }),
  output: filesOutput,
  effect: 'write',
  async run(input, context: ToolContext) {
    const { path: real } = await context.boundary.resolve(input.path);
    if (context.ripgrep === undefined) throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'This editor has no ripgrep');
    const source = input.is_regex === true ? input.find : escapeRegex(input.find);
    const pattern = compile(source);
    const { lines } = await search({
      command: context.ripgrep.command,
      path: real,
      regex: source,
      glob: input.file_pattern,
      contextLines: 0,
      maxMatches: MAX_MATCHES,
      signal: context.signal,
    });
    const paths = [...new Set(lines.map((line) => line.path))].slice(0, limits.editor.changeMaxFiles + 1);
    const changes = await Promise.all(
      paths.map(async (file) => {
        const original = await context.documents.text(file);
        return {
          path: file,
          original,
          proposed: replaceLines(original, pattern, input.replace, input.is_regex === true),
        };
      }),
    );
    return changeFiles(changes, 'Replace', context);
  },
});

const MAX_MATCHES = 10_000;

/** Line by line, as ripgrep finds. */
function replaceLines(text: string, pattern: RegExp, replacement: string, isRegex: boolean): string {
  return text
    .split('\n')
    .map((line) => (isRegex ? line.replace(pattern, replacement) : line.replace(pattern, () => replacement)))
    .join('\n');
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function compile(source: string): RegExp {
  try {
    return new RegExp(source, 'g');
  } catch {
    throw new SallyportError('ERR_INPUT_INVALID', 'find is no regular expression', {
      hint: 'Without is_regex it is taken as plain text.',
    });
  }
}
