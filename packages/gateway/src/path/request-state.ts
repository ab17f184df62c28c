// What a server wants back with the next round of a call is sealed: nobody but the same session can bring it, to the same call.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CallOptions, type JsonObject, SallyportError, textFrom } from '@sallyport/protocol';

/** The call that a state belongs to: session, app, method and arguments. */
export type Bound = readonly unknown[];

export interface StateSeal {
  /** Replaces a caller's sealed state by the server's own. Throws on a state that we did not seal. */
  open(options: CallOptions, bound: Bound): CallOptions;
  /** Seals the state of a result that asks for another round; returns other results unchanged. */
  close(result: JsonObject, bound: Bound): JsonObject;
}

/** `key` is new at each start: a call that was begun with another gateway must start over. */
export function createStateSeal(key: Uint8Array): StateSeal {
  const sign = (state: string, bound: Bound) =>
    createHmac('sha256', key)
      .update(JSON.stringify([state, ...bound]))
      .digest('base64url');
  return {
    open(options, bound) {
      const { client } = options;
      const sealed = client?.round?.requestState;
      if (client?.round === undefined || sealed === undefined) return options;
      const [signature = '', ...rest] = textFrom(sealed).split('.');
      const state = rest.join('.');
      if (!isSame(signature, sign(state, bound))) throw notOurs();
      return { ...options, client: { ...client, round: { ...client.round, requestState: state } } };
    },
    close(result, bound) {
      const { requestState } = result;
      if (result.resultType !== 'input_required' || typeof requestState !== 'string') return result;
      return { ...result, requestState: `${sign(requestState, bound)}.${requestState}` };
    },
  };
}

function isSame(presented: string, expected: string): boolean {
  const [a, b] = [Buffer.from(presented), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

const INVALID_PARAMS = -32602;

function notOurs(): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', 'The requestState was not given to this caller for this call.', {
    hint: 'Send back the requestState of the last result unchanged, or start over without it.',
    data: { rpcCode: INVALID_PARAMS },
  });
}

/** Everything that must be the same in every round of a call. */
export function boundOf(session: string, appId: string, method: string, params: JsonObject): Bound {
  const { _meta: _, ...rest } = params;
  return [session, appId, method, rest];
}
