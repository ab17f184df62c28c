// search_files: lines that match a regular expression, grouped by file, with context.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { systemError } from '../workspace/boundary.ts';
import { type FoundLine, search } from '../workspace/ripgrep.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

export const searchFilesTool = defineTool({
  name: 'search_files',
  title: 'Search files',
  description:
    'Searches files under a folder for a regular expression. Returns the matching lines grouped by file, with line numbers and ' +
    `one line of context, at most ${limits.editor.searchMaxResults} matches. Skips files that git ignores.`,
  input: z.object({
    path,
    regex: z.string().min(1).describe('A regular expression, matched line by line.'),
    file_pattern: z.string().optional().describe('Only files matching this glob, such as *.ts or src/**/*.css.'),
  }),
  output: z.object({
    results: z.string().describe('Lines grouped by file; matches are marked with >.'),
    matches: z.number(),
    files: z.number(),
    truncated: z.boolean().optional().describe('True if there are more.'),
    message,
  }),
  effect: 'read',
  async run(input, context: ToolContext) {
    const { path: real, exists } = await context.boundary.resolve(input.path);
    if (!exists) throw systemError(Object.assign(new Error('no such file'), { code: 'ENOENT' }), input.path);
    if (context.ripgrep === undefined) {
      throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'This editor has no ripgrep', {
        hint: 'Search with execute_command instead.',
      });
    }
    const { lines, isTruncated, unread } = await search({
      command: context.ripgrep.command,
      path: real,
      regex: input.regex,
      glob: input.file_pattern,
      contextLines: limits.editor.searchContextLines,
      maxMatches: limits.editor.searchMaxResults,
      signal: context.signal,
    });
    const { text, matches, files, isCut } = render(lines, context.boundary.show);
    const truncated = isTruncated || isCut;
    return editorReply(
      { results: text, matches, files, ...optionalField('truncated', truncated || undefined) },
      {
        text: text || 'No matches.',
        shows: ['results'],
        message: noteOf(truncated, unread),
      },
    );
  },
});

function noteOf(isTruncated: boolean, unread: string | undefined): string | undefined {
  const notes = [
    ...(isTruncated ? ['There are more matches: narrow the search.'] : []),
    ...(unread === undefined ? [] : [`Not everything could be read: ${unread}`]),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}

function render(lines: readonly FoundLine[], show: (path: string) => string) {
  const parts: string[] = [];
  let [matches, files, size] = [0, 0, 0];
  let last: FoundLine | undefined;
  for (const line of lines) {
    const isNewFile = line.path !== last?.path;
    const head = isNewFile
      ? `${files === 0 ? '' : '\n'}${show(line.path)}\n`
      : line.line > (last?.line ?? 0) + 1
        ? '--\n'
        : '';
    const mark = line.kind === 'match' ? '>' : ' ';
    const part = `${head}${mark} ${line.line} | ${clip(line.text)}`;
    if (size + part.length > limits.editor.searchMaxChars)
      return { text: parts.join('\n'), matches, files, isCut: true };
    parts.push(part);
    size += part.length + 1;
    matches += line.kind === 'match' ? 1 : 0;
    files += isNewFile ? 1 : 0;
    last = line;
  }
  return { text: parts.join('\n'), matches, files, isCut: false };
}

const CLIP_CHARS = 500;

function clip(text: string): string {
  return text.length <= CLIP_CHARS ? text : `${text.slice(0, CLIP_CHARS)}…`;
}
