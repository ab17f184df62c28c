// The methods of the wire: our own two, and those of legacy clients, mapped onto the same tools.
import {
  type Clock,
  type Fence,
  isRecord,
  type Reply,
  renderReply,
  SallyportError,
  type ToolResult,
  withForeignText,
} from '@sallyport/protocol';
import type { AnyTool } from '@sallyport/protocol/tool';
import { whenAborted } from '../base/abort.ts';
import type { CallScope, Method } from '../base/call.ts';
import { browserDeclarations, browserTools } from '../tools/all.ts';
import type { ToolContext } from '../tools/context.ts';
import { commandNames, type LegacyName, legacyTool } from './legacy-names.ts';
import { openTimeLimit } from './time-limit.ts';

export interface MadeCall {
  readonly name: string;
  readonly args: unknown;
}

export type RunTool = (args: unknown, call: CallScope) => Promise<Reply>;

export interface MethodsOptions {
  /** Runs a step of a batch when it is its turn, and any other call at once. */
  readonly inTurn: (made: MadeCall, call: CallScope, run: RunTool) => Promise<Reply>;
  readonly contextFor: (call: CallScope) => ToolContext;
  readonly clock: Clock;
  readonly fence: Fence;
}

export function buildMethods({ contextFor, clock, fence, inTurn }: MethodsOptions): Record<string, Method> {
  async function run(name: string, args: unknown, call: CallScope): Promise<Reply> {
    const limit = openTimeLimit(args, call, clock);
    try {
      const context = contextFor({ ...call, signal: limit.signal, holdTime: limit.hold });
      const tool = findTool(name);
      const reply = await Promise.race([tool.call(limit.args, context), whenAborted(limit.signal)]);
      await context.done(tool, reply);
      return reply;
    } finally {
      limit.close();
    }
  }

  /** For callers that only read the message of an error: page text is added to it, fenced. */
  async function readable(running: Promise<Reply>): Promise<Reply> {
    try {
      return await running;
    } catch (thrown) {
      throw thrown instanceof SallyportError ? withForeignText(thrown, fence) : thrown;
    }
  }

  async function rendered(running: Promise<Reply>): Promise<ToolResult> {
    return renderReply(await readable(running), { fence, hasObject: true });
  }

  async function runLegacy(
    name: string,
    known: LegacyName,
    params: Record<string, unknown>,
    call: CallScope,
  ): Promise<Reply> {
    if (!('tool' in known)) throw notOffered(name, known);
    const { tabs, page } = contextFor(call);
    const pick = async (selector: string) => {
      const wanted = typeof params.tabId === 'number' ? params.tabId : undefined;
      const { tabId } = await tabs.reach(name, wanted);
      return page({ tabId }, 'pick', { selector });
    };
    return run(known.tool, { ...(await known.args(params, pick)), ...timeoutOf(params) }, call);
  }

  return {
    list_tools: async () => ({ tools: browserDeclarations() }),
    call_tool: async (params, call) => {
      const { name, arguments: args, reply, step } = isRecord(params) ? params : {};
      const scope = { ...call, ...stepIn(step) };
      const tool = text(name, 'call_tool needs the name of a tool.');
      const running = inTurn({ name: tool, args }, scope, (its, inIt) => run(tool, its, inIt));
      return reply === 'parts' ? running : rendered(running);
    },
    execute_tool: async (params, call) => {
      const { tool, args } = isRecord(params) ? params : {};
      const name = text(tool, 'execute_tool needs the name of a tool.');
      const given = isRecord(args) ? args : {};
      const known = legacyTool(name, given);
      const { content } = await rendered(
        known === undefined ? run(name, args, call) : runLegacy(name, known, given, call),
      );
      return { content };
    },
    command: async (params, call) => {
      // Agent and deadline were already taken from these on the way here.
      const { command: given, agentId: _agentId, timeout: _timeout, ...args } = isRecord(params) ? params : {};
      const command = text(given, 'A command needs its name.');
      const known = Object.hasOwn(commandNames, command) ? commandNames[command] : undefined;
      if (known === undefined) throw unknownCommand(command);
      const { facts, parts } = await readable(runLegacy(command, known, args, call));
      const picture = parts.find((part) => part.kind === 'image');
      return picture === undefined ? facts : { ...facts, dataUrl: dataUrlOf(picture) };
    },
  };
}

function findTool(name: string): AnyTool<ToolContext> {
  const tool = browserTools.find((known) => known.name === name);
  if (tool !== undefined) return tool;
  throw new SallyportError('ERR_TOOL_NOT_FOUND', `The browser has no tool "${name.slice(0, 100)}".`, {
    hint: `It has: ${browserTools.map((known) => known.name).join(', ')}.`,
  });
}

/** Anything but a step's mark is ignored. */
function stepIn(value: unknown): Pick<CallScope, 'step'> {
  if (!isRecord(value)) return {};
  const { hasNext, keepsTarget, after, looksBack } = value;
  const mark = { hasNext: hasNext === true, keepsTarget: keepsTarget === true };
  return { step: typeof after === 'string' ? { ...mark, after, looksBack: looksBack === true } : mark };
}

function timeoutOf({ timeout }: Record<string, unknown>): Record<string, unknown> {
  return timeout === undefined ? {} : { timeout };
}

function notOffered(name: string, why: Exclude<LegacyName, { tool: string }>): SallyportError {
  const hint = why.notOffered;
  return new SallyportError('ERR_TOOL_NOT_FOUND', `"${name}" is not offered here.`, { reason: 'NOT_OFFERED', hint });
}

function unknownCommand(command: string): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', `The browser does not know the command "${command.slice(0, 100)}".`, {
    reason: 'NOT_OFFERED',
    hint: `It knows: ${Object.keys(commandNames).sort().join(', ')}.`,
  });
}

function dataUrlOf({ mimeType, data }: { readonly mimeType: string; readonly data: string }): string {
  return `data:${mimeType};base64,${data}`;
}

function text(value: unknown, complaint: string): string {
  if (typeof value === 'string') return value;
  throw new SallyportError('ERR_INPUT_INVALID', complaint);
}
