// Which stays are here: one may come by several connections, or by one request after the other, and has left with the last.
import type { Caller } from '../rooms/callers/callers.ts';

export interface PresenceOptions {
  /** Its last connection or request has ended. */
  readonly onGone: (caller: Caller) => void;
}

export class Presence {
  readonly #options: PresenceOptions;
  readonly #stays = new Map<string, { readonly caller: Caller; count: number }>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  get callers(): readonly Caller[] {
    return [...this.#stays.values()].map(({ caller }) => caller);
  }

  /** Returns the function that ends this part of the stay; calling it again does nothing. */
  enter(caller: Caller): () => void {
    const stay = this.#stays.get(caller.stay) ?? { caller, count: 0 };
    this.#stays.set(caller.stay, stay);
    stay.count += 1;
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      stay.count -= 1;
      if (stay.count > 0) return;
      this.#stays.delete(caller.stay);
      this.#options.onGone(caller);
    };
  }
}
