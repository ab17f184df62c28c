// What an app has besides tools, asked for at a door: prompts, resources, completion, and the watching of single resources.
import type { CallOptions, JsonObject, RelayedMethod } from '@sallyport/protocol';
import { fault, type JsonRpcId, type Reply, rpcCodes } from '../base/json-rpc.ts';
import type { Extras } from '../base/offer.ts';
import { presentRelayed } from '../present/present.ts';
import type { Era } from '../revisions/era.ts';
import { type Notification, type Subscriptions, wishesFor } from '../revisions/subscriptions.ts';

/** What only the old era asks for by name; in the new one a listen says it. */
const legacyOnly: readonly RelayedMethod[] = ['resources/subscribe', 'resources/unsubscribe'];

const WATCH_MS = 10_000;

export class Relay {
  readonly #extras: Extras | undefined;
  readonly #subscriptions: Subscriptions;

  constructor(extras: Extras | undefined, subscriptions: Subscriptions) {
    this.#extras = extras;
    this.#subscriptions = subscriptions;
  }

  /** An app that cannot be asked now is met by its tools alone. */
  async abilities(): Promise<JsonObject | undefined> {
    return this.#extras?.capabilities().catch(() => undefined);
  }

  get hasLog(): boolean {
    return this.#extras?.hasLog === true;
  }

  /** `makeOptions` is called for a method that there is. */
  async answer(era: Era, asked: string, params: JsonObject, makeOptions: () => CallOptions): Promise<Reply> {
    const method = this.#extras?.methods.find((known) => known === asked);
    if (this.#extras === undefined || method === undefined || (era === 'modern' && legacyOnly.includes(method))) {
      return fault(rpcCodes.methodNotFound, `Method not found: ${asked.slice(0, 100)}`);
    }
    const { _meta: _, inputResponses: __, requestState: ___, ...own } = params;
    const uri = String(own.uri);
    // What the client has or does not have already is no matter of the app's.
    if (method === 'resources/subscribe' && !this.#subscriptions.watch(uri)) return { result: {} };
    if (method === 'resources/unsubscribe' && !this.#subscriptions.unwatch(uri)) return { result: {} };
    return { result: presentRelayed(era, method, await this.#extras.relay(method, own, makeOptions())) };
  }

  /** Begins a listen of the new era; the notification acknowledges it. */
  listen(
    id: JsonRpcId,
    params: JsonObject,
  ): { readonly notification: Notification } | Extract<Reply, { error: unknown }> {
    const begun = this.#subscriptions.listen(id, params, wishesFor(this.#extras?.methods ?? []));
    if ('error' in begun) return begun;
    for (const uri of begun.uris) this.#changeWatch('resources/subscribe', uri);
    return { notification: begun.notification };
  }

  unwatch(uris: readonly string[]): void {
    for (const uri of uris) this.#changeWatch('resources/unsubscribe', uri);
  }

  /** Nobody waits for it; an app that does not know the resource never tells of it. */
  #changeWatch(method: RelayedMethod, uri: string): void {
    const signal = AbortSignal.timeout(WATCH_MS);
    this.#extras?.relay(method, { uri }, { signal }).catch(() => {});
  }
}
