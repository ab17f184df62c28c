// read_file: numbered lines of a file, including unsaved text.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { systemError } from '../workspace/boundary.ts';
import { isFolder } from '../workspace/files.ts';
import { readLines } from '../workspace/line-reader.ts';
import { renderNotebook } from '../workspace/notebook.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

export const readFileTool = defineTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Returns lines of a text file as "line_number | content", and how many lines it has. Includes unsaved text of an open ' +
    'editor. Shows notebooks by cell. Long files: call again with the next offset.',
  input: z.object({
    path,
    offset: z.int().min(1).optional().describe('First line, from 1.'),
    limit: z.int().min(1).optional().describe(`Maximum lines; default ${limits.editor.readDefaultLines}.`),
  }),
  output: z.object({
    path: z.string(),
    content: z.string(),
    total_lines: z.number(),
    unsaved: z.boolean().optional().describe('True if this is unsaved text.'),
    next_offset: z.number().optional().describe('Where to continue, if there are more lines.'),
    message,
  }),
  effect: 'read',
  async run(input, context: ToolContext) {
    const { path: real, exists } = await context.boundary.resolve(input.path);
    if (!exists) throw systemError(Object.assign(new Error('no such file'), { code: 'ENOENT' }), input.path);
    if (await isFolder(real, input.path)) {
      throw new SallyportError('ERR_INPUT_INVALID', 'The path is a folder', {
        hint: 'Use list_files.',
        data: { path: input.path },
      });
    }
    const { offset = 1, limit = limits.editor.readDefaultLines } = input;
    const read = await readWanted(real, { given: input.path, offset, limit }, context);
    const content = read.lines.map((line, index) => `${offset + index} | ${clip(line)}`).join('\n');
    const next = offset + read.lines.length;
    const isMore = next <= read.total && read.lines.length > 0;
    return editorReply(
      {
        path: input.path,
        content,
        total_lines: read.total,
        ...optionalField('unsaved', read.isUnsaved || undefined),
        ...optionalField('next_offset', isMore ? next : undefined),
      },
      {
        text: content === '' ? `(no lines from ${offset} on; the file has ${read.total})` : content,
        shows: ['content'],
        message: isMore ? `Lines ${next} to ${read.total} are left: continue with offset ${next}.` : undefined,
      },
    );
  },
});

interface Wanted {
  readonly given: string;
  readonly offset: number;
  readonly limit: number;
}

interface Read {
  readonly lines: readonly string[];
  readonly total: number;
  readonly isUnsaved: boolean;
}

async function readWanted(real: string, wanted: Wanted, context: ToolContext): Promise<Read> {
  const open = context.documents.open(real);
  if (open?.isDirty) return { ...slice(open.text, wanted), isUnsaved: true };
  if (real.endsWith('.ipynb')) {
    return { ...slice(renderNotebook(await context.documents.text(real)), wanted), isUnsaved: false };
  }
  const read = await readLines(real, {
    offset: wanted.offset,
    count: wanted.limit,
    maxBytes: limits.editor.readMaxBytes,
    signal: context.signal,
  }).catch((error: unknown) => {
    if (context.signal.aborted) throw context.signal.reason;
    throw systemError(error, wanted.given);
  });
  if (read.kind === 'wide') return { ...slice(await context.documents.text(real), wanted), isUnsaved: false };
  if (read.kind === 'binary') {
    throw new SallyportError('ERR_TOOL_FAILED', 'Binary file detected', {
      hint: 'Only text can be read.',
      data: { path: wanted.given },
    });
  }
  const text = await context.documents.decode(read.bytes, real);
  if (read.lineCount === 0 && read.totalLines >= wanted.offset) return longLine(wanted, read.totalLines);
  return { lines: splitLines(text).slice(0, read.lineCount), total: read.totalLines, isUnsaved: false };
}

/** Stands in for a line larger than the limit of one reply. */
function longLine({ offset }: Wanted, total: number): Read {
  return { lines: [`[line ${offset} is longer than ${limits.editor.readMaxBytes} bytes]`], total, isUnsaved: false };
}

function slice(text: string, { offset, limit }: Wanted): Omit<Read, 'isUnsaved'> {
  const all = splitLines(text);
  return { lines: all.slice(offset - 1, offset - 1 + limit), total: all.length };
}

/** A final line break starts no further line. */
function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function clip(line: string): string {
  const max = limits.editor.lineMaxChars;
  return line.length <= max ? line : `${line.slice(0, max)}… [${line.length - max} more characters]`;
}
