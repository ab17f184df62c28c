// Who is told of changes: every client of the old era that said initialize, and open listens of the new one.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { fault, type JsonRpcId, type RpcError, rpcCodes } from '../base/json-rpc.ts';
import type { About } from '../base/offer.ts';
import { presentModern } from '../present/present.ts';
import { metaKeys } from './era.ts';

export interface Notification {
  readonly method: string;
  readonly params?: JsonObject;
}

/** A notification with the listen it goes to, if it goes to one. */
export interface Addressed extends Notification {
  readonly listen?: JsonRpcId;
}

interface Listen {
  readonly methods: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
}

/** A client has one; the bound stops one that opens them in a loop. */
const MAX_LISTENS = 64;
const MAX_URIS = 256;
const RESOURCES = 'resourceSubscriptions';
const UPDATED = 'notifications/resources/updated';
export const TOOLS_CHANGED = 'notifications/tools/list_changed';

const wishes: Readonly<Record<string, string>> = {
  toolsListChanged: TOOLS_CHANGED,
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

/** What a listen can be for, where besides tools these methods are answered. */
export function wishesFor(methods: readonly string[]): readonly string[] {
  return [
    'toolsListChanged',
    ...(methods.includes('prompts/list') ? ['promptsListChanged'] : []),
    ...(methods.includes('resources/list') ? ['resourcesListChanged', RESOURCES] : []),
  ];
}

export class Subscriptions {
  readonly #listens = new Map<JsonRpcId, Listen>();
  /** What the old era subscribed to, one by one. */
  readonly #uris = new Set<string>();
  #isInitialized = false;

  /** From here on changes go out unasked, as the old era has it. */
  initialized(): void {
    this.#isInitialized = true;
  }

  /** Begins a listen; the notification acknowledges what of it can be served. Its request stays open. */
  listen(
    id: JsonRpcId,
    params: JsonObject,
    offered: readonly string[],
  ): { readonly notification: Notification; readonly uris: readonly string[] } | { readonly error: RpcError } {
    const { notifications } = params;
    if (!isRecord(notifications)) return fault(rpcCodes.invalidParams, 'notifications must be an object.');
    if (this.#listens.size >= MAX_LISTENS) return fault(rpcCodes.internalError, 'Too many subscriptions are open.');
    const served = Object.keys(wishes).filter((wish) => notifications[wish] === true && offered.includes(wish));
    const { [RESOURCES]: wanted } = notifications;
    const uris = offered.includes(RESOURCES) && Array.isArray(wanted) ? wanted.filter(isText) : [];
    if (uris.length > MAX_URIS) return fault(rpcCodes.invalidParams, 'These are too many resources for one listen.');
    this.#listens.set(id, { methods: new Set(served.map((wish) => wishes[wish] ?? '')), uris: new Set(uris) });
    const acknowledged = {
      ...Object.fromEntries(served.map((wish) => [wish, true])),
      ...(uris.length === 0 ? {} : { [RESOURCES]: uris }),
    };
    const method = 'notifications/subscriptions/acknowledged';
    return { notification: stamp(id, { method, params: { notifications: acknowledged } }), uris };
  }

  /** The old era's wish for one resource. False when it had it already. */
  watch(uri: string): boolean {
    if (this.#uris.has(uri) || this.#uris.size >= MAX_URIS) return false;
    this.#uris.add(uri);
    return true;
  }

  /** False when it was not watched. */
  unwatch(uri: string): boolean {
    return this.#uris.delete(uri);
  }

  /** The resources that are watched in either way, each as often as it is. */
  get watched(): readonly string[] {
    return [...this.#uris, ...[...this.#listens.values()].flatMap(({ uris }) => [...uris])];
  }

  /** What the ended listen watched; undefined when the id was not that of a listen. */
  cancel(id: JsonRpcId): readonly string[] | undefined {
    const listen = this.#listens.get(id);
    this.#listens.delete(id);
    return listen === undefined ? undefined : [...listen.uris];
  }

  has(id: JsonRpcId): boolean {
    return this.#listens.has(id);
  }

  /** To whom a notification goes. */
  address({ method, params = {} }: Notification): Addressed[] {
    const uri = String(params.uri);
    const isWanted = ({ methods, uris }: Listen) => (method === UPDATED ? uris.has(uri) : methods.has(method));
    const isUnasked = method === UPDATED ? this.#uris.has(uri) : this.#isInitialized;
    const { _meta: _, ...fields } = params;
    const asked = [...this.#listens].filter(([, listen]) => isWanted(listen));
    return [
      ...(isUnasked ? [Object.keys(fields).length === 0 ? { method } : { method, params: fields }] : []),
      ...asked.map(([id]) => ({ ...stamp(id, { method, params: fields }), listen: id })),
    ];
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

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function stamp(id: JsonRpcId, notification: Notification): Notification {
  return {
    method: notification.method,
    params: { ...notification.params, _meta: { [metaKeys.subscriptionId]: id } },
  };
}
