// Resolve: which agents' clients will drop a tool because of its name or schema, as seen in those clients.
import type { ToolDeclaration } from '@sallyport/protocol';

/** What a client does with this tool, for the user to read. */
export interface Warning {
  readonly client: string;
  readonly what: string;
}

/** The name of our entry in a client's config: some clients count it in. */
const ENTRY_NAME = 'sallyport';
const CURSOR_MAX = 60;
const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;

export function lintTool(mcpName: string, { inputSchema }: ToolDeclaration): readonly Warning[] {
  const warnings: Warning[] = [];
  const combinator = COMBINATORS.find((key) => Object.hasOwn(inputSchema, key));
  if (combinator !== undefined) {
    warnings.push({ client: 'Claude Code', what: `drops it: its input schema has ${combinator} at the top` });
  }
  const { type } = inputSchema;
  if (type !== undefined && type !== 'object') {
    warnings.push({ client: 'every client', what: 'may refuse it: its input schema is of another type than object' });
  }
  if (ENTRY_NAME.length + mcpName.length > CURSOR_MAX) {
    warnings.push({
      client: 'Cursor',
      what: `hides it: with the server's name it has more than ${CURSOR_MAX} characters`,
    });
  }
  return warnings;
}
