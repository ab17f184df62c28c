// get_symbols: the outline of a file, or symbols of the workspace by name.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { CodeSymbol } from '../language/code-facts.ts';
import { isInside } from './code-locations.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

export const getSymbolsTool = defineTool({
  name: 'get_symbols',
  title: 'Get symbols',
  description: 'Returns the outline of a file (path), or workspace symbols whose name matches (query).',
  input: z.object({
    path: path.optional().describe('File to outline.'),
    query: z.string().optional().describe('All or part of a symbol name.'),
  }),
  output: z.object({
    symbols: z.array(
      z.object({
        name: z.string(),
        kind: z.string(),
        path: z.string(),
        line: z.number(),
        end_line: z.number(),
        container: z.string().optional(),
      }),
    ),
    truncated: z.boolean().optional(),
    message,
  }),
  effect: 'read',
  async run(input, context: ToolContext) {
    const found = await find(input, context);
    const inside: CodeSymbol[] = [];
    for (const symbol of found) if (await isInside(symbol.location, context)) inside.push(symbol);
    const shown = inside.slice(0, limits.editor.codeMaxLocations);
    const { show } = context.boundary;
    const lines = shown.map(({ name, kind, location, depth, container }) => {
      const holder = container === undefined || depth > 0 ? '' : ` in ${container}`;
      return `${'  '.repeat(depth)}${kind} ${name}${holder} ${show(location.path)}:${location.line}-${location.endLine}`;
    });
    const isTruncated = inside.length > shown.length;
    return editorReply(
      {
        symbols: shown.map(({ name, kind, location, container }) => ({
          name,
          kind,
          path: show(location.path),
          line: location.line,
          end_line: location.endLine,
          ...optionalField('container', container),
        })),
        ...optionalField('truncated', isTruncated || undefined),
      },
      {
        text: lines.join('\n') || 'No symbols.',
        shows: ['symbols'],
        message: isTruncated ? 'There are more symbols: narrow the query.' : undefined,
      },
    );
  },
});

async function find(
  input: { readonly path?: string | undefined; readonly query?: string | undefined },
  { boundary, code }: ToolContext,
): Promise<readonly CodeSymbol[]> {
  if (input.path === undefined) {
    if (input.query === undefined) throw new SallyportError('ERR_INPUT_INVALID', 'Either path or query is required');
    return code.workspaceSymbols(input.query);
  }
  const symbols = await code.documentSymbols((await boundary.resolve(input.path)).path);
  const query = input.query?.toLowerCase();
  return query === undefined ? symbols : symbols.filter(({ name }) => name.toLowerCase().includes(query));
}
