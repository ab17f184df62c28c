// The headers by which the new era mirrors a request's body, so that what stands between can route it: checked against it.
import type { IncomingHttpHeaders } from 'node:http';
import { fault, type Incoming, metaOf, type RpcError, rpcCodes } from '../base/json-rpc.ts';
import { legacyVersions, metaKeys, modernVersions } from './era.ts';

type Failure = { readonly error: RpcError };
type Message = Extract<Incoming, { kind: 'request' | 'notification' }>;

/** The field of the params that `Mcp-Name` repeats, by method. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim();
}

/** Whether a message is of the new era: its body says so, or for a notification, which has no envelope, its header. */
export function isModernMessage(message: Message, headers: IncomingHttpHeaders): boolean {
  if (metaKeys.protocolVersion in metaOf(message.params)) return true;
  return message.kind === 'notification' && isModern(headerOf(headers, 'mcp-protocol-version'));
}

/** Undefined when the headers say what the body says. */
export function checkModernHeaders(message: Message, headers: IncomingHttpHeaders): Failure | undefined {
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

/** Undefined when a request of the old era has no header of the new one, or of a version that nobody knows. */
export function checkLegacyHeaders(message: Message, headers: IncomingHttpHeaders): Failure | undefined {
  const version = headerOf(headers, 'mcp-protocol-version');
  if (version === undefined || legacyVersions.some((known) => known === version)) return undefined;
  if (!isModern(version)) {
    // An initialize agrees on a version; the header before it means nothing.
    if (message.method === 'initialize') return undefined;
    return fault(rpcCodes.serverError, `Bad Request: Unsupported protocol version: ${version.slice(0, 40)}`);
  }
  if (message.method === 'initialize') return mismatch('MCP-Protocol-Version', version, 'initialize, of the old era');
  return fault(
    rpcCodes.invalidParams,
    `The header names protocol version ${version}, but _meta["${metaKeys.protocolVersion}"] is missing.`,
    { envelope: { missing: [metaKeys.protocolVersion] } },
  );
}

function checkName(message: Message, headers: IncomingHttpHeaders): Failure | undefined {
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

function isModern(version: string | undefined): boolean {
  return modernVersions.some((known) => known === version);
}

function mismatch(name: string, header: string | undefined, body: string): Failure {
  const said = header === undefined ? 'is missing' : `says ${header.slice(0, 100)}`;
  return fault(rpcCodes.headerMismatch, `Bad Request: the header ${name} ${said}, the body ${body.slice(0, 100)}.`, {
    mismatch: { header: header?.slice(0, 100) ?? '(missing)', body: body.slice(0, 100) },
  });
}
