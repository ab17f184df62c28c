// Brings what Sallyport has in a page into each new document of agents' tabs, before anybody calls it.
import type { Clock } from '@sallyport/protocol';
import type { Place } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { PageWorld } from '../in-page/page-world.ts';
import { injectPageSide } from './page-side.ts';

export interface ArrivalsOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly world: PageWorld;
  readonly isAgentTab: (tabId: number) => boolean;
  /** Each installs a hook in a document whose hooks have this name, and never rejects. */
  readonly hooks: readonly ((place: Place, name: string) => Promise<void>)[];
}

/** A page that runs nothing for so long is asked all the same. */
const PATIENCE_MS = 500;

export class Arrivals {
  readonly #options: ArrivalsOptions;
  /** By tab, what is on its way into the document. */
  readonly #underWay = new Map<number, Promise<void>>();

  constructor(options: ArrivalsOptions) {
    this.#options = options;
    options.api.webNavigation.onCommitted.addListener(({ tabId, frameId, transitionQualifiers }) => {
      // Frames get it when they are read, since most never are.
      if (frameId !== 0 || !options.isAgentTab(tabId)) return;
      // One from the back/forward cache has a name; and what is on its way may come into this one.
      const isNew = !transitionQualifiers.includes('forward_back') && !this.#underWay.has(tabId);
      this.#begin({ tabId, frameId }, isNew);
    });
  }

  /** Resolves when all is in the tab's document, or after a while. Undefined where nothing is on its way. */
  ready(tabId: number): Promise<void> | undefined {
    return this.#underWay.get(tabId);
  }

  /** In a new document, which has no name yet, all at once: a hook that comes late has missed something. */
  #begin(place: Place, isNew: boolean): void {
    const { api, clock } = this.#options;
    const { tabId } = place;
    const parts = [this.#installHooks(place, isNew), injectPageSide(api, place)];
    const ready = new Promise<void>((resolve) => {
      const cancel = clock.after(PATIENCE_MS, resolve);
      void Promise.allSettled(parts).then(() => {
        cancel();
        resolve();
      });
    }).then(() => {
      if (this.#underWay.get(tabId) === ready) this.#underWay.delete(tabId);
    });
    this.#underWay.set(tabId, ready);
  }

  async #installHooks(place: Place, isNew: boolean): Promise<void> {
    const { world, hooks } = this.#options;
    const installAll = (name: string) => hooks.map((install) => install(place, name));
    const fresh = world.freshName();
    await Promise.all([world.enter(place, fresh), ...(isNew ? installAll(fresh) : [])]);
    const name = world.nameOf(place);
    // Not if it has the fresh one, or if it is gone.
    if (name !== undefined && !(isNew && name === fresh)) await Promise.all(installAll(name));
  }
}
