// The two ends of a call as they come back from the browser side, whatever its vocabulary.
import {
  dropLeadingFields,
  fromWireError,
  isErrorCode,
  isRecord,
  prependFields,
  rawResultId,
  SallyportError,
} from '@sallyport/protocol';

/** A `tool_response`: the whole of it without its type, and the text it was read from. */
export interface Reply {
  readonly body: Record<string, unknown>;
  readonly json: string;
  /** Set where only the beginning of the text was read: it is a result of the call with this id. */
  readonly rawId?: string | undefined;
}

/** A result that is parsed only for whom its text will not do. */
export function rawReply(json: string): Reply {
  return {
    json,
    rawId: rawResultId(json),
    get body() {
      const { type: _, ...body }: Record<string, unknown> = JSON.parse(json);
      return body;
    },
  };
}

export type CallOutcome =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly error: SallyportError };

/** For askers that want the result itself: `result`, or the whole of a bare reply, or the error it tells of. */
export function readReply({ body }: Reply): { result: unknown } | { error: SallyportError } {
  if (body.error !== undefined && body.error !== null) return { error: readError(body.error) };
  if ('result' in body) return { result: body.result };
  return { result: withoutOurFields(body) };
}

/**
 * A reply as a framed client gets it: without the fields that we added for the way, with the id that the client sent. Cut
 * out of its own text where that begins as our extension writes it; else written anew.
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

/** A browser side may be bare: its error is a code of ours, a text, or an object of its own. */
function readError(error: unknown): SallyportError {
  if (isRecord(error) && isErrorCode(error.code)) return fromWireError(error);
  return new SallyportError('ERR_TOOL_FAILED', textIn(error) ?? 'The browser side failed without saying why.');
}

function textIn(error: unknown): string | undefined {
  if (typeof error === 'string') return error;
  if (!isRecord(error)) return undefined;
  if (typeof error.message === 'string') return error.message;
  return typeof error.content === 'string' ? error.content : undefined;
}
