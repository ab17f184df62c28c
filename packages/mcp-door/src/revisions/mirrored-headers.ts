// The HTTP headers that repeat a request's body, so that a proxy can route it without reading it: checked against the body.
import type { IncomingHttpHeaders } from 'node:http';
import { headerOf } from '../base/headers.ts';
import { type Failure, fault, metaOf, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import type { RequestOrNotification } from './revision.ts';

/** The field of the params that `Mcp-Name` repeats, by method. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** Undefined when the headers say what the body says. */
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
  if (version === undefined) return mismatch('MCP-Protocol-Version', undefined, String(claimed));
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

/** Values that no header can carry come as `=?base64?…?=`; undefined when what is in there is none. */
function decodeValue(value: string): string | undefined {
  const packed = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (packed === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(packed)) return undefined;
  return Buffer.from(packed, 'base64').toString('utf8');
}

export function mismatch(name: string, header: string | undefined, body: string): Failure {
  const said = header === undefined ? 'is missing' : `says ${header.slice(0, 100)}`;
  return fault(rpcCodes.headerMismatch, `Bad Request: the header ${name} ${said}, the body ${body.slice(0, 100)}.`, {
    mismatch: { header: header?.slice(0, 100) ?? '(missing)', body: body.slice(0, 100) },
  });
}
