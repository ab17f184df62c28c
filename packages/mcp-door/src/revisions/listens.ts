// Subscriptions that a client holds open by a request each: what they are for, and which notifications go to which.
import { isRecord, type JsonObject, limits } from '@sallyport/protocol';
import { type Failure, fault, type JsonRpcId, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import { RESOURCE_UPDATED, TOOLS_CHANGED } from './changes.ts';

interface Listen {
  readonly methods: ReadonlySet<string>;
  readonly uris: readonly string[];
}

/** A client has one; the bound stops one that opens them in a loop. */
const MAX_LISTENS = 64;
const RESOURCES = 'resourceSubscriptions';

const wishes: Readonly<Record<string, string>> = {
  toolsListChanged: TOOLS_CHANGED,
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

export class Listens {
  readonly #listens = new Map<JsonRpcId, Listen>();
  readonly #offered: readonly string[];

  /** `methods` are what is answered besides tools. */
  constructor(methods: readonly string[]) {
    this.#offered = [
      'toolsListChanged',
      ...(methods.includes('prompts/list') ? ['promptsListChanged'] : []),
      ...(methods.includes('resources/list') ? ['resourcesListChanged', RESOURCES] : []),
    ];
  }

  /** Begins a listen. Answers what of it can be served, and the resources that it watches. */
  begin(
    id: JsonRpcId,
    { notifications }: JsonObject,
  ): { readonly served: JsonObject; readonly uris: readonly string[] } | Failure {
    if (!isRecord(notifications)) return fault(rpcCodes.invalidParams, 'notifications must be an object.');
    if (this.#listens.size >= MAX_LISTENS) return fault(rpcCodes.internalError, 'Too many subscriptions are open.');
    const served = Object.keys(wishes).filter((wish) => notifications[wish] === true && this.#offered.includes(wish));
    const { [RESOURCES]: wanted } = notifications;
    const uris = this.#offered.includes(RESOURCES) && Array.isArray(wanted) ? [...new Set(wanted.filter(isText))] : [];
    if (uris.length > limits.door.watchedMax)
      return fault(rpcCodes.invalidParams, 'These are too many resources for one listen.');
    this.#listens.set(id, { methods: new Set(served.map((wish) => wishes[wish] ?? '')), uris });
    return {
      served: {
        ...Object.fromEntries(served.map((wish) => [wish, true])),
        ...(uris.length === 0 ? {} : { [RESOURCES]: uris }),
      },
      uris,
    };
  }

  has(id: JsonRpcId): boolean {
    return this.#listens.has(id);
  }

  /** The listens that a notification goes to. */
  ofNotice(method: string, { uri }: JsonObject): JsonRpcId[] {
    const isWanted = ({ methods, uris }: Listen) =>
      method === RESOURCE_UPDATED ? uris.includes(String(uri)) : methods.has(method);
    return [...this.#listens].filter(([, listen]) => isWanted(listen)).map(([id]) => id);
  }

  /** What the ended listen watched; undefined when the id was not that of a listen. */
  end(id: JsonRpcId): readonly string[] | undefined {
    const listen = this.#listens.get(id);
    this.#listens.delete(id);
    return listen?.uris;
  }

  get ids(): JsonRpcId[] {
    return [...this.#listens.keys()];
  }
}

/** Says which listen a message belongs to. */
export function stamp(id: JsonRpcId, params: JsonObject = {}): JsonObject {
  return { ...params, _meta: { [metaKeys.subscriptionId]: id } };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
