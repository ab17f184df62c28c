// Admit: how long a call may take, where that comes from, and the signal that ends it.
import { isRecord, type JsonObject, limits, SallyportError, type ToolDeclaration } from '@sallyport/protocol';

/** Seed 001: every browser tool has this parameter. The gateway takes it out before the app sees the arguments. */
const timeoutSchema = {
  type: 'integer',
  minimum: limits.call.timeoutMinMs,
  maximum: limits.call.timeoutMaxMs,
  default: limits.call.timeoutDefaultMs,
} as const;

const TIMED_APP = 'browser';

/** The declaration as agents see it. A tool that has a `timeout` of its own keeps it. */
export function withTimeout(appId: string, declaration: ToolDeclaration): ToolDeclaration {
  if (!isTimed(appId, declaration)) return declaration;
  const { inputSchema } = declaration;
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  return { ...declaration, inputSchema: { ...inputSchema, properties: { ...properties, timeout: timeoutSchema } } };
}

export interface Timed {
  readonly args: JsonObject;
  readonly timeoutMs: number;
}

/** Splits the caller's wish from the arguments. Throws ERR_INPUT_INVALID when it is out of the range. */
export function takeTimeout(appId: string, declaration: ToolDeclaration, args: JsonObject): Timed {
  const ownMs = declaration.timeoutMs ?? limits.agent.browserTimeoutMs;
  if (!isTimed(appId, declaration) || args.timeout === undefined) return { args, timeoutMs: ownMs };
  const { timeout, ...rest } = args;
  const { timeoutMinMs, timeoutMaxMs } = limits.call;
  if (typeof timeout !== 'number' || !(timeout >= timeoutMinMs && timeout <= timeoutMaxMs)) {
    throw new SallyportError('ERR_INPUT_INVALID', `timeout must be ${timeoutMinMs} to ${timeoutMaxMs} milliseconds.`, {
      hint: 'Leave it out for the default of 150000.',
    });
  }
  return { args: rest, timeoutMs: timeout };
}

function isTimed(appId: string, { inputSchema }: ToolDeclaration): boolean {
  return appId === TIMED_APP && !(isRecord(inputSchema.properties) && 'timeout' in inputSchema.properties);
}

export interface Deadline {
  /** Aborted by the caller or by the time, with the SallyportError that says which. */
  readonly signal: AbortSignal;
  close(): void;
}

/** Whoever opens it closes it when the call has ended. */
export function openDeadline(timeoutMs: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  const onAbort = () => controller.abort(cancelled(caller.reason));
  if (caller.aborted) onAbort();
  else caller.addEventListener('abort', onAbort);
  const timer = setTimeout(() => controller.abort(expired(timeoutMs)), timeoutMs);
  return {
    signal: controller.signal,
    close() {
      clearTimeout(timer);
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
    `The tool did not answer within ${timeoutMs / 1000} s and was told to stop.`,
    {
      hint: 'What it has done by then stays done: look before you repeat.',
      data: { outcome: 'unknown', timeoutMs },
    },
  );
}
