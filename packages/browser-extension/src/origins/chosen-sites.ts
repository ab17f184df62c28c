// A list of sites that is kept, such as those on which the user lets pages use `window.agent`.
import * as z from 'zod';
import type { Store } from '../base/store.ts';

const SITES_MAX = 500;

export class ChosenSites {
  readonly #store: Store;
  #origins: readonly string[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  get list(): readonly string[] {
    return this.#origins;
  }

  async load(): Promise<void> {
    const { data = [] } = z.array(z.string()).safeParse(await this.#store.read());
    this.#origins = data.filter((origin) => URL.canParse(origin));
  }

  async set(origin: string, mayAsk: boolean): Promise<void> {
    const others = this.#origins.filter((other) => other !== origin);
    this.#origins = mayAsk ? [...others, origin].slice(-SITES_MAX) : others;
    await this.#store.write(this.#origins);
  }
}
