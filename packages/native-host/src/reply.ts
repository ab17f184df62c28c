// The two ends of a call as they come back from the browser side, whatever its vocabulary.
import { fromWireError, isErrorCode, isRecord, SallyportError } from '@sallyport/protocol';

/** A reply's body is the whole `tool_response` without its `type`. */
export type CallEnd =
  | { readonly ok: true; readonly body: Record<string, unknown> }
  | { readonly ok: false; readonly error: SallyportError };

/** For askers that want the result itself: `result`, or the whole of a bare reply, or the error it tells of. */
export function readReply(body: Record<string, unknown>): { result: unknown } | { error: SallyportError } {
  if (body.error !== undefined && body.error !== null) return { error: readError(body.error) };
  if ('result' in body) return { result: body.result };
  return { result: withoutOurFields(body) };
}

/** A reply as a framed client gets it, without the fields that we added for the way. */
export function withoutOurFields(body: Record<string, unknown>): Record<string, unknown> {
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
