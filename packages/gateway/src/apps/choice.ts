// The tool with which an agent lists several browsers or windows and chooses one.
import { type JsonObject, ours, type Reply, SallyportError, type ToolDeclaration } from '@sallyport/protocol';

/** `choose` describes the argument. */
export function choiceTool(
  tool: Pick<ToolDeclaration, 'name' | 'title' | 'description'>,
  choose: string,
): ToolDeclaration {
  const properties = { choose: { type: 'string', description: choose } };
  return { ...tool, inputSchema: { type: 'object', properties, additionalProperties: false }, effect: 'read' };
}

/** The chosen name, if any. Throws ERR_INPUT_INVALID on anything else. */
export function readChoice(tool: string, { choose, ...unknown }: JsonObject): string | undefined {
  const [strange] = Object.keys(unknown);
  if (strange === undefined && (choose === undefined || typeof choose === 'string')) return choose;
  const what = strange === undefined ? 'choose must be a string' : `Unrecognized key: "${strange}"`;
  throw new SallyportError('ERR_INPUT_INVALID', `${tool}: ${what}`, {
    hint: 'Use only: choose.',
    data: { expected: ['choose'] },
  });
}

/** `tool` also names the list in the facts. */
export function showChoices(tool: string, names: readonly string[], yours: string | undefined): Reply {
  const listed = names.map((name) => ({ name, yours: name === yours }));
  const lines = listed.map((one) => (one.yours ? `${one.name} (yours)` : one.name));
  return { facts: { [tool]: listed }, parts: [ours(lines.join('\n'))] };
}
