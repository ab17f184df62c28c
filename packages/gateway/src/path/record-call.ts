// What the journal keeps of a call: who, what, when, how long, how it ended, and why it was allowed.
import type { CallEnd } from '@sallyport/mcp-door';
import type { JsonObject } from '@sallyport/protocol';
import type { CallEntry, LimitEntry, Who } from '../rooms/journal/entry.ts';
import type { Made } from './call.ts';

export interface EndedCall {
  readonly made: Made;
  readonly end: CallEnd;
  readonly nowMs: number;
  readonly traceparent?: string;
  /** Only in debug mode, and only to be counted. */
  readonly args?: JsonObject;
}

export function entryOf({ made, end, nowMs, traceparent, args }: EndedCall): CallEntry {
  const { callId, startedAtMs, tool, allowedBy } = made;
  const traceId = traceparent === undefined ? undefined : traceIdOf(traceparent);
  return {
    kind: 'call',
    at: new Date(startedAtMs).toISOString(),
    callId,
    ...whoOf(made),
    ...(tool === undefined ? {} : { tool: tool.name, server: tool.app.id }),
    outcome: end.ok ? (end.result.isError === true ? 'tool_error' : 'result') : 'failure',
    ...(end.ok ? {} : { code: end.error.code }),
    durationMs: nowMs - startedAtMs,
    ...(allowedBy === undefined ? {} : { allowedBy }),
    ...(traceId === undefined ? {} : { traceId }),
    ...(args === undefined ? {} : { detail: detailOf(made, end, args) }),
  };
}

/** The entry of a limit that the call met; undefined for a call that met none. */
export function limitEntryOf(made: Made, end: CallEnd, nowMs: number): LimitEntry | undefined {
  const limit = end.ok ? undefined : end.error.data?.limit;
  if (limit !== 'slots' && limit !== 'budget' && limit !== 'run') return undefined;
  const at = new Date(nowMs).toISOString();
  const { tool } = made;
  return {
    kind: 'limit',
    at,
    ...whoOf(made),
    scope: 'mcp:tools.call',
    limit,
    blocked: true,
    ...(tool === undefined ? {} : { tool: tool.name }),
  };
}

export function whoOf({ caller }: Pick<Made, 'caller'>): Who {
  if (caller === undefined) return { agent: { id: 'unknown', name: 'unknown' }, stay: '' };
  if (caller.kind === 'origin') return { origin: caller.origin, profile: caller.profileId };
  return { agent: { id: caller.id, name: caller.name }, stay: caller.stay.slice(0, 8) };
}

/** Sizes alone: names of arguments are the caller's own text too. */
function detailOf({ waitedMs = 0 }: Made, end: CallEnd, args: JsonObject): NonNullable<CallEntry['detail']> {
  const resultBytes = end.ok ? Buffer.byteLength(JSON.stringify(end.result)) : 0;
  return { waitedMs, argumentCount: Object.keys(args).length, resultBytes };
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

function traceIdOf(traceparent: string): string | undefined {
  return TRACEPARENT.exec(traceparent)?.[1];
}
