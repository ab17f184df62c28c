// list_files: lists a folder, optionally with subfolders.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { systemError } from '../workspace/boundary.ts';
import { isFolder } from '../workspace/files.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

/** Listed but not entered: their contents would fill every reply. */
const closedFolders = new Set(['.git', '.hg', '.svn', 'node_modules']);

export const listFilesTool = defineTool({
  name: 'list_files',
  title: 'List files',
  description:
    `Lists a folder, one entry per line, folders with "/" at the end; at most ${limits.editor.listMaxEntries} entries. Recursive ` +
    'listings are breadth-first and skip .git, node_modules and links.',
  input: z.object({
    path,
    recursive: z.boolean().optional().describe('Whether to list subfolders too; default false.'),
  }),
  output: z.object({
    path: z.string(),
    entries: z.string().describe('One entry per line, relative to the listed folder.'),
    count: z.number(),
    truncated: z.boolean().optional().describe('True if there are more.'),
    message,
  }),
  effect: 'read',
  async run(input, context: ToolContext) {
    const { path: real } = await context.boundary.resolve(input.path);
    if (!(await isFolder(real, input.path))) {
      throw new SallyportError('ERR_INPUT_INVALID', 'The path is not a folder', {
        hint: 'Use read_file.',
        data: { path: input.path },
      });
    }
    const found = await walk(real, { isDeep: input.recursive === true, given: input.path, signal: context.signal });
    const isTruncated = found.length > limits.editor.listMaxEntries;
    const entries = found.slice(0, limits.editor.listMaxEntries);
    const text = entries.join('\n');
    return editorReply(
      {
        path: input.path,
        entries: text,
        count: entries.length,
        ...optionalField('truncated', isTruncated || undefined),
      },
      { text, shows: ['entries'], message: isTruncated ? 'There are more entries: list a subfolder.' : undefined },
    );
  },
});

interface WalkOptions {
  readonly isDeep: boolean;
  readonly given: string;
  readonly signal: AbortSignal;
}

/** Level by level, so that truncation keeps the upper folders complete; stops one entry after the cap. */
export async function walk(root: string, { isDeep, given, signal }: WalkOptions): Promise<string[]> {
  const found: string[] = [];
  let level = [''];
  while (level.length > 0 && found.length <= limits.editor.listMaxEntries) {
    const next: string[] = [];
    for (const folder of level) {
      signal.throwIfAborted();
      for (const entry of await entriesOf(join(root, folder), folder === '' ? given : undefined)) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        const isOpenable = entry.isDirectory();
        found.push(isOpenable || (await isLinkToFolder(entry, join(root, name))) ? `${name}/` : name);
        if (found.length > limits.editor.listMaxEntries) return found;
        if (isDeep && isOpenable && !closedFolders.has(entry.name)) next.push(name);
      }
    }
    level = next;
  }
  return found;
}

/** Folders first, then by name. Skips unreadable subfolders; throws for the requested one. */
async function entriesOf(folder: string, given: string | undefined): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (given !== undefined) throw systemError(error, given);
    return [];
  }
}

async function isLinkToFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // A broken link.
  }
}
