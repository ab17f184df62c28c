// Finds out which revision of MCP a server speaks, on the one connection.
import { askable, type Greeting, type Revision } from '@sallyport/mcp-door';
import { limits, PRODUCT_VERSION } from '@sallyport/protocol';
import type { RpcPeer } from './rpc-peer.ts';
import { isSignInNeeded } from './sign-in/sign-in.ts';

/** What a server said of itself, and in which revision. */
export interface Session extends Greeting {
  readonly revision: Revision;
}

/** What we say of ourselves. Of a session servers hear it once; elsewhere capabilities go with each request. */
export const self = {
  info: { name: 'sallyport', title: 'Sallyport', version: PRODUCT_VERSION },
  capabilities: askable,
} as const;

/**
 * Greets the server in each revision in turn until one is answered. The next one is tried when the one before was refused,
 * or when nothing came for a while: a slow start answers all, in this order.
 */
export async function shakeHands(
  peer: RpcPeer,
  candidates: readonly Revision[],
  signal: AbortSignal,
  probeMs: number = limits.server.probeMs,
): Promise<Session> {
  const probing = new AbortController();
  const greetings: Promise<Session>[] = [];
  try {
    for (const revision of candidates.slice(0, -1)) {
      greetings.push(greet(revision, peer, AbortSignal.any([signal, probing.signal])));
      const first = await firstWithin(probeMs, greetings, (thrown) => {
        // It did not refuse the greeting: it is gone, or wants to know us first. Another one would only hide that.
        if (peer.isClosed || isSignInNeeded(thrown)) throw thrown;
      });
      if (first !== undefined) return first;
    }
    for (const revision of candidates.slice(-1)) greetings.push(greet(revision, peer, signal));
    return await Promise.any(greetings);
  } catch (thrown) {
    throw lastOf(thrown);
  } finally {
    // Unanswered still when another one was: nobody waits for it.
    probing.abort();
    for (const greeting of greetings) greeting.catch(() => {});
  }
}

async function greet(revision: Revision, peer: RpcPeer, signal: AbortSignal): Promise<Session> {
  return { revision, ...(await revision.server.greet(peer, self, signal)) };
}

/** Undefined when all were refused, or none was answered in time. */
async function firstWithin(
  ms: number,
  greetings: readonly Promise<Session>[],
  onRefused: (thrown: unknown) => void,
): Promise<Session | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const refused = (thrown: unknown) => {
    onRefused(lastOf(thrown));
    return undefined;
  };
  return Promise.race([Promise.any(greetings).catch(refused), silence]).finally(() => clearTimeout(timer));
}

/** Of several refusals the oldest revision's is the one that people can act on. */
function lastOf(thrown: unknown): unknown {
  return thrown instanceof AggregateError ? thrown.errors.at(-1) : thrown;
}
