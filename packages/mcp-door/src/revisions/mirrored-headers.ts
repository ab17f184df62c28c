// Checks the HTTP headers that repeat parts of a request's body, which let proxies route it unparsed.
import type { IncomingHttpHeaders } from 'node:http';
import { textFrom } from '@sallyport/protocol';
import { headerOf } from '../base/headers.ts';
import { type Failure, fault, metaOf, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import type { RequestOrNotification } from './revision.ts';

/** The params field that `Mcp-Name` repeats, by method. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** Undefined when the headers match the body. */
export function checkMirroredHeaders(
  message: RequestOrNotification,
  headers: IncomingHttpHeaders,
): Failure | undefined {
  const version = headerOf(headers, 'mcp-protocol-version');
  const method = headerOf(headers, 'mcp-method');
  const claimed = metaOf(message.params)[metaKeys.protocolVersion];
  if (version !== undefined && typeof claimed === 'string' && version !== claimed) {
    return mismatch('MCP-Protocol-Version', version, claimed);
  }
  if (method !== undefined && method !== message.method) return mismatch('Mcp-Method', method, message.method);
  if (message.kind === 'notification') return undefined;
  if (version === undefined) return mismatch('MCP-Protocol-Version', undefined, textFrom(claimed));
  if (method === undefined) return mismatch('Mcp-Method', undefined, message.method);
  return checkName(message, headers);
}

function checkName(message: RequestOrNotification, headers: IncomingHttpHeaders): Failure | undefined {
  const field = Object.hasOwn(named, message.method) ? named[message.method] : undefined;
  const inBody = field === undefined ? undefined : message.params[field];
  if (typeof inBody !== 'string') return undefined;
  const header = headerOf(headers, 'mcp-name');
  const decoded = header === undefined ? undefined : decodeValue(header);
  return decoded === inBody ? undefined : mismatch('Mcp-Name', header, inBody);
}

/** Values that a header cannot contain are sent as `=?base64?…?=`; undefined when that is not valid base64. */
function decodeValue(value: string): string | undefined {
  const packed = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (packed === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(packed)) return undefined;
  return Buffer.from(packed, 'base64').toString('utf8');
}

export function mismatch(name: string, header: string | undefined, body: string): Failure {
  const problem = header === undefined ? 'is missing' : `is ${header.slice(0, 100)}`;
  return fault(
    rpcCodes.headerMismatch,
    `Bad Request: header ${name} ${problem}, but the body has ${body.slice(0, 100)}.`,
    {
      mismatch: { header: header?.slice(0, 100) ?? '(missing)', body: body.slice(0, 100) },
    },
  );
}
