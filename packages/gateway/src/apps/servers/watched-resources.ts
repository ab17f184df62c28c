// Resources of one server that callers watch: one subscription for all of them, in the form of the server's revision.
import { type CallOptions, type JsonObject, SallyportError, textFrom } from '@sallyport/protocol';

export interface WatchedResourcesOptions {
  readonly request: (method: string, params: JsonObject, options: CallOptions) => Promise<JsonObject>;
  /** The request that stays open to receive changes; undefined where each resource is subscribed to. */
  readonly listen: () => string | undefined;
  /** Aborted when the connection ends. */
  readonly life: AbortSignal;
}

interface Watch {
  count: number;
  readonly stop: AbortController;
}

/** More than this is a client that subscribes in a loop. */
const MAX_WATCHED = 1000;

export class WatchedResources {
  readonly #options: WatchedResourcesOptions;
  readonly #watches = new Map<string, Watch>();

  constructor(options: WatchedResourcesOptions) {
    this.#options = options;
  }

  async change(
    method: 'resources/subscribe' | 'resources/unsubscribe',
    params: JsonObject,
    options: CallOptions,
  ): Promise<JsonObject> {
    const uri = textFrom(params.uri);
    return method === 'resources/subscribe' ? this.#watch(uri, options) : this.#unwatch(uri, options);
  }

  async #watch(uri: string, options: CallOptions): Promise<JsonObject> {
    const watch = this.#watches.get(uri);
    if (watch !== undefined) {
      watch.count += 1;
      return {};
    }
    if (this.#watches.size >= MAX_WATCHED) {
      throw new SallyportError('ERR_RATE_LIMITED', 'Too many resources of this server are watched.');
    }
    const stop = new AbortController();
    this.#watches.set(uri, { count: 1, stop });
    const { request, life } = this.#options;
    const listen = this.#options.listen();
    if (listen !== undefined) {
      // Stays open while somebody watches; a server that does not support it sends no changes.
      const signal = AbortSignal.any([stop.signal, life]);
      request(listen, { notifications: { resourceSubscriptions: [uri] } }, { signal }).catch(() => {});
      return {};
    }
    try {
      return await request('resources/subscribe', { uri }, options);
    } catch (thrown) {
      this.#watches.delete(uri);
      throw thrown;
    }
  }

  async #unwatch(uri: string, options: CallOptions): Promise<JsonObject> {
    const watch = this.#watches.get(uri);
    if (watch === undefined) return {};
    watch.count -= 1;
    if (watch.count > 0) return {};
    this.#watches.delete(uri);
    watch.stop.abort(new SallyportError('ERR_CANCELLED', 'Nobody watches this resource any more.'));
    if (this.#options.listen() !== undefined) return {};
    return this.#options.request('resources/unsubscribe', { uri }, options);
  }
}
