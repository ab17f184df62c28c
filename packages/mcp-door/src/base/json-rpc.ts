// JSON-RPC 2.0 as MCP uses it: reading messages, building replies, and error codes.
import { isDeeper, isRecord, type JsonObject, limits } from '@sallyport/protocol';

export type JsonRpcId = string | number;

export type Incoming =
  | { readonly kind: 'request'; readonly id: JsonRpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** The response to a request of ours. */
  | { readonly kind: 'response'; readonly id: JsonRpcId | null; readonly reply: Reply }
  | { readonly kind: 'invalid'; readonly id: JsonRpcId | null; readonly reason: string };

/** The protocol's own codes. Our error codes are sent in `data` or in a tool result. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Problems with the session or the HTTP request. */
  serverError: -32000,
  /** Over HTTP: a header contradicts the body. */
  headerMismatch: -32020,
  /** With `data.requiredCapabilities`. */
  missingCapability: -32021,
  /** A server wants the user to open a URL first, which is in `data.elicitations`. */
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

/** The reply to a request. */
export type Reply = { readonly result: JsonObject } | Failure;

export function fault(code: number, message: string, data?: JsonObject): Failure {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

export function notFound(method: string): Failure {
  return fault(rpcCodes.methodNotFound, `Method not found: ${method.slice(0, 100)}`);
}

/** A complete error message. */
export function failure(id: JsonRpcId | null, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', ...fault(code, message), id };
}

/** Reads one message. An invalid one gives the reason, and its id if there is one. */
export function parseIncoming(value: unknown): Incoming {
  if (!isRecord(value)) return { kind: 'invalid', id: null, reason: 'A message must be one JSON object.' };
  const { id, method, params } = value;
  const knownId = isId(id) ? id : null;
  if (isDeeper(value, limits.json.maxDepth)) {
    return {
      kind: 'invalid',
      id: knownId,
      reason: `A message may be nested ${limits.json.maxDepth} levels deep at most.`,
    };
  }
  if (value.jsonrpc !== '2.0') return { kind: 'invalid', id: knownId, reason: 'jsonrpc must be "2.0".' };
  if (typeof method !== 'string') {
    if (isRecord(value.result)) return { kind: 'response', id: knownId, reply: { result: value.result } };
    if (isRecord(value.error)) return { kind: 'response', id: knownId, reply: { error: readError(value.error) } };
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

/** The `_meta` of a message's params; empty when it is missing or invalid. */
export function metaOf(params: JsonObject): JsonObject {
  return isRecord(params._meta) ? params._meta : {};
}

/** The params without the fields that belong to the protocol. */
export function ownParams({ _meta: _, inputResponses: __, requestState: ___, ...own }: JsonObject): JsonObject {
  return own;
}
