// Reads a posted message: limits its size, parses it, finds its revision and checks its headers.
import type { IncomingMessage } from 'node:http';
import { type JsonObject, limits } from '@sallyport/protocol';
import { headerOf } from '../base/headers.ts';
import { failure, type Incoming, isId, type JsonRpcId, parseIncoming, rpcCodes } from '../base/json-rpc.ts';
import type { Revision } from '../revisions/revision.ts';
import { sessionful } from '../revisions/sessionful.ts';
import { revisionOfPosted, statedVersions } from '../revisions/table.ts';
import { readBody } from './body.ts';
import { statusOf } from './exchange.ts';

type Message = Exclude<Incoming, { kind: 'invalid' }>;

export type Posted =
  | { readonly message: Message; readonly json: unknown; readonly revision: Revision }
  | { readonly refusal: JsonObject; readonly status: number };

export async function readMessage(request: IncomingMessage): Promise<Posted> {
  const { headers } = request;
  // A page can post text without a CORS preflight, but not JSON.
  if (!/^application\/json(?:;|$)/i.test(headerOf(headers, 'content-type') ?? '')) {
    return refusal(415, rpcCodes.serverError, 'Unsupported media type: the body must be application/json.');
  }
  const body = await readBody(request, limits.door.bodyMaxBytes);
  if (body === 'too large') {
    return refusal(413, rpcCodes.serverError, `The body is larger than ${limits.door.bodyMaxBytes} bytes.`);
  }
  if (body === 'no json') return refusal(400, rpcCodes.parseError, 'The body is not JSON.');
  const message = parseIncoming(body.json);
  if (message.kind === 'invalid') return refusal(400, rpcCodes.invalidRequest, message.reason, message.id);
  if (message.kind === 'response') return { message, json: body.json, revision: sessionful };
  const revision = revisionOfPosted(message, headers);
  const wrong = revision.checkHeaders(message, headers, statedVersions);
  if (wrong === undefined) return { message, json: body.json, revision };
  const id = message.kind === 'request' ? message.id : null;
  return { refusal: { jsonrpc: '2.0', id, ...wrong }, status: statusOf({ ...wrong }) };
}

/** The request that a notification cancels. */
export function cancelledBy(message: Message): JsonRpcId | undefined {
  if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return undefined;
  return isId(message.params.requestId) ? message.params.requestId : undefined;
}

/** Without an Accept header, everything is accepted. */
export function accepts({ headers }: IncomingMessage, type: string): boolean {
  const { accept } = headers;
  return accept === undefined || accept.includes('*/*') || accept.toLowerCase().includes(type);
}

function refusal(status: number, code: number, message: string, id: JsonRpcId | null = null): Posted {
  return { refusal: failure(id, code, message), status };
}
