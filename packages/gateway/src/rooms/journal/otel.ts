// A call as a span with OpenTelemetry's attribute names for MCP, to feed the journal to a collector.
import type { CallEntry } from './entry.ts';

export interface OtelSpan {
  readonly name: string;
  readonly startTime: string;
  /** Seconds, as `mcp.client.operation.duration` is measured. */
  readonly duration: number;
  readonly traceId?: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Of an error only its type: `tool_error` when the tool reported it, else our code. */
export function toOtelSpan(entry: CallEntry): OtelSpan {
  const { tool, server, outcome, code, traceId } = entry;
  const errorType = outcome === 'tool_error' ? 'tool_error' : code;
  return {
    name: tool === undefined ? 'tools/call' : `tools/call ${tool}`,
    startTime: entry.at,
    duration: entry.durationMs / 1000,
    ...(traceId === undefined ? {} : { traceId }),
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      ...(tool === undefined ? {} : { 'gen_ai.tool.name': tool }),
      'gen_ai.tool.call.id': entry.callId,
      ...(server === undefined ? {} : { 'server.address': server }),
      ...('origin' in entry ? { 'client.address': entry.origin } : { 'gen_ai.agent.name': entry.agent.name }),
      ...(errorType === undefined ? {} : { 'error.type': errorType }),
    },
  };
}
