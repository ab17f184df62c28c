// Who is here. One stay may come by several connections, or by one request after the other, and has left with the last.
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

  /** Agents, once for each of their connections. */
  get agents(): readonly Present[] {
    return [...this.#here].filter(({ caller }) => caller.kind === 'agent');
  }

  /** Everybody, once for each session. */
  get callers(): readonly Caller[] {
    return [...new Map([...this.#here].map(({ caller }) => [caller.session, caller])).values()];
  }

  /** Returns the function that ends this part of the session; calling it again does nothing. */
  enter(caller: Caller): () => void {
    const present = { caller, cameAtMs: this.#options.now() };
    this.#here.add(present);
    return () => {
      if (!this.#here.delete(present)) return;
      if (!this.callers.some(({ session }) => session === caller.session)) this.#options.onGone(caller);
    };
  }
}
