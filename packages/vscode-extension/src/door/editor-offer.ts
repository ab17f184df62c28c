// The editor's tools as a door offers them: asks for approval, runs, and presents results in the specified form.
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
import type { AskingCalls } from '../approval/asking-calls.ts';
import { nothingDone } from '../closing.ts';
import { EDITOR_SERVER_NAME } from '../names.ts';
import type { ToolContext } from '../tools/context.ts';
import { asSystemError } from '../workspace/boundary.ts';

/** A caller, as the door knows it. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  /** Did not come through the gateway, which has its own journal. */
  readonly isDirect: boolean;
  /** Known only by a name it chose itself, as direct callers in a revision without sessions are. */
  readonly isClaimed?: boolean;
}

export interface EditorOfferOptions {
  readonly tools: readonly AnyTool<ToolContext>[];
  readonly contextFor: (call: { readonly caller: Caller; readonly left: AbortSignal } & CallOptions) => ToolContext;
  /** Asks for reads too in the mode `always`; rejects when the user does. */
  readonly admit: (
    call: { tool: AnyTool<ToolContext>; args: JsonObject; caller: Caller; left: AbortSignal } & CallOptions,
  ) => Promise<void>;
  /** Knows which calls an agent leaves behind when it loses its connection. */
  readonly asking: AskingCalls;
  readonly createId: () => string;
  readonly fence: Fence;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
  /** Called at the end of each call, without arguments and results. */
  readonly onEnd: (call: EndedCall) => void;
}

export interface EndedCall {
  /** ISO time of its start. */
  readonly at: string;
  readonly callId: string;
  readonly tool: string;
  readonly caller: Caller;
  readonly durationMs: number;
  /** Undefined for a successful call. */
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
    const open = options.asking.open(caller.id);
    const finish = (code?: string) => {
      const durationMs = options.now() - startedAtMs;
      const startedAt = new Date(startedAtMs).toISOString();
      const end = { at: startedAt, callId, tool: tool.name, caller, durationMs };
      options.onEnd(code === undefined ? end : { ...end, code });
      return { serverId: 'editor', toolName: tool.name, callId, startedAt, durationMs };
    };
    try {
      await options.admit({ tool, args, caller, left: open.signal, ...callOptions });
      const result = await tool.call(args, options.contextFor({ caller, left: open.signal, ...callOptions }));
      return { ok: true, result, hasObject: true, provenance: finish() };
    } catch (cause) {
      // A read that the closing window interrupts has changed nothing.
      const thrown = tool.effect === 'read' ? nothingDone(cause) : cause;
      const known = thrown instanceof SallyportError ? thrown : asSystemError(thrown, String(args.path ?? ''));
      if (known === undefined) options.onFault(thrown);
      const error = known ?? internal();
      const provenance = finish(error.code);
      if (error.code === 'ERR_INTERNAL') return { ok: false, error, provenance };
      return { ok: true, result: { relayed: presentError(error, options.fence) }, provenance };
    } finally {
      open.close();
    }
  }
}

/**
 * Errors have a structured form too, `{error, path}`. SDK 1 (Gemini CLI, Inspector) validates them against the output schema
 * and otherwise shows its own -32602, so the schema allows both forms.
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
    // The gateway needs the exact effect, which MCP's annotations cannot express.
    ...(isDirect ? {} : { foreign: { _meta: { [metaKeys.effect]: tool.effect } } }),
  };
}

/** Everything is in the text and in the object: some clients read only text, Codex only the object. */
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
