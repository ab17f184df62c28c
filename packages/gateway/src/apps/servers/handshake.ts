// Finds out which of MCP's two eras a server speaks, on the one connection, and remembers for the next time.
import { isRecord, type JsonObject, limits, PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import type { RpcPeer } from './rpc-peer.ts';
import { isSignInNeeded } from './sign-in/sign-in.ts';

export type ServerEra = 'legacy' | 'modern';

/** What a server said of itself. */
export interface Session {
  readonly era: ServerEra;
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject;
  readonly instructions?: string;
}

const LEGACY_VERSION = '2025-11-25';
const MODERN_VERSION = '2026-07-28';

const clientInfo = { name: 'sallyport', title: 'Sallyport', version: PRODUCT_VERSION } as const;

const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/** What of the agent's side a server may ask for; old servers hear it once, new ones with each request. */
export const askable = { elicitation: { form: {}, url: {} }, sampling: {} } as const;

/** The params of a request of the new era. */
export function modernParams(params: JsonObject, capabilities: JsonObject = {}, logLevel?: string): JsonObject {
  return {
    ...params,
    _meta: {
      ...(isRecord(params._meta) ? params._meta : {}),
      [metaKeys.protocolVersion]: MODERN_VERSION,
      [metaKeys.clientCapabilities]: capabilities,
      [metaKeys.clientInfo]: clientInfo,
      ...(logLevel === undefined ? {} : { [metaKeys.logLevel]: logLevel }),
    },
  };
}

/**
 * With a known era no question is asked. Without one the new era's question goes first, and the old era's follows when it
 * was refused, or when nothing came for a while: a slow start answers both, in this order.
 */
export async function shakeHands(
  peer: RpcPeer,
  known: ServerEra | undefined,
  signal: AbortSignal,
  probeMs: number = limits.server.probeMs,
): Promise<Session> {
  if (known === 'legacy') return initialize(peer, signal);
  if (known === 'modern') return discover(peer, signal);
  const asked = new AbortController();
  const probe = discover(peer, AbortSignal.any([signal, asked.signal]));
  const silence = delay(probeMs);
  try {
    const refused = (thrown: unknown) => {
      // It did not refuse the question: it is gone, or wants to know us first. Another one would only hide that.
      if (peer.isClosed || isSignInNeeded(thrown)) throw thrown;
      return undefined;
    };
    const first = await Promise.race([probe.catch(refused), silence.passed]);
    if (first !== undefined) return first;
    return await Promise.any([probe, initialize(peer, signal)]);
  } catch (thrown) {
    // Both refused: the old era's answer is the last of the errors, and the one that people can act on.
    throw thrown instanceof AggregateError ? thrown.errors.at(-1) : thrown;
  } finally {
    silence.stop();
    // Unanswered still when the other era was: nobody waits for it.
    asked.abort();
    probe.catch(() => {});
  }
}

async function discover(peer: RpcPeer, signal: AbortSignal): Promise<Session> {
  const ask = () => peer.request('server/discover', modernParams({}), { signal, graceMs: 0 });
  const found = await ask().catch((thrown: unknown) => {
    // One that refuses our version and names it among its own is asked once more, as the protocol has it.
    if (refusedVersions(thrown).includes(MODERN_VERSION)) return ask();
    throw thrown;
  });
  const versions = Array.isArray(found.supportedVersions) ? found.supportedVersions : [];
  if (!versions.includes(MODERN_VERSION)) throw unsupported(versions);
  return { era: 'modern', protocolVersion: MODERN_VERSION, ...described(found) };
}

const UNSUPPORTED_VERSION = -32022;

/** The versions that a server named when it refused ours. */
function refusedVersions(thrown: unknown): readonly unknown[] {
  const { rpcCode, rpcData } = (thrown instanceof SallyportError ? thrown.data : undefined) ?? {};
  if (rpcCode !== UNSUPPORTED_VERSION || !isRecord(rpcData)) return [];
  return Array.isArray(rpcData.supported) ? rpcData.supported : [];
}

async function initialize(peer: RpcPeer, signal: AbortSignal): Promise<Session> {
  const params = { protocolVersion: LEGACY_VERSION, capabilities: askable, clientInfo };
  const answer = await peer.request('initialize', params, { signal, graceMs: 0 });
  const { protocolVersion } = answer;
  if (typeof protocolVersion !== 'string') throw unsupported([]);
  peer.agree(protocolVersion);
  peer.notify('notifications/initialized');
  return { era: 'legacy', protocolVersion, ...described(answer) };
}

function described(answer: JsonObject): Omit<Session, 'era' | 'protocolVersion'> {
  const { capabilities, serverInfo, instructions } = answer;
  return {
    capabilities: isRecord(capabilities) ? capabilities : {},
    serverInfo: isRecord(serverInfo) ? serverInfo : {},
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
}

function unsupported(versions: readonly unknown[]): SallyportError {
  const said = versions.length === 0 ? 'none that can be read' : versions.map(String).join(', ').slice(0, 200);
  return new SallyportError('ERR_PROTOCOL_ERROR', `The server speaks no version of MCP that is known here: ${said}.`, {
    hint: 'Update the server, or Sallyport.',
    data: { outcome: 'not_run' },
  });
}

function delay(ms: number): { readonly passed: Promise<undefined>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return { passed, stop: () => clearTimeout(timer) };
}
