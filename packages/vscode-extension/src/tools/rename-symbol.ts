// rename_symbol: renames by language server, each file reviewed as a diff.
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { changeFiles, filesOutput } from './change-files.ts';
import { positionFields, resolvePosition } from './code-position.ts';
import type { ToolContext } from './context.ts';

export const renameSymbolTool = defineTool({
  name: 'rename_symbol',
  title: 'Rename symbol',
  description: 'Renames a symbol everywhere (language server). The user reviews each changed file as with write_file.',
  input: z.object({ ...positionFields, new_name: z.string().min(1) }),
  output: filesOutput,
  effect: 'write',
  async run(input, context: ToolContext) {
    const changes = await context.code.rename(await resolvePosition(input, context), input.new_name);
    return changeFiles(changes, `Rename to ${input.new_name}`, context);
  },
});
