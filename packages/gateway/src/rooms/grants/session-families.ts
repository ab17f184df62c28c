// Authorise: what the user answered when the agent of a session asked for a family, yes or no, until the session ends.
import { BoundedMap, limits } from '@sallyport/protocol';

/** When it is full the oldest session's are dropped, and its agent asks again. */
const REMEMBERED_SESSIONS = 1024;

export interface SessionFamiliesOptions {
  readonly now: () => number;
  /** What a session is offered has changed. */
  readonly onSwitched: () => void;
}

/** Of a session that never ends, an answer ends by itself. */
interface Asker {
  readonly session: string;
  readonly isEndless?: boolean;
}

interface Answer {
  readonly isAllowed: boolean;
  readonly untilMs: number;
}

export class SessionFamilies {
  readonly #options: SessionFamiliesOptions;
  readonly #bySession = new BoundedMap<string, ReadonlyMap<string, Answer>>(REMEMBERED_SESSIONS);

  constructor(options: SessionFamiliesOptions) {
    this.#options = options;
  }

  has(session: string, family: string): boolean {
    return this.#find(session, family) === true;
  }

  isRefused(session: string, family: string): boolean {
    return this.#find(session, family) === false;
  }

  answer({ session, isEndless = false }: Asker, family: string, isAllowed: boolean): void {
    const { now, onSwitched } = this.#options;
    const untilMs = isEndless ? now() + limits.agent.endlessFamilyMs : Number.POSITIVE_INFINITY;
    this.#bySession.set(session, new Map([...(this.#bySession.get(session) ?? []), [family, { isAllowed, untilMs }]]));
    if (isAllowed) onSwitched();
  }

  /** The last connection or request of the session has ended. */
  leave({ session, isEndless = false }: Asker): void {
    if (!isEndless) this.#bySession.delete(session);
  }

  #find(session: string, family: string): boolean | undefined {
    const answer = this.#bySession.get(session)?.get(family);
    return answer === undefined || this.#options.now() >= answer.untilMs ? undefined : answer.isAllowed;
  }
}
