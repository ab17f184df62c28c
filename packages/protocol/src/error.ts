// The one error class of the product, its closed table of codes, and its form on the wire.
import { type ErrorReason, isErrorReason } from './error-reasons.ts';

/** Every code and its meaning. The first eleven are part of the embedding API's contract. */
export const errorCodes = {
  ERR_PERMISSION_DENIED: 'The caller lacks the permission.',
  ERR_SCOPE_REQUIRED: 'A scope is required that the user has not decided on yet.',
  ERR_SERVER_UNAVAILABLE: 'The app behind the tool is not connected.',
  ERR_TOOL_NOT_FOUND: 'There is no tool with this name.',
  ERR_TOOL_NOT_ALLOWED: 'The tool is not on the allow-list of the caller.',
  ERR_TOOL_TIMEOUT: 'The tool did not answer in time.',
  ERR_TOOL_FAILED: 'The tool ran and failed.',
  ERR_PROTOCOL_ERROR: 'A message broke the protocol.',
  ERR_INTERNAL: 'An internal error.',
  ERR_RATE_LIMITED: 'Too many calls at once.',
  ERR_BUDGET_EXCEEDED: 'The run has used up its calls.',
  ERR_INPUT_INVALID: 'The arguments do not match the tool.',
  ERR_CONSENT_TIMEOUT: 'The user was asked and did not answer in time.',
  ERR_CANCELLED: 'The caller cancelled the call.',
  ERR_FRAME_TOO_LARGE: 'A message exceeds the size limit.',
  ERR_VERSION_MISMATCH: 'Two parts have no wire version in common.',
  ERR_TAB_OWNED: 'The tab belongs to another agent or to the user.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** For errors with `data.outcome: 'unknown'`: one wording, so a reader learns it once. */
export const UNKNOWN_OUTCOME_HINT = 'The call may have taken effect. Check before you repeat it.';

/** Text that a web page, a server or anybody else wrote, and its origin: a site, or what it was read from. */
export interface Foreign {
  readonly text: string;
  readonly origin: string;
}

export interface ErrorDetail {
  /** What to do next, for a person or a model. */
  readonly hint?: string;
  /** The message starts with it, and `data.reason` contains it. */
  readonly reason?: ErrorReason;
  /** Facts a program can act on. Never arguments, results or secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Text that others wrote, such as an error of a page. Kept separate from our message, so that it can be fenced. */
  readonly foreign?: readonly Foreign[];
  readonly cause?: unknown;
}

/** An error as it is sent to another process, without the cause. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly foreign?: readonly Foreign[];
}

export class SallyportError extends Error {
  override readonly name = 'SallyportError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly foreign: readonly Foreign[] | undefined;

  constructor(code: ErrorCode, message: string, { hint, reason, data, foreign, cause }: ErrorDetail = {}) {
    super(reason === undefined ? message : `${reason}: ${message}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
    this.data = reason === undefined ? data : { ...data, reason };
    this.foreign = foreign;
  }

  /** Also set for an error that came over the wire. */
  get reason(): ErrorReason | undefined {
    const reason = this.data?.reason;
    return isErrorReason(reason) ? reason : undefined;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value);
}

/** A thrown value as it may leave the process: an unknown error becomes ERR_INTERNAL without its text. */
export function toWireError(thrown: unknown): WireError {
  if (!(thrown instanceof SallyportError)) {
    return { code: 'ERR_INTERNAL', message: 'Something went wrong inside Sallyport; its log has the details.' };
  }
  return {
    code: thrown.code,
    message: thrown.message,
    ...(thrown.hint === undefined ? {} : { hint: thrown.hint }),
    ...(thrown.data === undefined ? {} : { data: thrown.data }),
    ...(thrown.foreign === undefined ? {} : { foreign: thrown.foreign }),
  };
}

/** An error from the wire. A peer of another version may send anything: an unknown code becomes ERR_INTERNAL. */
export function fromWireError(value: unknown): SallyportError {
  const { code, message, hint, data, foreign } = isRecord(value) ? value : {};
  return new SallyportError(
    isErrorCode(code) ? code : 'ERR_INTERNAL',
    typeof message === 'string' ? message : 'The other side failed without giving a reason.',
    {
      ...(typeof hint === 'string' ? { hint } : {}),
      ...(isRecord(data) ? { data } : {}),
      ...(Array.isArray(foreign) ? { foreign: foreign.flatMap((item) => parseForeign(item) ?? []) } : {}),
    },
  );
}

/** True for a JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseForeign(value: unknown): Foreign | undefined {
  if (!isRecord(value) || typeof value.text !== 'string' || typeof value.origin !== 'string') return undefined;
  return { text: value.text, origin: value.origin };
}
