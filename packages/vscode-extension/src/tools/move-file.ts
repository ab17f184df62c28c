// delete_file and move_file: what write_file cannot do to a file, each after a question to the user.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ActionQuestion } from '../approval/action-prompt.ts';
import { isFolder } from '../workspace/files.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

const output = z.object({
  status: z.enum(['accepted', 'rejected']),
  path: z.string(),
  operation: z.enum(['deleted', 'moved']).optional(),
  new_path: z.string().optional(),
  note: z.string().optional().describe('A note from the user.'),
  message,
});

export const deleteFileTool = defineTool({
  name: 'delete_file',
  title: 'Delete file',
  description: 'Deletes a file after the user agreed.',
  input: z.object({ path }),
  output,
  effect: 'write',
  async run(input, context: ToolContext) {
    const real = await existing(input.path, context);
    if (context.documents.open(real)?.isDirty === true) {
      throw new SallyportError('ERR_TOOL_FAILED', 'The file has unsaved changes of the user', {
        hint: 'Ask the user to save or discard them, then call again. Nothing was deleted.',
        data: { path: input.path },
      });
    }
    const rejected = await ask('delete', input.path, context.boundary.show(real), context);
    if (rejected !== undefined) return rejected;
    // The user may have taken a while.
    if ((await existing(input.path, context)) !== real) throw changed(input.path);
    if (!(await context.fileMoves.delete(real))) throw changed(input.path);
    return editorReply({ status: 'accepted' as const, path: input.path, operation: 'deleted' as const });
  },
});

export const moveFileTool = defineTool({
  name: 'move_file',
  title: 'Move file',
  description: 'Moves or renames a file after the user agreed. Creates missing folders; never overwrites.',
  input: z.object({ path, new_path: z.string() }),
  output,
  effect: 'write',
  async run(input, context: ToolContext) {
    const real = await existing(input.path, context);
    const target = await vacant(input.new_path, context);
    const { show } = context.boundary;
    const rejected = await ask('move', input.path, `${show(real)} → ${show(target)}`, context);
    if (rejected !== undefined) return rejected;
    if ((await existing(input.path, context)) !== real) throw changed(input.path);
    if ((await vacant(input.new_path, context)) !== target) throw changed(input.new_path);
    if (!(await context.fileMoves.move(real, target))) throw changed(input.path);
    const facts = { status: 'accepted' as const, path: input.path, operation: 'moved' as const };
    return editorReply({ ...facts, new_path: input.new_path });
  },
});

/** The reply for a rejection; undefined when the user agreed. */
async function ask(verb: ActionQuestion['verb'], given: string, subject: string, context: ToolContext) {
  const { agent, signal, onProgress } = context;
  const answer = await context.askForAction({ agent: agent.name, verb, subject, signal, onProgress });
  if (answer.kind === 'accepted') return undefined;
  return editorReply({ status: 'rejected' as const, path: given, ...optionalField('note', answer.note) });
}

/** The real path of a file that must be there. */
async function existing(given: string, { boundary }: ToolContext): Promise<string> {
  const { path: real, exists } = await boundary.resolve(given);
  if (!exists) {
    throw new SallyportError('ERR_TOOL_FAILED', 'File not found', {
      hint: 'list_files shows what exists.',
      data: { path: given },
    });
  }
  if (await isFolder(real, given)) {
    throw new SallyportError('ERR_INPUT_INVALID', 'The path is a folder', {
      hint: 'Only single files are deleted or moved.',
      data: { path: given },
    });
  }
  return real;
}

async function vacant(given: string, { boundary }: ToolContext): Promise<string> {
  const { path: real, exists } = await boundary.resolve(given);
  if (!exists) return real;
  throw new SallyportError('ERR_INPUT_INVALID', 'The new path already exists', {
    hint: 'Nothing was moved. Choose another name, or delete that file first.',
    data: { path: given },
  });
}

function changed(given: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The editor could not do it: the file changed meanwhile, or is locked', {
    hint: 'list_files shows what exists now.',
    data: { path: given },
  });
}
