// Admit: how long a call may take, and the signal that ends it.
import {
  type App,
  type CallTime,
  Countdown,
  isRecord,
  type JsonObject,
  limits,
  SallyportError,
  systemClock,
  type ToolDeclaration,
  UNKNOWN_OUTCOME_HINT,
} from '@sallyport/protocol';

/** The parameter that every browser tool gets. The gateway removes it before the app sees the arguments. */
const timeoutSchema = {
  type: 'integer',
  minimum: limits.call.timeoutMinMs,
  maximum: limits.call.timeoutMaxMs,
  default: limits.call.timeoutDefaultMs,
} as const;

const serverTime: CallTime = { timeoutMs: limits.agent.serverTimeoutMs, capMs: limits.agent.hardCapMs };

type TimedApp = Pick<App, 'callTime'>;

/** The declaration for agents. A tool with its own `timeout` keeps that. */
export function withTimeout(app: TimedApp, declaration: ToolDeclaration): ToolDeclaration {
  if (!acceptsTimeout(app, declaration)) return declaration;
  const { inputSchema } = declaration;
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  return { ...declaration, inputSchema: { ...inputSchema, properties: { ...properties, timeout: timeoutSchema } } };
}

export interface Timed extends Pick<CallTime, 'timeoutMs' | 'capMs'> {
  readonly args: JsonObject;
}

/** How long an agent waits. Takes `timeout` out of the arguments; throws ERR_INPUT_INVALID when it is out of range. */
export function takeTimeout(app: TimedApp, declaration: ToolDeclaration, args: JsonObject): Timed {
  const { timeoutMs, capMs } = app.callTime ?? serverTime;
  if (!acceptsTimeout(app, declaration) || args.timeout === undefined) {
    return { args, timeoutMs: declaration.timeoutMs ?? timeoutMs, capMs };
  }
  const { timeout, ...rest } = args;
  const { timeoutMinMs, timeoutMaxMs } = limits.call;
  if (typeof timeout !== 'number' || !(timeout >= timeoutMinMs && timeout <= timeoutMaxMs)) {
    throw new SallyportError('ERR_INPUT_INVALID', `timeout must be ${timeoutMinMs} to ${timeoutMaxMs} milliseconds.`, {
      hint: 'Leave it out for the default of 150000.',
    });
  }
  return { args: rest, timeoutMs: timeout, capMs };
}

/** How long a web origin waits: 30 s, unless it asks for another time. */
export function originTimeout(wantedMs: number | undefined): number {
  const { timeoutMs, timeoutMaxMs } = limits.webOrigin;
  if (wantedMs === undefined) return timeoutMs;
  if (wantedMs > 0 && wantedMs <= timeoutMaxMs) return wantedMs;
  throw new SallyportError('ERR_INPUT_INVALID', `A timeout must be above 0 and at most ${timeoutMaxMs} milliseconds.`, {
    hint: `Leave it out for the default of ${timeoutMs}.`,
  });
}

function acceptsTimeout({ callTime }: TimedApp, { inputSchema }: ToolDeclaration): boolean {
  return (
    callTime?.mayCallerChoose === true && !(isRecord(inputSchema.properties) && 'timeout' in inputSchema.properties)
  );
}

/** Of one call, from its beginning to its end. */
export interface Deadline {
  /** Aborted by the caller, by the user or by the timeout; its reason is the SallyportError. */
  readonly signal: AbortSignal;
  /** Until the timeout. */
  readonly leftMs: number;
  /** Starts the countdown. Before, the user may still be asked whether the call is allowed. */
  start(timeoutMs: number, capMs?: number): void;
  abort(why: SallyportError): void;
  /** Pauses the countdown while a person decides; the returned function resumes it. */
  hold(): () => void;
  /** Progress restarts the countdown, if there is a cap. */
  renew(): void;
  close(): void;
}

/** To be closed when the call has ended. */
export function openDeadline(caller: AbortSignal): Deadline {
  const controller = new AbortController();
  const onAbort = () => controller.abort(cancelled(caller.reason));
  if (caller.aborted) onAbort();
  else caller.addEventListener('abort', onAbort);
  const onEnd = (ms: number) => controller.abort(expired(ms));
  let countdown: Countdown | undefined;
  let hasCap = false;
  return {
    signal: controller.signal,
    get leftMs() {
      return countdown?.leftMs ?? Number.POSITIVE_INFINITY;
    },
    start(timeoutMs, capMs) {
      countdown = new Countdown({ clock: systemClock, ms: timeoutMs, capMs, onEnd });
      hasCap = capMs !== undefined;
    },
    abort: (why) => controller.abort(why),
    hold: () => countdown?.hold() ?? (() => {}),
    renew() {
      if (hasCap) countdown?.restart();
    },
    close() {
      countdown?.stop();
      caller.removeEventListener('abort', onAbort);
    },
  };
}

function cancelled(reason: unknown): SallyportError {
  return reason instanceof SallyportError
    ? reason
    : new SallyportError('ERR_CANCELLED', 'The caller withdrew the call.');
}

function expired(timeoutMs: number): SallyportError {
  return new SallyportError(
    'ERR_TOOL_TIMEOUT',
    `The tool did not answer within ${timeoutMs / 1000} s and was cancelled.`,
    { hint: UNKNOWN_OUTCOME_HINT, data: { outcome: 'unknown', timeoutMs } },
  );
}
