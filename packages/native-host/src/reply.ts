// The outcome of a call as the browser side reports it, our own extension or a legacy one.
import {
  dropLeadingFields,
  fromWireError,
  isDeeper,
  isErrorCode,
  isRecord,
  limits,
  parseJson,
  prependFields,
  rawResultId,
  SallyportError,
  toWireError,
} from '@sallyport/protocol';

/** A `tool_response`: its fields without the type, and the text it was read from. */
export interface Reply {
  readonly body: Record<string, unknown>;
  readonly json: string;
  /** Set when only the beginning of the text was read: the id of its call. */
  readonly rawId?: string | undefined;
}

/** A result that is parsed only when its text cannot be passed on. */
export function rawReply(json: string): Reply {
  return {
    json,
    rawId: rawResultId(json),
    get body() {
      const value = parseJson(json);
      if (!isRecord(value) || isDeeper(value, limits.json.maxDepth)) return { error: toWireError(malformed()) };
      const { type: _, ...body } = value;
      return body;
    },
  };
}

function malformed(): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', 'The browser returned a malformed result.', {
    hint: 'The tool may have run, but its result was dropped.',
    data: { outcome: 'unknown' },
  });
}

export type CallOutcome =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly error: SallyportError };

/** The result itself: `result`, or the whole body where a legacy extension sends no such field; or the error. */
export function readReply({ body }: Reply): { result: unknown } | { error: SallyportError } {
  if (body.error !== undefined && body.error !== null) return { error: readError(body.error) };
  if ('result' in body) return { result: body.result };
  return { result: withoutOurFields(body) };
}

/**
 * A reply as a framed client gets it: without the fields that we added, with the id that the client sent. Cut out of the
 * original text where that starts the way our extension writes it, otherwise serialised again.
 */
export function replyForClient(reply: Reply, clientsId: unknown): object | string {
  const { json, rawId } = reply;
  const { id, client_id } = rawId === undefined ? reply.body : { id: rawId };
  const head = id === undefined ? { type: 'tool_response' } : { type: 'tool_response', id };
  const text = client_id === undefined ? dropLeadingFields(head, json) : undefined;
  const ownId = { id: clientsId };
  if (text === undefined) return { ...withoutOurFields(reply.body), ...(clientsId === undefined ? {} : ownId) };
  return clientsId === undefined ? text : prependFields(ownId, text);
}

function withoutOurFields(body: Record<string, unknown>): Record<string, unknown> {
  const { id: _id, client_id: _clientId, ...rest } = body;
  return rest;
}

/** The error of a legacy extension may be a text or an object of any shape. */
function readError(error: unknown): SallyportError {
  if (isRecord(error) && isErrorCode(error.code)) return fromWireError(error);
  return new SallyportError('ERR_TOOL_FAILED', textIn(error) ?? 'The browser side failed without giving a reason.');
}

function textIn(error: unknown): string | undefined {
  if (typeof error === 'string') return error;
  if (!isRecord(error)) return undefined;
  if (typeof error.message === 'string') return error.message;
  return typeof error.content === 'string' ? error.content : undefined;
}
