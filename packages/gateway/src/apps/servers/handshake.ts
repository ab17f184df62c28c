// Finds out which revision of MCP a server speaks, on a single connection.
import { askable, type Greeting, type Revision } from '@sallyport/mcp-door';
import { limits, PRODUCT_VERSION } from '@sallyport/protocol';
import type { RpcPeer } from './rpc-peer.ts';
import { isSignInNeeded } from './sign-in/sign-in.ts';

/** A server's greeting and its revision. */
export interface Session extends Greeting {
  readonly revision: Revision;
}

/** How we introduce ourselves: once per MCP session, or with each request where there are no sessions. */
export const self = {
  info: { name: 'sallyport', title: 'Sallyport', version: PRODUCT_VERSION },
  capabilities: askable,
} as const;

/**
 * Greets the server in each revision in turn until one is accepted. Tries the next one after a refusal, and all remaining
 * ones after a silence: a server that starts slowly answers them in this order.
 */
export async function handshake(
  peer: RpcPeer,
  candidates: readonly Revision[],
  signal: AbortSignal,
  probeMs: number = limits.server.probeMs,
): Promise<Session> {
  const probing = new AbortController();
  const greetings: Promise<Session>[] = [];
  let isSilent = false;
  try {
    for (const revision of candidates) {
      const isLast = revision === candidates.at(-1);
      greetings.push(greet(revision, peer, isLast ? signal : AbortSignal.any([signal, probing.signal])));
      if (isLast || isSilent) continue;
      const first = await firstWithin(probeMs, greetings, (thrown) => {
        // Not a refusal of this revision: the server is gone or requires a sign-in. Another greeting would hide that.
        if (peer.isClosed || isSignInNeeded(thrown)) throw thrown;
      });
      if (typeof first === 'object') return first;
      isSilent = first === 'silent';
    }
    return await Promise.any(greetings);
  } catch (thrown) {
    throw lastOf(thrown);
  } finally {
    // Greetings that are still unanswered are not needed any more.
    probing.abort();
    for (const greeting of greetings) greeting.catch(() => {});
  }
}

async function greet(revision: Revision, peer: RpcPeer, signal: AbortSignal): Promise<Session> {
  return { revision, ...(await revision.server.greet(peer, self, signal)) };
}

async function firstWithin(
  ms: number,
  greetings: readonly Promise<Session>[],
  onRefused: (thrown: unknown) => void,
): Promise<Session | 'refused' | 'silent'> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<'silent'>((resolve) => {
    timer = setTimeout(() => resolve('silent'), ms);
  });
  const answered = Promise.any(greetings).catch((thrown: unknown) => {
    onRefused(lastOf(thrown));
    return 'refused' as const;
  });
  return Promise.race([answered, silence]).finally(() => clearTimeout(timer));
}

/** Of several refusals, people can act on the oldest revision's. */
function lastOf(thrown: unknown): unknown {
  return thrown instanceof AggregateError ? thrown.errors.at(-1) : thrown;
}
