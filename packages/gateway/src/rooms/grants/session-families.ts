// Authorise: what the user answered when the agent of a session asked for a family, yes or no.
import { BoundedMap } from '@sallyport/protocol';

/** When it is full the oldest session's are dropped, and its agent asks again. */
const REMEMBERED_SESSIONS = 1024;

export class SessionFamilies {
  readonly #bySession = new BoundedMap<string, ReadonlyMap<string, boolean>>(REMEMBERED_SESSIONS);
  readonly #onSwitched: () => void;

  /** `onSwitched`: what the session is offered has changed. */
  constructor(onSwitched: () => void) {
    this.#onSwitched = onSwitched;
  }

  has(session: string, family: string): boolean {
    return this.#bySession.get(session)?.get(family) === true;
  }

  isRefused(session: string, family: string): boolean {
    return this.#bySession.get(session)?.get(family) === false;
  }

  answer(session: string, family: string, isAllowed: boolean): void {
    this.#bySession.set(session, new Map([...(this.#bySession.get(session) ?? []), [family, isAllowed]]));
    if (isAllowed) this.#onSwitched();
  }
}
