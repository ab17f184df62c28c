// The journal entries of a request: caller, target, time, outcome, and why it was allowed.
import type { CallOutcome } from '@sallyport/mcp-door';
import { type CallResult, isRelayed } from '@sallyport/protocol';
import { reasonText } from '../rooms/grants/reason.ts';
import type { CallEntry, Entry, LimitEntry, ReadEntry, Who } from '../rooms/journal/entry.ts';
import type { Journal } from '../rooms/journal/journal.ts';
import type { CallState, PathRequest } from './call.ts';
import { siteOfEnd } from './site-of-end.ts';

export interface EndedRequest {
  readonly request: PathRequest;
  readonly state: CallState;
  readonly end: CallOutcome;
  readonly nowMs: number;
  readonly traceparent?: string;
}

/** Methods that return content; lists and subscriptions are frequent and not worth an entry. */
const recordedReads = ['resources/read', 'prompts/get'] as const;

export function entriesOf(ended: EndedRequest, { journal }: { readonly journal: Journal }): readonly Entry[] {
  const { request } = ended;
  if (request.kind === 'call') return [...limitEntriesOf(ended), callEntryOf(ended, journal.isDebug)];
  const method = recordedReads.find((known) => known === request.method);
  return method === undefined ? [] : [readEntryOf(ended, request.app.id, method)];
}

function callEntryOf(ended: EndedRequest, isDebug: boolean): CallEntry {
  const { state, end, nowMs, traceparent } = ended;
  const { callId, startedAtMs, target, allowedBy } = state;
  return {
    kind: 'call',
    at: new Date(startedAtMs).toISOString(),
    callId,
    ...whoOf(state),
    tool: target?.name,
    server: target?.appId,
    site: target?.appId === 'browser' ? siteOfEnd(end) : undefined,
    outcome: end.ok ? (isToolError(end.result) ? 'tool_error' : 'result') : 'failure',
    code: end.ok ? undefined : end.error.code,
    durationMs: nowMs - startedAtMs,
    allowedBy: allowedBy && reasonText(allowedBy),
    traceId: TRACEPARENT.exec(traceparent ?? '')?.[1],
    detail: isDebug ? detailOf(ended) : undefined,
  };
}

function isToolError(outcome: CallResult): boolean {
  return isRelayed(outcome) && outcome.relayed.isError === true;
}

function readEntryOf({ state, end, nowMs }: EndedRequest, server: string, method: ReadEntry['method']): ReadEntry {
  return {
    kind: 'read',
    at: new Date(state.startedAtMs).toISOString(),
    ...whoOf(state),
    server,
    method,
    outcome: end.ok ? 'result' : 'failure',
    code: end.ok ? undefined : end.error.code,
    durationMs: nowMs - state.startedAtMs,
    allowedBy: state.allowedBy && reasonText(state.allowedBy),
  };
}

/** The entry for a limit that stopped the call, or that it waited at. */
function limitEntriesOf({ state, end, nowMs }: EndedRequest): readonly LimitEntry[] {
  const met = end.ok ? undefined : end.error.data?.limit;
  const blocked = met === 'slots' || met === 'budget' || met === 'run';
  const limit = blocked ? met : state.hasMetSlots === true ? 'slots' : undefined;
  if (limit === undefined) return [];
  const at = new Date(nowMs).toISOString();
  return [{ kind: 'limit', at, ...whoOf(state), scope: 'mcp:tools.call', limit, blocked, tool: state.target?.name }];
}

function whoOf({ caller }: CallState): Who {
  if (caller === undefined) return { agent: { id: 'unknown', name: 'unknown' }, stay: '' };
  if (caller.kind === 'origin') return { origin: caller.origin, profile: caller.profileId };
  return { agent: { id: caller.id, name: caller.name }, stay: caller.session.slice(0, 8) };
}

/** Only sizes: argument names are the caller's text too. */
function detailOf({ request, state, end }: EndedRequest): NonNullable<CallEntry['detail']> {
  const resultBytes = end.ok ? Buffer.byteLength(JSON.stringify(end.result)) : 0;
  return { waitedMs: state.waitedMs ?? 0, argumentCount: Object.keys(request.args).length, resultBytes };
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
