// Resolve: warns about clients that are known to drop a tool because of its name or schema.
import type { ToolDeclaration } from '@sallyport/protocol';

export interface Warning {
  readonly client: string;
  readonly what: string;
}

/** The name of our entry in a client's config, which some clients add to the tool's name. */
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
    warnings.push({ client: 'every client', what: 'may refuse it: the type of its input schema is not object' });
  }
  if (ENTRY_NAME.length + mcpName.length > CURSOR_MAX) {
    warnings.push({
      client: 'Cursor',
      what: `hides it: its name with the server's has more than ${CURSOR_MAX} characters`,
    });
  }
  return warnings;
}
