// The path of a call, top to bottom: identify, resolve, authorise, admit, run, record.
import type { CallEnd, Provenance } from '@sallyport/mcp-door';
import { type CallOptions, type JsonObject, SallyportError, toWireError } from '@sallyport/protocol';
import type { Caller, Callers, Claimed } from './callers/callers.ts';
import type { Policy } from './grants/policy.ts';
import type { Journal } from './journal/journal.ts';
import { type Deadline, openDeadline, takeTimeout } from './limits/deadline.ts';
import type { Slots } from './limits/slots.ts';
import type { RegisteredTool, Registry } from './registry/registry.ts';

/** The rooms a call goes through, and what they all need. */
export interface Rooms {
  readonly callers: Callers;
  readonly registry: Registry;
  readonly policy: Policy;
  readonly slots: Slots;
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
}

/** Never rejects: what goes wrong is the failure end. */
export async function call(rooms: Rooms, asked: AskedCall, options: CallOptions): Promise<CallEnd> {
  const made: Made = { callId: rooms.createId(), startedAtMs: rooms.now() };
  let end: CallEnd;
  try {
    made.caller = rooms.callers.identify(asked.by);
    made.tool = rooms.registry.resolve(asked.name);
    rooms.policy.authorise(made.tool.name);
    const admitted = await admit(rooms, made.caller, made.tool, asked.args, options.signal);
    const result = await run(admitted, made.callId, options);
    end = { ok: true, result, provenance: provenanceOf(made.tool, made, rooms.now()) };
  } catch (thrown) {
    end = failureOf(thrown, made, rooms);
  }
  record(rooms, made, end);
  return end;
}

/** What is known of a call so far. */
interface Made {
  readonly callId: string;
  readonly startedAtMs: number;
  caller?: Caller;
  tool?: RegisteredTool;
}

interface Admitted {
  readonly caller: Caller;
  readonly tool: RegisteredTool;
  readonly args: JsonObject;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
  readonly giveBack: () => void;
}

/** Takes a slot within the call's own deadline, which runs from here. */
async function admit(
  { slots }: Rooms,
  caller: Caller,
  tool: RegisteredTool,
  asked: JsonObject,
  signal: AbortSignal,
): Promise<Admitted> {
  const { args, timeoutMs } = takeTimeout(tool.app.id, tool.declaration, asked);
  const deadline = openDeadline(timeoutMs, signal);
  try {
    const giveBack = await slots.take(caller.stay, deadline.signal);
    return { caller, tool, args, timeoutMs, deadline, giveBack };
  } catch (error) {
    deadline.close();
    throw error;
  }
}

/** Ends at the deadline at once; the slot is free when the tool has really stopped. */
async function run(admitted: Admitted, callId: string, options: CallOptions): Promise<JsonObject> {
  const { caller, tool, args, timeoutMs, deadline, giveBack } = admitted;
  try {
    const running = tool.app.callTool(
      { callId, tool: tool.declaration.name, args, caller, timeoutMs },
      { ...options, signal: deadline.signal },
    );
    running.then(giveBack, giveBack);
    return await Promise.race([running, rejectionOf(deadline.signal)]);
  } finally {
    deadline.close();
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
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

function record({ journal, now }: Rooms, { callId, startedAtMs, caller, tool }: Made, end: CallEnd): void {
  journal.record({
    kind: 'call',
    at: new Date(startedAtMs).toISOString(),
    callId,
    agent: { id: caller?.id ?? 'unknown', name: caller?.name ?? 'unknown' },
    stay: caller?.stay.slice(0, 8) ?? '',
    ...(tool === undefined ? {} : { tool: tool.name }),
    outcome: end.ok ? (end.result.isError === true ? 'tool_error' : 'result') : 'failure',
    ...(end.ok ? {} : { code: end.error.code }),
    durationMs: now() - startedAtMs,
  });
}
