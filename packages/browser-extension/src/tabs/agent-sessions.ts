// Which agents are still there: the tabs of one that is gone are kept for a while, in case it comes back.
import { type Clock, limits } from '@sallyport/protocol';
import * as z from 'zod';
import type { Store } from '../base/store.ts';

export interface AgentSessionsOptions {
  readonly clock: Clock;
  /** Keeps who is leaving: a worker may end in the meantime. */
  readonly store: Store;
  /** The session has been gone for so long that nobody will come back for its tabs. */
  readonly onVanished: (session: string) => void;
}

interface Leaving {
  /** Null for one whose tabs are kept for good. */
  readonly endsAt: number | null;
  readonly cancel: () => void;
}

/** `stay` is the session, under the name that earlier versions stored. */
const kept = z.array(z.object({ stay: z.string(), endsAt: z.number().nullable() }));

export class AgentSessions {
  readonly #options: AgentSessionsOptions;
  /** Sessions by the client of the host through which they called last. */
  readonly #clients = new Map<number, Set<string>>();
  readonly #leaving = new Map<string, Leaving>();
  /** Those who called before what an earlier worker knew was loaded. */
  #early: Set<string> | undefined = new Set();

  constructor(options: AgentSessionsOptions) {
    this.#options = options;
  }

  /** Takes up what an earlier worker knew of the sessions that have tabs. Who does not come back is gone. */
  async load(owning: Iterable<string>): Promise<void> {
    const { clock, store } = this.#options;
    const known = kept.safeParse(await store.read()).data ?? [];
    const ends = new Map(known.map(({ stay, endsAt }) => [stay, endsAt]));
    for (const session of new Set(owning)) {
      if (this.#early?.has(session) === true || this.#leaving.has(session)) continue;
      const endsAt = ends.get(session);
      if (endsAt === null) this.ended(session, null);
      else this.ended(session, endsAt === undefined ? limits.agent.idleMs : Math.max(endsAt - clock.now(), 0));
    }
    this.#early = undefined;
  }

  /** Its agent has left, and could still come back. */
  isLeaving(session: string): boolean {
    return this.#leaving.has(session);
  }

  /** The session made a call, so it is there. */
  seen(session: string, clientId: number): void {
    this.#early?.add(session);
    this.#stop(session);
    const sessions = this.#clients.get(clientId) ?? new Set();
    this.#clients.set(clientId, sessions.add(session));
  }

  /** The program at the host's socket closed its connection. */
  clientGone(clientId: number): void {
    for (const session of this.#clients.get(clientId) ?? []) if (!this.#leaving.has(session)) this.ended(session);
    this.#clients.delete(clientId);
  }

  /** Its agent has left; `null` keeps its tabs for good. */
  ended(session: string, keepMs: number | null = limits.agent.idleMs): void {
    const { clock, onVanished } = this.#options;
    this.#leaving.get(session)?.cancel();
    if (keepMs === null) {
      this.#leaving.set(session, { endsAt: null, cancel: () => {} });
    } else {
      const vanish = () => {
        this.#stop(session);
        for (const sessions of this.#clients.values()) sessions.delete(session);
        onVanished(session);
      };
      this.#leaving.set(session, { endsAt: clock.now() + keepMs, cancel: clock.after(keepMs, vanish) });
    }
    this.#save();
  }

  #stop(session: string): void {
    const leaving = this.#leaving.get(session);
    if (leaving === undefined) return;
    leaving.cancel();
    this.#leaving.delete(session);
    this.#save();
  }

  #save(): void {
    void this.#options.store.write([...this.#leaving].map(([session, { endsAt }]) => ({ stay: session, endsAt })));
  }
}
