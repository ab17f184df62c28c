// JSON-RPC 2.0 as MCP uses it: what a line may be, what goes back, and the numbers of the protocol's own errors.
import { isDeeper, isRecord, type JsonObject, limits } from '@sallyport/protocol';

export type JsonRpcId = string | number;

export type Incoming =
  | { readonly kind: 'request'; readonly id: JsonRpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** An answer to a request of ours. */
  | { readonly kind: 'answer'; readonly id: JsonRpcId | null; readonly reply: Reply }
  | { readonly kind: 'invalid'; readonly id: JsonRpcId | null; readonly reason: string };

/** The protocol's own numbers; everything of ours travels as a code in `data` or in a tool result. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Whatever concerns the session or the request as HTTP has it. */
  serverError: -32000,
  /** Over HTTP: a header does not say what the body says. */
  headerMismatch: -32020,
  /** With `data.requiredCapabilities`. */
  missingCapability: -32021,
  /** A server wants the person to visit an address first; `data.elicitations` has it. */
  urlElicitation: -32042,
  /** With `data.supported` and `data.requested`. */
  unsupportedVersion: -32022,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

export interface Failure {
  readonly error: RpcError;
}

/** How a request ends: one of both. */
export type Reply = { readonly result: JsonObject } | Failure;

export function fault(code: number, message: string, data?: JsonObject): Failure {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

export function notFound(method: string): Failure {
  return fault(rpcCodes.methodNotFound, `Method not found: ${method.slice(0, 100)}`);
}

/** A whole message that says what went wrong. */
export function failure(id: JsonRpcId | null, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', ...fault(code, message), id };
}

/** Reads one message. Anything that is none says why, with the id to answer it by where there is one. */
export function parseIncoming(value: unknown): Incoming {
  if (!isRecord(value)) return { kind: 'invalid', id: null, reason: 'A message must be one JSON object.' };
  const { id, method, params } = value;
  const knownId = isId(id) ? id : null;
  if (isDeeper(value, limits.json.maxDepth)) {
    return { kind: 'invalid', id: knownId, reason: `A message nests ${limits.json.maxDepth} levels at most.` };
  }
  if (value.jsonrpc !== '2.0') return { kind: 'invalid', id: knownId, reason: 'jsonrpc must be "2.0".' };
  if (typeof method !== 'string') {
    if (isRecord(value.result)) return { kind: 'answer', id: knownId, reply: { result: value.result } };
    if (isRecord(value.error)) return { kind: 'answer', id: knownId, reply: { error: readError(value.error) } };
    return { kind: 'invalid', id: knownId, reason: 'A message needs a method.' };
  }
  if (params !== undefined && !isRecord(params)) {
    return { kind: 'invalid', id: knownId, reason: 'params must be an object.' };
  }
  if (id === undefined) return { kind: 'notification', method, params: params ?? {} };
  if (!isId(id)) return { kind: 'invalid', id: null, reason: 'An id must be a string or a number.' };
  return { kind: 'request', id, method, params: params ?? {} };
}

function readError({ code, message, data }: JsonObject): RpcError {
  return {
    code: typeof code === 'number' ? code : rpcCodes.internalError,
    message: typeof message === 'string' ? message : 'The client gave no reason.',
    ...(isRecord(data) ? { data } : {}),
  };
}

export function isId(value: unknown): value is JsonRpcId {
  return typeof value === 'string' || typeof value === 'number';
}

/** The `_meta` of a message's params; an absent or broken one is empty. */
export function metaOf(params: JsonObject): JsonObject {
  return isRecord(params._meta) ? params._meta : {};
}

/** The params without what belongs to the exchange and not to the method. */
export function ownParams({ _meta: _, inputResponses: __, requestState: ___, ...own }: JsonObject): JsonObject {
  return own;
}
