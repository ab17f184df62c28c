// The notebook's three MCP tools.
import type { CallOutcome, Offer, Provenance } from '@sallyport/mcp-door';
import { type Fence, type JsonObject, SallyportError, type ToolDeclaration } from '@sallyport/protocol';
import type { Note, Notebook } from './notebook.ts';

export interface NotesOptions {
  readonly notebook: Notebook;
  readonly now: () => number;
  readonly createId: () => string;
  readonly fence: Fence;
}

const schemaOf = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const tools: readonly ToolDeclaration[] = [
  {
    name: 'add',
    description: 'Saves a note for you, other agents and the user.',
    inputSchema: schemaOf({ text: { type: 'string' } }, ['text']),
    effect: 'write',
  },
  {
    name: 'list',
    description: 'Lists notes, oldest first; with words, only those that contain all of them.',
    inputSchema: schemaOf({ words: { type: 'string' } }, []),
    effect: 'read',
  },
  {
    name: 'remove',
    description: 'Removes a note.',
    inputSchema: schemaOf({ id: { type: 'integer' } }, ['id']),
    effect: 'write',
  },
];

export function createNotesOffer({ notebook, now, createId, fence }: NotesOptions): Offer {
  return {
    about: {
      name: 'sallyport-notes',
      title: 'Notes',
      instructions: 'A small notebook on this machine, shared by all agents of the user.',
    },
    fence,
    listTools: async () => tools,
    async callTool(name, args): Promise<CallOutcome> {
      const startedAtMs = now();
      const provenance = (): Provenance => ({
        serverId: 'notes',
        toolName: name,
        callId: createId(),
        startedAt: new Date(startedAtMs).toISOString(),
        durationMs: now() - startedAtMs,
      });
      try {
        const notes = run(notebook, name, args);
        const text = notes.map(({ id, text: words, at }) => `${id}  ${at.slice(0, 10)}  ${words}`).join('\n');
        const content = [{ type: 'text', text: text === '' ? 'No notes found.' : text }];
        return { ok: true, result: { relayed: { content, structuredContent: { notes } } }, provenance: provenance() };
      } catch (thrown) {
        if (!(thrown instanceof SallyportError)) throw thrown;
        return { ok: false, error: thrown, provenance: provenance() };
      }
    },
    onToolsChanged: () => () => {},
  };
}

/** The notes that the call is about. */
function run(notebook: Notebook, name: string, args: JsonObject): readonly Note[] {
  const { text, words, id, ...unknown } = args;
  if (Object.keys(unknown).length > 0) throw invalidArguments();
  if (name === 'add' && typeof text === 'string') return [notebook.add(text)];
  if (name === 'list' && (words === undefined || typeof words === 'string')) return notebook.list(words);
  if (name === 'remove' && typeof id === 'number') return [notebook.remove(id)];
  throw tools.some((tool) => tool.name === name)
    ? invalidArguments()
    : new SallyportError('ERR_TOOL_NOT_FOUND', 'Unknown tool.');
}

function invalidArguments(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'add takes text; list takes words, or nothing; remove takes id.');
}
