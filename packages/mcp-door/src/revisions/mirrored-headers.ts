// Checks the HTTP headers that repeat parts of a request's body, which let proxies route it unparsed.
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord, textFrom } from '@sallyport/protocol';
import { decodeHeader, headerOf } from '../base/headers.ts';
import { type Failure, fault, metaOf, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import type { Offer } from '../base/offer.ts';
import { argumentText, mirroredParams } from '../base/param-headers.ts';
import type { Request, RequestOrNotification } from './revision.ts';

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
  const decoded = header === undefined ? undefined : decodeHeader(header);
  return decoded === inBody ? undefined : mismatch('Mcp-Name', header, inBody);
}

/** Undefined when the headers match the arguments that the tool's schema wants in headers. */
export async function checkArgumentHeaders(
  { method, params }: Request,
  headers: IncomingHttpHeaders,
  offer: Offer,
): Promise<Failure | undefined> {
  if (method !== 'tools/call') return undefined;
  // Whoever may not list is answered by the call.
  const tools = await offer.listTools().catch(() => []);
  const schema = tools.find(({ name }) => name === params.name)?.inputSchema;
  const args = isRecord(params.arguments) ? params.arguments : {};
  for (const { path, header } of (schema && mirroredParams(schema)) ?? []) {
    const given = headerOf(headers, `mcp-param-${header.toLowerCase()}`);
    const inBody = argumentText(path, args);
    const isSame = given === undefined ? inBody === undefined : decodeHeader(given) === inBody;
    if (!isSame) return mismatch(`Mcp-Param-${header}`, given, inBody ?? 'no such argument');
  }
  return undefined;
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
