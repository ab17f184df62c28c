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
  /** Its agent has said goodbye; otherwise only the connection is gone. */
  readonly hasLeft: boolean;
  /** Null when its tabs are kept forever. */
  readonly endsAt: number | null;
  readonly cancel: () => void;
}

/** `stay` is the session, under the name that earlier versions stored. */
const kept = z.array(z.object({ stay: z.string(), endsAt: z.number().nullable(), hasLeft: z.boolean().optional() }));

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
    const ends = new Map(known.map((session) => [session.stay, session]));
    for (const session of new Set(owning)) {
      if (this.#early?.has(session) === true || this.#leaving.has(session)) continue;
      const { endsAt, hasLeft = false } = ends.get(session) ?? {};
      if (endsAt === null) this.#end(session, null, hasLeft);
      else this.#end(session, endsAt === undefined ? limits.agent.idleMs : Math.max(endsAt - clock.now(), 0), hasLeft);
    }
    this.#early = undefined;
  }

  /** It has ended, and its agent may still come back. */
  isLeaving(session: string): boolean {
    return this.#leaving.has(session);
  }

  /** The session made a call. Whether it is the first that is known of it. */
  seen(session: string, clientId: number): boolean {
    const isKnown = this.#leaving.has(session) || [...this.#clients.values()].some((known) => known.has(session));
    this.#early?.add(session);
    this.#stop(session);
    const sessions = this.#clients.get(clientId) ?? new Set();
    this.#clients.set(clientId, sessions.add(session));
    return !isKnown;
  }

  /** Those whose agents have said goodbye. */
  left(): string[] {
    return [...this.#leaving].flatMap(([session, { hasLeft }]) => (hasLeft ? [session] : []));
  }

  /** The program at the host's socket closed its connection. */
  clientGone(clientId: number): void {
    for (const session of this.#clients.get(clientId) ?? []) if (!this.#leaving.has(session)) this.ended(session);
    this.#clients.delete(clientId);
  }

  /** Nothing more comes from it for now. */
  ended(session: string): void {
    this.#end(session, limits.agent.idleMs, false);
  }

  /** Its agent has said goodbye; `null` keeps its tabs forever. */
  goodbye(session: string, keepMs: number | null = limits.agent.idleMs): void {
    this.#end(session, keepMs, true);
  }

  /** Does not come back. */
  vanish(session: string): void {
    this.#stop(session);
    for (const sessions of this.#clients.values()) sessions.delete(session);
    this.#options.onVanished(session);
  }

  #end(session: string, keepMs: number | null, hasLeft: boolean): void {
    const { clock } = this.#options;
    this.#leaving.get(session)?.cancel();
    const endsAt = keepMs === null ? null : clock.now() + keepMs;
    const cancel = keepMs === null ? () => {} : clock.after(keepMs, () => this.vanish(session));
    this.#leaving.set(session, { hasLeft, endsAt, cancel });
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
    const leaving = [...this.#leaving].map(([session, { endsAt, hasLeft }]) => ({ stay: session, endsAt, hasLeft }));
    void this.#options.store.write(leaving);
  }
}

/** The method by which an agent leaves; its tabs are kept for `keep_ms`, `null` keeps them. */
export function endSessions(sessions: AgentSessions): Method {
  return async (params, { agent }) => {
    const { keep_ms: keepMs } = isRecord(params) ? params : {};
    const isGiven =
      keepMs === null || (typeof keepMs === 'number' && keepMs >= 0 && keepMs <= limits.agent.keepTabsMaxMs);
    if (isGiven) sessions.goodbye(agent.session, keepMs);
    else sessions.goodbye(agent.session);
    return {};
  };
}
