// code_actions: lists the fixes and refactorings for a range of lines, and applies one after review.
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { changeFiles, filesField } from './change-files.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

export const codeActionsTool = defineTool({
  name: 'code_actions',
  title: 'Code actions',
  description:
    'Lists the quick fixes and refactorings for a range of lines, or applies one by title; the user reviews its changes. Call ' +
    'open_file first if the language server has not seen the file.',
  input: z.object({
    path,
    line: z.int().min(1).describe('First line, from 1.'),
    end_line: z.int().min(1).optional().describe('Last line; default: line.'),
    apply: z.string().optional().describe('Title of the action to apply; omit to list them.'),
  }),
  output: z.object({
    actions: z
      .array(
        z.object({
          title: z.string(),
          kind: z.string().optional(),
          preferred: z.boolean(),
          disabled: z.string().optional(),
        }),
      )
      .optional(),
    files: filesField.optional(),
    message,
  }),
  effect: 'write',
  async run(input, context: ToolContext) {
    const { path: real } = await context.boundary.resolve(input.path);
    const { line, end_line: endLine = line, apply } = input;
    if (apply !== undefined)
      return changeFiles(await context.code.applyAction(real, line, endLine, apply), apply, context);
    const found = await context.code.actions(real, line, endLine);
    return editorReply({
      actions: found.map(({ title, kind, isPreferred, disabledBecause }) => ({
        title,
        preferred: isPreferred,
        ...optionalField('kind', kind),
        ...optionalField('disabled', disabledBecause),
      })),
    });
  },
});
