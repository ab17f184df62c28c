// Who is told that the tools changed: every client of the old era that said initialize, and open listens of the new one.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { metaKeys } from './era.ts';
import { fault, type JsonRpcId, type RpcError, rpcCodes } from './json-rpc.ts';
import type { About } from './offer.ts';
import { presentModern } from './present.ts';

export interface Notification {
  readonly method: string;
  readonly params?: JsonObject;
}

/** A client has one; the bound stops one that opens them in a loop. */
const MAX_LISTENS = 64;
const TOOLS_CHANGED = 'notifications/tools/list_changed';

export class Subscriptions {
  /** Listens by the id of their request, with whether they asked for changes of tools. */
  readonly #listens = new Map<JsonRpcId, boolean>();
  #isInitialized = false;

  /** From here on changes go out unasked, as the old era has it. */
  initialized(): void {
    this.#isInitialized = true;
  }

  /** Begins a listen; the notification acknowledges what of it can be served. Its request stays open. */
  listen(id: JsonRpcId, params: JsonObject): { readonly notification: Notification } | { readonly error: RpcError } {
    const { notifications } = params;
    if (!isRecord(notifications)) return fault(rpcCodes.invalidParams, 'notifications must be an object.');
    if (this.#listens.size >= MAX_LISTENS) return fault(rpcCodes.internalError, 'Too many subscriptions are open.');
    const wantsTools = notifications.toolsListChanged === true;
    this.#listens.set(id, wantsTools);
    return {
      notification: stamp(id, {
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: wantsTools ? { toolsListChanged: true } : {} },
      }),
    };
  }

  /** True when the id was that of a listen. */
  cancel(id: JsonRpcId): boolean {
    return this.#listens.delete(id);
  }

  has(id: JsonRpcId): boolean {
    return this.#listens.has(id);
  }

  toolsChanged(): Notification[] {
    const unasked = this.#isInitialized ? [{ method: TOOLS_CHANGED }] : [];
    const asked = [...this.#listens].filter(([, wantsTools]) => wantsTools);
    return [...unasked, ...asked.map(([id]) => stamp(id, { method: TOOLS_CHANGED }))];
  }

  /** The results that end the open listens in good order. */
  end(about?: About): { readonly id: JsonRpcId; readonly result: JsonObject }[] {
    const ends = [...this.#listens.keys()].map((id) => ({
      id,
      result: presentModern({ _meta: { [metaKeys.subscriptionId]: id } }, about),
    }));
    this.#listens.clear();
    return ends;
  }
}

function stamp(id: JsonRpcId, notification: Notification): Notification {
  return {
    method: notification.method,
    params: { ...notification.params, _meta: { [metaKeys.subscriptionId]: id } },
  };
}
