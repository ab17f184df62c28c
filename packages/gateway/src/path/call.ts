// The path of a request, top to bottom: identify, resolve, authorise, admit, run, record.
import type { CallOutcome, Provenance } from '@sallyport/mcp-door';
import {
  type App,
  type CallOptions,
  type CallResult,
  isDeeper,
  isRelayed,
  type JsonObject,
  limits,
  type Progress,
  type RelayedMethod,
  SallyportError,
  toWireError,
  unlessAborted,
} from '@sallyport/protocol';
import type { Caller, Callers, Claimed } from '../rooms/callers/callers.ts';
import type { Guard } from '../rooms/grants/guard.ts';
import type { Reason } from '../rooms/grants/reason.ts';
import type { SessionFamilies } from '../rooms/grants/session-families.ts';
import type { Journal } from '../rooms/journal/journal.ts';
import { freeSlotWhenStopped } from '../rooms/limits/abandon.ts';
import { type Deadline, openDeadline } from '../rooms/limits/deadline.ts';
import type { HeldCalls } from '../rooms/limits/held-calls.ts';
import type { RunningCalls, Tracked } from '../rooms/limits/running-calls.ts';
import type { Runs } from '../rooms/limits/runs.ts';
import type { Slots } from '../rooms/limits/slots.ts';
import type { RegisteredTool } from '../rooms/registry/app-entry.ts';
import type { Registry } from '../rooms/registry/registry.ts';
import { familyOf, insideName, isOwnTool } from '../rooms/registry/tool-name.ts';
import { type Admitted, admit, isFull } from './admit.ts';
import { authorise } from './authorise.ts';
import { isUnreached, markOf, type StepRequest } from './batch.ts';
import { abandoned, noPrompts, notBack, tooDeep } from './call-errors.ts';
import type { Consent } from './consent.ts';
import { entriesOf } from './record-call.ts';
import { runFamilies } from './run-families.ts';
import { runSteps } from './run-steps.ts';
import { listSecrets, type SecretCalls, type SecretLookup } from './use-secret.ts';

export interface Rooms {
  readonly callers: Callers;
  readonly registry: Registry;
  readonly guard: Guard;
  readonly families?: SessionFamilies;
  readonly consent: Consent;
  readonly slots: Slots;
  readonly held?: HeldCalls;
  readonly running?: RunningCalls;
  readonly runs: Runs;
  /** What agents can have typed by name, and the calls that do. */
  readonly secrets?: { readonly store: SecretLookup; readonly calls: SecretCalls };
  /** Counts a call that this grant allowed a web origin. */
  readonly countCall?: (grantId: string) => void;
  readonly journal: Journal;
  readonly createId: () => string;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
}

export interface CallRequest {
  readonly kind: 'call';
  readonly by: Claimed;
  /** In either spelling. */
  readonly name: string;
  readonly args: JsonObject;
  /** For web origins: the call's run, or the one that calls without a run share. */
  readonly run?: { readonly id: string } | 'shared';
  /** For web origins: overrides the default. */
  readonly timeoutMs?: number;
  /** For a step of a batch. */
  readonly step?: StepRequest;
}

/** A prompt, a resource or a completion of one app. It has no effects, so the user is not asked. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly by: Claimed;
  readonly app: App;
  readonly method: RelayedMethod;
  readonly args: JsonObject;
}

export type PathRequest = CallRequest | ReadRequest;

/** What a request runs: a tool, or a method of one app under the name that policy rules use. */
export type Target = Pick<RegisteredTool, 'app' | 'appId' | 'name' | 'declaration' | 'isOurs' | 'family' | 'scope'>;

/** What is known of a request so far. */
export interface CallState {
  readonly callId: string;
  /** Of a step that was sent ahead: when the step before it was over. */
  startedAtMs: number;
  caller?: Caller;
  target?: Target;
  allowedBy?: Reason;
  waitedMs?: number;
  /** All slots were taken when the request came. */
  hasMetSlots?: boolean;
}

/** Never rejects: a failure is an outcome. */
export async function call(rooms: Rooms, request: PathRequest, options: CallOptions): Promise<CallOutcome> {
  const step = request.kind === 'call' ? request.step : undefined;
  const state: CallState = { callId: step?.callId ?? rooms.createId(), startedAtMs: rooms.now() };
  void step?.endOfLast?.then(() => {
    state.startedAtMs = rooms.now();
  });
  const deadline = openDeadline(options.signal);
  const stoppable = { ...options, signal: deadline.signal };
  let end: CallOutcome;
  let tracked: Tracked | undefined;
  try {
    state.caller = rooms.callers.identify(request.by);
    state.target = resolve(rooms, state.caller, request);
    const { callId, startedAtMs, caller, target } = state;
    tracked = rooms.running?.track({ callId, caller, tool: target.name, startedAtMs }, deadline.abort);
    state.allowedBy = await authorise(rooms, caller, target, request, stoppable);
    const reachesApp = () => tracked?.reachesApp();
    const result = await runAllowed(rooms, caller, target, {
      request,
      state,
      deadline,
      options: stoppable,
      reachesApp,
    });
    end = { ok: true, result, provenance: provenanceOf(target, state, rooms.now()) };
  } catch (thrown) {
    end = failureOf(thrown, state, rooms);
  } finally {
    tracked?.end();
    deadline.close();
  }
  // It will be sent again, or never runs.
  if (step?.after !== undefined && isUnreached(end)) return end;
  const ended = { request, state, end, nowMs: rooms.now(), traceparent: options.traceparent };
  for (const entry of entriesOf(ended, rooms)) rooms.journal.record(entry);
  return end;
}

interface Running {
  readonly request: PathRequest;
  readonly state: CallState;
  readonly deadline: Deadline;
  /** Its signal is the deadline's. */
  readonly options: CallOptions;
  /** From now on the call may have had an effect. */
  readonly reachesApp: () => void;
}

async function runAllowed(rooms: Rooms, caller: Caller, target: Target, running: Running): Promise<CallResult> {
  const { request, deadline, options, reachesApp } = running;
  if (request.kind === 'call' && target.isOurs) {
    const { runsInGateway } = target.declaration;
    if (runsInGateway === 'families') return runFamilies(rooms, caller, request.args, options);
    if (runsInGateway === 'secrets') return listSecrets(rooms.secrets?.store, request.args);
    if (runsInGateway === 'batch')
      return runSteps(rooms, caller, target, { request, deadline, options, reachesApp, call });
  }
  return runOne(rooms, caller, target, running);
}

async function runOne(
  rooms: Rooms,
  caller: Caller,
  target: Target,
  { request, state, deadline, options, reachesApp }: Running,
): Promise<CallResult> {
  state.hasMetSlots = isFull(rooms, caller);
  const admitted = await admit(rooms, caller, target, request, deadline);
  state.waitedMs = rooms.now() - state.startedAtMs;
  countGranted(rooms, caller, state.allowedBy);
  reachesApp();
  if (request.kind === 'call') request.step?.onReached();
  const leave = target.isOurs ? rooms.secrets?.calls.enter(state.callId, caller, request.args) : undefined;
  try {
    return await run(rooms, admitted, request, state.callId, options);
  } finally {
    leave?.();
  }
}

/** A count that cannot be written does not cost the page its call. */
function countGranted({ countCall, onFault }: Rooms, { kind }: Caller, allowedBy: Reason | undefined): void {
  if (kind !== 'origin' || allowedBy?.by !== 'grant') return;
  try {
    countCall?.(allowedBy.grantId);
  } catch (thrown) {
    onFault(thrown);
  }
}

function resolve({ guard, registry }: Rooms, caller: Caller, request: PathRequest): Target {
  if (request.kind === 'read') return methodOf(request.app, request.method);
  // An origin without permission to call must not learn which tools exist.
  if (caller.kind === 'origin' && !isOwnTool(request.name)) guard.require(caller, 'mcp:tools.call');
  return registry.resolve(request.name);
}

/** Rules for the whole app and its family apply here too. */
function methodOf(app: App, method: RelayedMethod): Target {
  const { id } = app;
  const declaration = { name: method, inputSchema: {} };
  return { app, appId: id, name: insideName(id, method), declaration, isOurs: false, family: familyOf(id) };
}

/** Whether the caller may use the app's prompts and resources. */
export function mayRead({ callers, guard }: Rooms, by: Claimed, app: App): boolean {
  return app.relay !== undefined && guard.sees(callers.identify(by), methodOf(app, 'prompts/list'));
}

/** Ends at the deadline; the slot is freed when the app has really stopped. */
async function run(
  rooms: Rooms,
  admitted: Admitted,
  request: PathRequest,
  callId: string,
  options: CallOptions,
): Promise<CallResult> {
  const { target, deadline, freeSlot } = admitted;
  const { signal } = options;
  const hold = () => {
    const resume = deadline.hold();
    const release = options.hold?.();
    rooms.held?.hold(callId, { agent: admitted.caller.name, tool: target.name });
    return () => {
      rooms.held?.release(callId);
      resume();
      release?.();
    };
  };
  const onProgress = (progress: Progress) => {
    deadline.renew();
    if (!signal.aborted) options.onProgress?.(progress);
  };
  const isFollowed = options.isFollowed ?? options.onProgress !== undefined;
  try {
    const running = start(admitted, request, callId, { ...options, onProgress, isFollowed, hold });
    const onAbandoned = () => rooms.onFault(abandoned(target.name));
    freeSlotWhenStopped({ running, signal, freeSlot, onAbandoned });
    const result = await unlessAborted(signal, running).catch((thrown: unknown) => {
      throw isTimeout(thrown) && target.app.isAway === true ? notBack(target.appId) : thrown;
    });
    if (isDeeper(isRelayed(result) ? result.relayed : result.facts, limits.json.maxDepth)) throw tooDeep(target.name);
    return result;
  } finally {
    rooms.held?.release(callId);
  }
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof SallyportError && thrown.code === 'ERR_TOOL_TIMEOUT';
}

/** Passes the caller's trace on to the tool. */
async function start(
  { caller, target, args, timeoutMs }: Admitted,
  request: PathRequest,
  callId: string,
  options: CallOptions,
): Promise<CallResult> {
  const { app, declaration } = target;
  if (request.kind === 'call') {
    const { traceparent } = options;
    const meta = traceparent === undefined ? undefined : { traceparent };
    const step = request.step && markOf(request.step);
    return app.callTool({ callId, tool: declaration.name, args, caller, timeoutMs, meta, step }, options);
  }
  if (app.relay === undefined) throw noPrompts();
  return { relayed: await app.relay(request.method, args, options) };
}

/** Any other error is internal: its text goes to the log only. */
function failureOf(thrown: unknown, state: CallState, { onFault, now }: Rooms): CallOutcome {
  const provenance = state.target === undefined ? undefined : provenanceOf(state.target, state, now());
  if (thrown instanceof SallyportError) return { ok: false, error: thrown, provenance };
  onFault(thrown);
  const { code, message } = toWireError(thrown);
  return { ok: false, error: new SallyportError(code, message, { cause: thrown }), provenance };
}

function provenanceOf({ app, declaration }: Target, { callId, startedAtMs }: CallState, nowMs: number): Provenance {
  return {
    serverId: app.id,
    toolName: declaration.name,
    callId,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: nowMs - startedAtMs,
  };
}
