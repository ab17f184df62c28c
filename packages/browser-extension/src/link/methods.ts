// The methods of the wire: our own two, and the two old vocabularies mapped onto the same tools.
import { type Clock, isRecord, SallyportError } from '@sallyport/protocol';
import type { AnyTool } from '@sallyport/protocol/tool';
import { whenAborted } from '../base/abort.ts';
import type { CallScope, Method } from '../base/call.ts';
import type { Picture } from '../base/facts.ts';
import { fenced } from '../guard/cover/fence.ts';
import { browserDeclarations, browserTools } from '../tools/all.ts';
import type { ToolContext } from '../tools/context.ts';
import { commandNames, type OldName, oldTool } from './old-names.ts';
import { openTimeLimit } from './time-limit.ts';

/** The context of one call but for what presents its result. */
export type ContextFor = (call: CallScope) => Omit<ToolContext, 'say' | 'show'>;

interface Content {
  readonly type: 'text' | 'image';
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}

interface Presented {
  readonly content: readonly Content[];
  readonly structuredContent: Record<string, unknown>;
}

export function buildMethods(contextFor: ContextFor, clock: Clock): Record<string, Method> {
  async function run(name: string, args: unknown, call: CallScope): Promise<Presented> {
    const said: string[] = [];
    const shown: Picture[] = [];
    const limit = openTimeLimit(args, call, clock);
    const context = {
      ...contextFor({ ...call, signal: limit.signal, holdTime: limit.hold }),
      say: (text: string) => said.push(text),
      show: (picture: Picture) => shown.push(picture),
    };
    try {
      const output = await Promise.race([findTool(name).call(limit.args, context), whenAborted(limit.signal)]);
      return present(output, said, shown);
    } finally {
      limit.close();
    }
  }

  async function runOld(name: string, known: OldName, params: Record<string, unknown>, call: CallScope) {
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
      const { name, arguments: args } = isRecord(params) ? params : {};
      return run(text(name, 'call_tool needs the name of a tool.'), args, call);
    },
    execute_tool: async (params, call) => {
      const { tool, args } = isRecord(params) ? params : {};
      const name = text(tool, 'execute_tool needs the name of a tool.');
      const given = isRecord(args) ? args : {};
      const known = oldTool(name, given);
      const { content } = await (known === undefined ? run(name, args, call) : runOld(name, known, given, call));
      return { content };
    },
    command: async (params, call) => {
      // Whose the call is and how long it may take were settled on the way here.
      const { command: given, agentId: _agentId, timeout: _timeout, ...args } = isRecord(params) ? params : {};
      const command = text(given, 'A command needs its name.');
      const known = Object.hasOwn(commandNames, command) ? commandNames[command] : undefined;
      if (known === undefined) throw unknownCommand(command);
      const { content, structuredContent } = await runOld(command, known, args, call);
      const image = content.find(({ type }) => type === 'image');
      return image === undefined ? structuredContent : { ...structuredContent, dataUrl: dataUrlOf(image) };
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

function timeoutOf({ timeout }: Record<string, unknown>): Record<string, unknown> {
  return timeout === undefined ? {} : { timeout };
}

function notOffered(name: string, why: Exclude<OldName, { tool: string }>): SallyportError {
  const [standing, hint] = 'later' in why ? ['not offered yet', why.later] : ['not offered here', why.notOffered];
  return new SallyportError('ERR_TOOL_NOT_FOUND', `"${name}" is ${standing}.`, { reason: 'NOT_OFFERED', hint });
}

function unknownCommand(command: string): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', `The browser does not know the command "${command.slice(0, 100)}".`, {
    reason: 'NOT_OFFERED',
    hint: `It knows: ${Object.keys(commandNames).sort().join(', ')}.`,
  });
}

function present(output: Record<string, unknown>, said: readonly string[], shown: readonly Picture[]): Presented {
  // Whatever a tool says tells of the page; without words of its own the output goes as data.
  const texts = said.length > 0 ? said.map((text) => fenced(text)) : [JSON.stringify(output)];
  return {
    content: [
      ...texts.map((line) => ({ type: 'text' as const, text: line })),
      ...shown.map(({ data, mimeType }) => ({ type: 'image' as const, data, mimeType })),
    ],
    structuredContent: output,
  };
}

function dataUrlOf({ mimeType, data }: Content): string {
  return `data:${mimeType};base64,${data}`;
}

function text(value: unknown, complaint: string): string {
  if (typeof value === 'string') return value;
  throw new SallyportError('ERR_INPUT_INVALID', complaint);
}
