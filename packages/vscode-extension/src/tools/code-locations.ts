// find_references and go_to_definition: where a symbol is used or defined, by language server.
import { limits } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { CodeLocation } from '../language/code-facts.ts';
import { positionFields, resolvePosition } from './code-position.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { optionalField } from './reviewed.ts';

const output = z.object({
  places: z.array(z.object({ path: z.string(), line: z.number(), text: z.string().optional() })),
  outside: z.number().optional().describe('Number of places outside the workspace, such as in libraries.'),
  truncated: z.boolean().optional(),
  message,
});

export const findReferencesTool = defineTool({
  name: 'find_references',
  title: 'Find references',
  description: 'Finds every use of a symbol with the language server. More exact than text search.',
  input: z.object(positionFields),
  output,
  effect: 'read',
  run: async (input, context: ToolContext) =>
    present(await context.code.references(await resolvePosition(input, context)), context),
});

export const goToDefinitionTool = defineTool({
  name: 'go_to_definition',
  title: 'Go to definition',
  description: 'Finds the definition of a symbol with the language server.',
  input: z.object(positionFields),
  output,
  effect: 'read',
  run: async (input, context: ToolContext) =>
    present(await context.code.definitions(await resolvePosition(input, context)), context),
});

async function present(found: readonly CodeLocation[], context: ToolContext) {
  const inside: CodeLocation[] = [];
  for (const place of found) if (await isInside(place, context)) inside.push(place);
  const shown = inside.slice(0, limits.editor.codeMaxLocations);
  const places = await Promise.all(
    shown.map(async ({ path, line }) => ({
      path: context.boundary.show(path),
      line,
      ...optionalField('text', (await context.code.lineAt(path, line))?.trim().slice(0, 200)),
    })),
  );
  const outside = found.length - inside.length;
  const lines = places.map(({ path, line, text = '' }) => `${path}:${line} | ${text}`);
  const isTruncated = inside.length > shown.length;
  return editorReply(
    {
      places,
      ...optionalField('outside', outside === 0 ? undefined : outside),
      ...optionalField('truncated', isTruncated || undefined),
    },
    {
      text: lines.join('\n') || 'Nothing found.',
      shows: ['places'],
      message: isTruncated ? 'There are more places than shown.' : undefined,
    },
  );
}

/** Language servers also name files outside the workspace, such as libraries. */
export async function isInside({ path }: { readonly path: string }, { boundary }: ToolContext): Promise<boolean> {
  try {
    await boundary.resolve(path);
    return true;
  } catch {
    return false;
  }
}
