// The two eras of MCP: sessionful (initialize, until 2025-11-25) and self-describing requests (2026-07-28).
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { fault, metaOf, type RpcError, rpcCodes } from '../base/json-rpc.ts';

/** Newest first; the first is what a client of an unknown version is offered. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const modernVersions = ['2026-07-28'] as const;

export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  provenance: 'dev.sallyport/provenance',
  /** Whom the gateway makes a call for, towards an editor. */
  agent: 'dev.sallyport/agent',
  /** What a tool can do, where an editor tells the gateway. */
  effect: 'dev.sallyport/effect',
} as const;

export type Era = 'legacy' | 'modern';

/**
 * A request that names its protocol version is of the new era, any other of the old one. Told anew for each request: a
 * client that only probed may go on in the other era on the same stream.
 */
export function eraOf(params: JsonObject): { readonly era: Era } | { readonly error: RpcError } {
  const meta = metaOf(params);
  if (!(metaKeys.protocolVersion in meta)) return { era: 'legacy' };
  const version = meta[metaKeys.protocolVersion];
  if (typeof version !== 'string') return badEnvelope(metaKeys.protocolVersion, 'must be a string');
  if (!modernVersions.some((known) => known === version)) {
    return fault(rpcCodes.unsupportedVersion, `Unsupported protocol version: ${version.slice(0, 40)}`, {
      supported: modernVersions,
      requested: version.slice(0, 40),
    });
  }
  if (!isRecord(meta[metaKeys.clientCapabilities]))
    return badEnvelope(metaKeys.clientCapabilities, 'must be an object');
  return { era: 'modern' };
}

/** The version to go on with, for a client that said initialize. */
export function negotiate(requested: unknown): string {
  return legacyVersions.find((known) => known === requested) ?? legacyVersions[0];
}

function badEnvelope(key: string, problem: string): { readonly error: RpcError } {
  return fault(rpcCodes.invalidParams, `_meta["${key}"] ${problem}.`, { envelope: { key, problem } });
}
