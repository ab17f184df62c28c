// Subscriptions to changes, each an open request of a client: what it subscribes to, and which notifications it gets.
import { isRecord, type JsonObject, limits, textFrom } from '@sallyport/protocol';
import { type Failure, fault, type JsonRpcId, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import { RESOURCE_UPDATED, TOOLS_CHANGED } from './changes.ts';

interface Subscription {
  readonly methods: ReadonlySet<string>;
  readonly uris: readonly string[];
}

/** Clients need one; the limit stops one that opens them in a loop. */
const MAX_SUBSCRIPTIONS = 64;
const RESOURCES = 'resourceSubscriptions';

const changeNotifications: Readonly<Record<string, string>> = {
  toolsListChanged: TOOLS_CHANGED,
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

export class Subscriptions {
  readonly #subscriptions = new Map<JsonRpcId, Subscription>();
  readonly #offered: readonly string[];

  /** `methods` are the supported ones besides tools. */
  constructor(methods: readonly string[]) {
    this.#offered = [
      'toolsListChanged',
      ...(methods.includes('prompts/list') ? ['promptsListChanged'] : []),
      ...(methods.includes('resources/list') ? ['resourcesListChanged', RESOURCES] : []),
    ];
  }

  /** Starts a subscription. Returns the part of it that is supported, and its resources. */
  begin(
    id: JsonRpcId,
    { notifications }: JsonObject,
  ): { readonly served: JsonObject; readonly uris: readonly string[] } | Failure {
    if (!isRecord(notifications)) return fault(rpcCodes.invalidParams, 'notifications must be an object.');
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS)
      return fault(rpcCodes.internalError, 'Too many subscriptions are open.');
    const served = Object.keys(changeNotifications).filter(
      (change) => notifications[change] === true && this.#offered.includes(change),
    );
    const { [RESOURCES]: wanted } = notifications;
    const uris = this.#offered.includes(RESOURCES) && Array.isArray(wanted) ? [...new Set(wanted.filter(isText))] : [];
    if (uris.length > limits.door.watchedMax)
      return fault(rpcCodes.invalidParams, 'One subscription cannot have this many resources.');
    this.#subscriptions.set(id, { methods: new Set(served.map((change) => changeNotifications[change] ?? '')), uris });
    return {
      served: {
        ...Object.fromEntries(served.map((change) => [change, true])),
        ...(uris.length === 0 ? {} : { [RESOURCES]: uris }),
      },
      uris,
    };
  }

  has(id: JsonRpcId): boolean {
    return this.#subscriptions.has(id);
  }

  /** The subscriptions that a notification goes to. */
  matching(method: string, { uri }: JsonObject): JsonRpcId[] {
    const isWanted = ({ methods, uris }: Subscription) =>
      method === RESOURCE_UPDATED ? uris.includes(textFrom(uri)) : methods.has(method);
    return [...this.#subscriptions].filter(([, subscription]) => isWanted(subscription)).map(([id]) => id);
  }

  /** Returns the resources of the ended subscription; undefined when there was none with this id. */
  end(id: JsonRpcId): readonly string[] | undefined {
    const subscription = this.#subscriptions.get(id);
    this.#subscriptions.delete(id);
    return subscription?.uris;
  }

  get ids(): JsonRpcId[] {
    return [...this.#subscriptions.keys()];
  }
}

/** Adds the id of the subscription that a message belongs to. */
export function stamp(id: JsonRpcId, params: JsonObject = {}): JsonObject {
  return { ...params, _meta: { [metaKeys.subscriptionId]: id } };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
