// Authorise: the families that were switched on for a session, by its agent and with the user's consent.
import { BoundedMap } from '@sallyport/protocol';

/** When it is full the oldest session's are dropped, and its agent asks again. */
const REMEMBERED_SESSIONS = 1024;

export class SessionFamilies {
  readonly #bySession = new BoundedMap<string, ReadonlySet<string>>(REMEMBERED_SESSIONS);
  readonly #onSwitched: () => void;

  /** `onSwitched`: what the session is offered has changed. */
  constructor(onSwitched: () => void) {
    this.#onSwitched = onSwitched;
  }

  has(session: string, family: string): boolean {
    return this.#bySession.get(session)?.has(family) === true;
  }

  add(session: string, family: string): void {
    this.#bySession.set(session, new Set([...(this.#bySession.get(session) ?? []), family]));
    this.#onSwitched();
  }
}
