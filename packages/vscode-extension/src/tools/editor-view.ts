// open_file and get_editor_state: shows files to the user, and returns what they have open.
import { SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { isInside } from './code-locations.ts';
import type { ToolContext } from './context.ts';
import { editorReply } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

export const openFileTool = defineTool({
  name: 'open_file',
  title: 'Open file',
  description: 'Shows a file to the user without taking the focus. Language servers check open files.',
  input: z.object({
    path,
    line: z.int().min(1).optional().describe('Line to show, from 1.'),
    end_line: z.int().min(1).optional().describe('Last line to select.'),
  }),
  output: z.object({ path: z.string() }),
  effect: 'act',
  async run(input, { boundary, editors }: ToolContext) {
    const { path: real, exists } = await boundary.resolve(input.path);
    if (!exists)
      throw new SallyportError('ERR_TOOL_FAILED', 'File not found', {
        hint: 'list_files shows what exists.',
        data: { path: input.path },
      });
    const { line, end_line: endLine = line } = input;
    await editors.show(real, line === undefined || endLine === undefined ? undefined : { line, endLine });
    return editorReply({ path: input.path }, { text: `Shown to the user: ${input.path}`, shows: ['path'] });
  },
});

export const getEditorStateTool = defineTool({
  name: 'get_editor_state',
  title: 'Get editor state',
  description:
    "Returns the workspace folders, the open files, which of them are active or unsaved, and the user's selection.",
  input: z.object({}),
  output: z.object({
    folders: z.array(z.string()),
    open_files: z.array(z.object({ path: z.string(), active: z.boolean(), unsaved: z.boolean() })),
    selection: z
      .object({ path: z.string(), start_line: z.number(), end_line: z.number(), text: z.string() })
      .optional(),
  }),
  effect: 'read',
  async run(_, context: ToolContext) {
    const { folders, open, selection } = context.editors.state();
    const shown: (typeof open)[number][] = [];
    for (const file of open) if (await isInside(file, context)) shown.push(file);
    const { show } = context.boundary;
    const isShown = selection !== undefined && (await isInside(selection, context));
    return editorReply({
      folders: [...folders],
      open_files: shown.map(({ path: file, isActive, isDirty }) => ({
        path: show(file),
        active: isActive,
        unsaved: isDirty,
      })),
      ...optionalField(
        'selection',
        isShown
          ? {
              path: show(selection.path),
              start_line: selection.startLine,
              end_line: selection.endLine,
              text: selection.text,
            }
          : undefined,
      ),
    });
  },
});
