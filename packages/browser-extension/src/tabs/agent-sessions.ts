// Which sessions are alive. The tabs of an ended session are kept for a while, in case its agent comes back.
import { type Clock, isRecord, limits } from '@sallyport/protocol';
import * as z from 'zod';
import type { Method } from '../base/call.ts';
import type { Store } from '../base/store.ts';

export interface AgentSessionsOptions {
  readonly clock: Clock;
  /** Keeps ended sessions over restarts of the worker. */
  readonly store: Store;
  /** The time to come back is over. */
  readonly onVanished: (session: string) => void;
}

interface Leaving {
  /** Null when its tabs are kept forever. */
  readonly endsAt: number | null;
  readonly cancel: () => void;
}

/** `stay` is the session, under the name that earlier versions stored. */
const kept = z.array(z.object({ stay: z.string(), endsAt: z.number().nullable() }));

export class AgentSessions {
  readonly #options: AgentSessionsOptions;
  /** Sessions by the host's client through which they called last. */
  readonly #clients = new Map<number, Set<string>>();
  readonly #leaving = new Map<string, Leaving>();
  /** Sessions that called before `load` was done. */
  #early: Set<string> | undefined = new Set();

  constructor(options: AgentSessionsOptions) {
    this.#options = options;
  }

  /** Restores what an earlier worker knew. Sessions with tabs count as ended until they call again. */
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

  /** It has ended, and its agent may still come back. */
  isLeaving(session: string): boolean {
    return this.#leaving.has(session);
  }

  /** The session made a call. */
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

  /** Its agent has left; `null` keeps its tabs forever. */
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

/** The method by which an agent leaves; its tabs are kept for `keep_ms`, `null` keeps them. */
export function endSessions(sessions: AgentSessions): Method {
  return async (params, { agent }) => {
    const { keep_ms: keepMs } = isRecord(params) ? params : {};
    const isGiven =
      keepMs === null || (typeof keepMs === 'number' && keepMs >= 0 && keepMs <= limits.agent.keepTabsMaxMs);
    if (isGiven) sessions.ended(agent.session, keepMs);
    else sessions.ended(agent.session);
    return {};
  };
}
