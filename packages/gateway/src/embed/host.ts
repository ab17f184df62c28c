// The embedded host over its rooms: sync, list, call, statistics.
import { isRecord, type JsonObject, renderResult, SallyportError, toWireError } from '@sallyport/protocol';
import { describeTool } from '../doors/answer-host.ts';
import { call } from '../path/call.ts';
import { toolsOf } from '../path/work.ts';
import type { Claimed } from '../rooms/callers/callers.ts';
import type { Embedded } from './open-embedded.ts';
import type { CallToolOptions, ListedTools, ListOptions, McpHost, ToolError, ToolResult } from './types.ts';

export const DEFAULT_PROFILE = 'default';

export function createHost(embedded: Embedded): McpHost {
  const { rooms, servers } = embedded;
  return {
    async syncTools() {
      embedded.begin();
      await rooms.registry.sync();
    },
    listTools: (origin, options = {}) => listFor(embedded, origin, options),
    async callTool(origin, toolName, args = {}, options = {}) {
      try {
        embedded.begin();
        // Programs in plain JavaScript pass anything.
        if (typeof toolName !== 'string' || !isRecord(args)) throw notACall();
        await rooms.registry.listed(toolName);
        return await callFor(embedded, origin, { toolName, args }, options);
      } catch (thrown) {
        return { ok: false, error: toWireError(thrown) };
      }
    },
    getStats: () => ({
      ...rooms.journal.stats(),
      tools: rooms.registry.list().length,
      servers: servers.list.map(({ id, state, restarts }) => ({ id, state, restarts })),
    }),
    close: () => embedded.close(),
  };
}

/** The tools that this origin may see, or the error. */
export function listFor({ rooms }: Embedded, origin: string, options: ListOptions): ListedTools {
  const { serverIds } = options;
  try {
    const tools = toolsOf(rooms, claimOf(origin, options));
    return { tools: tools.filter(({ app }) => serverIds?.includes(app.id) ?? true).map(describeTool) };
  } catch (thrown) {
    return { error: toWireError(thrown) };
  }
}

async function callFor(
  { rooms, fence }: Embedded,
  origin: string,
  { toolName, args }: { readonly toolName: string; readonly args: JsonObject },
  options: CallToolOptions,
): Promise<ToolResult | ToolError> {
  const { runId, timeoutMs, onEvent, signal = new AbortController().signal } = options;
  const end = await call(
    rooms,
    {
      kind: 'call',
      by: claimOf(origin, options),
      name: toolName,
      args,
      run: runId === undefined ? 'shared' : { id: runId },
      timeoutMs,
    },
    // A signal for this call alone: Node warns of one that more than ten calls listen to.
    { signal: AbortSignal.any([signal]), onProgress: (progress) => onEvent?.({ type: 'progress', ...progress }) },
  );
  if (!end.ok) return { ok: false, error: toWireError(end.error) };
  return { ok: true, result: renderResult(end.result, { fence, hasObject: true }), provenance: end.provenance };
}

function notACall(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'A call needs the name of a tool and an object of arguments.', {
    hint: 'Names are like "server/tool"; listTools() has them.',
  });
}

export function claimOf(origin: string, { profileId = DEFAULT_PROFILE, tabId }: ListOptions): Claimed {
  return { role: 'origin', origin, profileId, tabId };
}
