// The editor's tools as a door offers them: asks where the user wants to be asked, runs, and presents in the seed's words.
import { type About, type CallEnd, metaKeys, type Offer } from '@sallyport/mcp-door';
import {
  type CallOptions,
  type JsonObject,
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
  /** The context of one call but for what presents its result. */
  readonly contextFor: (call: { readonly caller: Caller } & CallOptions) => Omit<ToolContext, 'say'>;
  /** In the mode `always` reads ask too: resolves when the user lets it, rejects when not. */
  readonly admit: (
    call: { tool: AnyTool<ToolContext>; args: JsonObject; caller: Caller } & CallOptions,
  ) => Promise<void>;
  readonly createId: () => string;
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
    'Tools of the VS Code window that the user has open. Changes are shown to the user as a diff before they are made, and ' +
    'commands before they run: an answer says what the user changed or why they refused. Prefer these tools to editing files ' +
    'behind the editor.',
};

export function createEditorOffer(options: EditorOfferOptions, caller: Caller): Offer {
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]));
  return {
    about,
    listTools: async () => options.tools.map((tool) => (caller.isDirect ? declarationOf(tool) : withEffect(tool))),
    callTool: async (name, args, callOptions) => {
      const tool = byName.get(name);
      if (tool === undefined) return { ok: false, error: unknownTool(name) };
      return call(tool, args, callOptions);
    },
    onToolsChanged: () => () => {},
  };

  async function call(tool: AnyTool<ToolContext>, args: JsonObject, callOptions: CallOptions): Promise<CallEnd> {
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
      const said: string[] = [];
      const context = { ...options.contextFor({ caller, ...callOptions }), say: (text: string) => said.push(text) };
      const output = await tool.call(args, context);
      const result = {
        content: [{ type: 'text', text: said.join('\n') || JSON.stringify(output) }],
        structuredContent: output,
      };
      return { ok: true, result, provenance: finish() };
    } catch (thrown) {
      if (!(thrown instanceof SallyportError)) options.onFault(thrown);
      const error = thrown instanceof SallyportError ? thrown : internal();
      const provenance = finish(error.code);
      if (error.code === 'ERR_INTERNAL') return { ok: false, error, provenance };
      return { ok: true, result: presentError(error), provenance };
    }
  }
}

/** MCP's annotations say less of a tool's effect than the gateway wants to know; agents need no more. */
function withEffect(tool: AnyTool<ToolContext>): ToolDeclaration {
  return { ...declarationOf(tool), foreign: { _meta: { [metaKeys.effect]: tool.effect } } };
}

/** The seed's form of an error, `{error, path}`, with our code and hint beside it. */
function presentError({ code, message, hint, data }: SallyportError): ToolResult {
  const facts = { error: message, ...data, code, ...(hint === undefined ? {} : { hint }) };
  const text = hint === undefined ? message : `${message}. ${hint}`;
  return { content: [{ type: 'text', text }], structuredContent: facts, isError: true };
}

function unknownTool(name: string): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', `The editor has no tool "${name.slice(0, 100)}".`);
}

function internal(): SallyportError {
  return new SallyportError(
    'ERR_INTERNAL',
    'Something went wrong inside Sallyport; its output channel has the details.',
  );
}
