// The editor's tools as a door offers them: asks where the user wants to be asked, runs, and presents in the seed's words.
import { type About, type CallOutcome, metaKeys, type Offer } from '@sallyport/mcp-door';
import {
  type CallOptions,
  type Fence,
  type JsonObject,
  renderError,
  SallyportError,
  type ToolDeclaration,
  type ToolResult,
} from '@sallyport/protocol';
import { type AnyTool, declarationOf } from '@sallyport/protocol/tool';
import { EDITOR_SERVER_NAME } from '../names.ts';
import type { ToolContext } from '../tools/context.ts';

/** Whoever calls, as the door knows them. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  /** Not through the gateway, which has a journal of its own. */
  readonly isDirect: boolean;
  /** Known by nothing but the name it gave itself, as all that come directly in the era without sessions. */
  readonly isClaimed?: boolean;
}

export interface EditorOfferOptions {
  readonly tools: readonly AnyTool<ToolContext>[];
  readonly contextFor: (call: { readonly caller: Caller } & CallOptions) => ToolContext;
  /** In the mode `always` reads ask too: resolves when the user lets it, rejects when not. */
  readonly admit: (
    call: { tool: AnyTool<ToolContext>; args: JsonObject; caller: Caller } & CallOptions,
  ) => Promise<void>;
  readonly createId: () => string;
  readonly fence: Fence;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
  /** Told of each call's end; arguments and results stay out of it. */
  readonly onEnd: (call: EndedCall) => void;
}

export interface EndedCall {
  /** ISO time at which it came in. */
  readonly at: string;
  readonly callId: string;
  readonly tool: string;
  readonly caller: Caller;
  readonly durationMs: number;
  /** Missing for a call that ended well. */
  readonly code?: string;
}

const about: About = {
  name: EDITOR_SERVER_NAME,
  title: 'Sallyport: editor',
  instructions:
    'Tools of the VS Code window that the user has open. The user sees each change as a diff, and each command before it runs; ' +
    'replies say what they changed or why they refused. Prefer these tools to editing files behind the editor.',
};

export function createEditorOffer(options: EditorOfferOptions, caller: Caller): Offer {
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]));
  return {
    about,
    fence: options.fence,
    listTools: async () => options.tools.map((tool) => declare(tool, caller)),
    callTool: async (name, args, callOptions) => {
      const tool = byName.get(name);
      if (tool === undefined) return { ok: false, error: unknownTool(name) };
      return call(tool, args, callOptions);
    },
    onToolsChanged: () => () => {},
  };

  async function call(tool: AnyTool<ToolContext>, args: JsonObject, callOptions: CallOptions): Promise<CallOutcome> {
    const startedAtMs = options.now();
    const callId = options.createId();
    const finish = (code?: string) => {
      const durationMs = options.now() - startedAtMs;
      const startedAt = new Date(startedAtMs).toISOString();
      const end = { at: startedAt, callId, tool: tool.name, caller, durationMs };
      options.onEnd(code === undefined ? end : { ...end, code });
      return { serverId: 'editor', toolName: tool.name, callId, startedAt, durationMs };
    };
    try {
      await options.admit({ tool, args, caller, ...callOptions });
      const result = await tool.call(args, options.contextFor({ caller, ...callOptions }));
      return { ok: true, result, hasObject: true, provenance: finish() };
    } catch (thrown) {
      if (!(thrown instanceof SallyportError)) options.onFault(thrown);
      const error = thrown instanceof SallyportError ? thrown : internal();
      const provenance = finish(error.code);
      if (error.code === 'ERR_INTERNAL') return { ok: false, error, provenance };
      return { ok: true, result: { relayed: presentError(error, options.fence) }, provenance };
    }
  }
}

/**
 * Errors are objects of the specification's too, `{error, path}`. SDK 1 (Gemini CLI, Inspector) checks them against the output
 * schema and shows its own -32602 where they do not fit, so the schema has both forms.
 */
const errorForm = {
  type: 'object',
  properties: { error: { type: 'string' }, code: { type: 'string' }, hint: { type: 'string' } },
  required: ['error', 'code'],
} as const;

function declare(tool: AnyTool<ToolContext>, { isDirect }: Caller): ToolDeclaration {
  const { outputSchema, ...declaration } = declarationOf(tool);
  return {
    ...declaration,
    ...(outputSchema === undefined ? {} : { outputSchema: { type: 'object', anyOf: [outputSchema, errorForm] } }),
    // MCP's annotations say less of a tool's effect than the gateway wants to know; agents need no more.
    ...(isDirect ? {} : { foreign: { _meta: { [metaKeys.effect]: tool.effect } } }),
  };
}

/** The text has all of it, for clients that read only text; the object goes to programs, and to Codex, which reads only that. */
function presentError(error: SallyportError, fence: Fence): ToolResult {
  const { code, message, hint, data } = error;
  const facts = { error: message, ...data, code, ...(hint === undefined ? {} : { hint }) };
  return { content: [{ type: 'text', text: renderError(error, fence) }], structuredContent: facts, isError: true };
}

function unknownTool(name: string): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', `The editor has no tool "${name.slice(0, 100)}".`);
}

function internal(): SallyportError {
  return new SallyportError('ERR_INTERNAL', 'Internal error in Sallyport; its output channel has the details.');
}
