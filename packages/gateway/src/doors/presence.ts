// Who is connected. A session may have several connections, or single requests, and is gone when the last one ends.
import type { Caller } from '../rooms/callers/callers.ts';

/** One connection or request. */
export interface Present {
  readonly caller: Caller;
  readonly cameAtMs: number;
}

export interface PresenceOptions {
  readonly now: () => number;
  /** Its last connection or request has ended. */
  readonly onGone: (caller: Caller) => void;
}

export class Presence {
  readonly #options: PresenceOptions;
  readonly #here = new Set<Present>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Agents, once per connection. */
  get agents(): readonly Present[] {
    return [...this.#here].filter(({ caller }) => caller.kind === 'agent');
  }

  /** All callers, once per session. */
  get callers(): readonly Caller[] {
    return [...new Map([...this.#here].map(({ caller }) => [caller.session, caller])).values()];
  }

  /** Returns the function that ends this connection; calling it again does nothing. */
  enter(caller: Caller): () => void {
    const present = { caller, cameAtMs: this.#options.now() };
    this.#here.add(present);
    return () => {
      if (!this.#here.delete(present)) return;
      if (!this.callers.some(({ session }) => session === caller.session)) this.#options.onGone(caller);
    };
  }
}
