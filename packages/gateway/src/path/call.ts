// The path of a call, top to bottom: identify, resolve, authorise, admit, run, record.
import type { CallEnd, Provenance } from '@sallyport/mcp-door';
import {
  type CallOptions,
  type JsonObject,
  limits,
  type Progress,
  SallyportError,
  toWireError,
} from '@sallyport/protocol';
import type { Caller, Callers, Claimed } from '../rooms/callers/callers.ts';
import type { Guard, Reason } from '../rooms/grants/guard.ts';
import type { Journal } from '../rooms/journal/journal.ts';
import { holdUntilStopped } from '../rooms/limits/abandon.ts';
import { type Deadline, openDeadline, originTimeout, takeTimeout } from '../rooms/limits/deadline.ts';
import type { Runs } from '../rooms/limits/runs.ts';
import type { Slots } from '../rooms/limits/slots.ts';
import type { Registry } from '../rooms/registry/registry.ts';
import type { RegisteredTool } from '../rooms/registry/shelf.ts';
import { isOwnTool } from '../rooms/registry/tool-name.ts';
import type { Consent } from './consent.ts';
import { entryOf, limitEntryOf } from './record-call.ts';

/** The rooms a call goes through, and what they all need. */
export interface Rooms {
  readonly callers: Callers;
  readonly registry: Registry;
  readonly guard: Guard;
  readonly consent: Consent;
  readonly slots: Slots;
  readonly runs: Runs;
  readonly journal: Journal;
  readonly createId: () => string;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
}

export interface AskedCall {
  readonly by: Claimed;
  /** In either spelling. */
  readonly name: string;
  readonly args: JsonObject;
  /** Of a web origin: the run it belongs to, by id, or the one that all calls without a run share. */
  readonly run?: { readonly id: string } | 'shared';
  /** Of a web origin: the time it wants instead of the default. */
  readonly timeoutMs?: number;
}

/** What is known of a call so far. */
export interface Made {
  readonly callId: string;
  readonly startedAtMs: number;
  caller?: Caller;
  tool?: RegisteredTool;
  allowedBy?: Reason;
  waitedMs?: number;
}

/** Never rejects: what goes wrong is the failure end. */
export async function call(rooms: Rooms, asked: AskedCall, options: CallOptions): Promise<CallEnd> {
  const made: Made = { callId: rooms.createId(), startedAtMs: rooms.now() };
  let end: CallEnd;
  try {
    made.caller = rooms.callers.identify(asked.by);
    made.tool = resolve(rooms, made.caller, asked.name);
    made.allowedBy = await authorise(rooms, made.caller, made.tool, options);
    const admitted = await admit(rooms, made.caller, made.tool, asked, options.signal);
    made.waitedMs = rooms.now() - made.startedAtMs;
    const result = await run(rooms, admitted, made.callId, options);
    end = { ok: true, result, provenance: provenanceOf(made.tool, made, rooms.now()) };
  } catch (thrown) {
    end = failureOf(thrown, made, rooms);
  }
  record(rooms, asked, made, end, options);
  return end;
}

/** An origin that may call nothing does not learn which tools there are. */
function resolve({ guard, registry }: Rooms, caller: Caller, name: string): RegisteredTool {
  if (caller.kind === 'origin' && !isOwnTool(name)) guard.require(caller, 'mcp:tools.call');
  return registry.resolve(name);
}

/** A call that would start a stopped server needs the leave for that as well. The user is asked where the agent's client can. */
async function authorise(
  { guard, consent }: Rooms,
  caller: Caller,
  tool: RegisteredTool,
  { ask, signal }: CallOptions,
): Promise<Reason> {
  try {
    const reason = guard.authorise(caller, tool);
    if (tool.app.isStopped === true) guard.require(caller, 'mcp:server.connect');
    return reason;
  } catch (thrown) {
    const mayAsk = caller.kind === 'agent' && thrown instanceof SallyportError && thrown.code === 'ERR_SCOPE_REQUIRED';
    if (!mayAsk) throw thrown;
    return consent.ask({ caller, tool: tool.name, refusal: thrown, ...(ask === undefined ? {} : { ask }), signal });
  }
}

interface Admitted {
  readonly caller: Caller;
  readonly tool: RegisteredTool;
  readonly args: JsonObject;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
  readonly giveBack: () => void;
}

/** Takes a call of the run's budget and a slot, within the call's own deadline, which runs from here. */
async function admit(
  rooms: Rooms,
  caller: Caller,
  tool: RegisteredTool,
  asked: AskedCall,
  signal: AbortSignal,
): Promise<Admitted> {
  const { args, timeoutMs, capMs } =
    caller.kind === 'origin'
      ? { args: asked.args, timeoutMs: originTimeout(asked.timeoutMs), capMs: undefined }
      : takeTimeout(tool.app, tool.declaration, asked.args);
  const refund = spend(rooms, caller, asked);
  const deadline = openDeadline(timeoutMs, signal, capMs);
  try {
    const giveBack = await takeSlot(rooms, caller, deadline.signal);
    return { caller, tool, args, timeoutMs: capMs ?? timeoutMs, deadline, giveBack };
  } catch (error) {
    deadline.close();
    refund();
    throw error;
  }
}

function spend({ runs }: Rooms, caller: Caller, { run }: AskedCall): () => void {
  if (caller.kind !== 'origin' || run === undefined) return () => {};
  return run === 'shared' ? runs.spendShared(caller.origin) : runs.spend(caller.origin, run.id);
}

function takeSlot({ slots }: Rooms, caller: Caller, signal: AbortSignal): Promise<() => void> {
  if (caller.kind !== 'origin') return slots.take(caller.stay, signal);
  const { slots: count, slotQueue } = limits.webOrigin;
  return slots.take(caller.origin, signal, { slots: count, queue: slotQueue });
}

/** Ends at the deadline at once; the slot is free when the tool has really stopped. */
async function run(rooms: Rooms, admitted: Admitted, callId: string, options: CallOptions): Promise<JsonObject> {
  const { caller, tool, args, timeoutMs, deadline, giveBack } = admitted;
  const { signal } = deadline;
  const onProgress = (progress: Progress) => {
    deadline.renew();
    if (!signal.aborted) options.onProgress?.(progress);
  };
  try {
    const running = tool.app.callTool(
      { callId, tool: tool.declaration.name, args, caller, timeoutMs, ...metaOf(options) },
      { ...options, signal, onProgress, isFollowed: options.isFollowed ?? options.onProgress !== undefined },
    );
    const onAbandoned = () => rooms.onFault(abandoned(tool.name));
    holdUntilStopped({ running, signal, giveBack, onAbandoned });
    return await Promise.race([running, rejectionOf(signal)]);
  } finally {
    deadline.close();
  }
}

/** The caller's trace goes on in what the app does. */
function metaOf({ traceparent }: CallOptions): { readonly meta?: JsonObject } {
  return traceparent === undefined ? {} : { meta: { traceparent } };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

function abandoned(tool: string): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `${tool} did not stop when it was told to and was given up.`);
}

/** An unknown throw is a fault of ours: its text stays in the log. */
function failureOf(thrown: unknown, made: Made, { onFault, now }: Rooms): CallEnd {
  const provenance = made.tool === undefined ? {} : { provenance: provenanceOf(made.tool, made, now()) };
  if (thrown instanceof SallyportError) return { ok: false, error: thrown, ...provenance };
  onFault(thrown);
  const { code, message } = toWireError(thrown);
  return { ok: false, error: new SallyportError(code, message, { cause: thrown }), ...provenance };
}

function provenanceOf(tool: RegisteredTool, { callId, startedAtMs }: Made, nowMs: number): Provenance {
  return {
    serverId: tool.app.id,
    toolName: tool.declaration.name,
    callId,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: nowMs - startedAtMs,
  };
}

function record(rooms: Rooms, asked: AskedCall, made: Made, end: CallEnd, { traceparent }: CallOptions): void {
  const { journal, now } = rooms;
  const limit = limitEntryOf(made, end, now());
  if (limit !== undefined) journal.record(limit);
  const debugged = journal.isDebug ? { args: asked.args } : {};
  journal.record(
    entryOf({ made, end, nowMs: now(), ...(traceparent === undefined ? {} : { traceparent }), ...debugged }),
  );
}
