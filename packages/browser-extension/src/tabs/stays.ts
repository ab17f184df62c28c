// Which agents are still there: the tabs of one that is gone are kept for a while, in case it comes back.
import { type Clock, limits } from '@sallyport/protocol';
import * as z from 'zod';
import type { Store } from '../base/store.ts';

export interface StaysOptions {
  readonly clock: Clock;
  /** Keeps who is leaving: a worker may end in the meantime. */
  readonly store: Store;
  /** The stay has been gone for so long that nobody will come back for its tabs. */
  readonly onVanished: (stay: string) => void;
}

interface Leaving {
  /** Null for one whose tabs are kept for good. */
  readonly endsAt: number | null;
  readonly cancel: () => void;
}

const kept = z.array(z.object({ stay: z.string(), endsAt: z.number().nullable() }));

export class Stays {
  readonly #options: StaysOptions;
  /** Stays by the client of the host through which they called last. */
  readonly #clients = new Map<number, Set<string>>();
  readonly #leaving = new Map<string, Leaving>();
  /** Those who called before what an earlier worker knew was loaded. */
  #early: Set<string> | undefined = new Set();

  constructor(options: StaysOptions) {
    this.#options = options;
  }

  /** Takes up what an earlier worker knew of the stays that have tabs. Who does not come back is gone. */
  async load(owning: Iterable<string>): Promise<void> {
    const { clock, store } = this.#options;
    const known = kept.safeParse(await store.read()).data ?? [];
    const ends = new Map(known.map(({ stay, endsAt }) => [stay, endsAt]));
    for (const stay of new Set(owning)) {
      if (this.#early?.has(stay) === true || this.#leaving.has(stay)) continue;
      const endsAt = ends.get(stay);
      if (endsAt === null) this.ended(stay, null);
      else this.ended(stay, endsAt === undefined ? limits.agent.idleMs : Math.max(endsAt - clock.now(), 0));
    }
    this.#early = undefined;
  }

  /** Its agent has left, and could still come back. */
  isLeaving(stay: string): boolean {
    return this.#leaving.has(stay);
  }

  /** The stay made a call, so it is there. */
  seen(stay: string, clientId: number): void {
    this.#early?.add(stay);
    this.#stop(stay);
    const stays = this.#clients.get(clientId) ?? new Set();
    this.#clients.set(clientId, stays.add(stay));
  }

  /** The program at the host's socket closed its connection. */
  clientGone(clientId: number): void {
    for (const stay of this.#clients.get(clientId) ?? []) if (!this.#leaving.has(stay)) this.ended(stay);
    this.#clients.delete(clientId);
  }

  /** Its agent has left; `null` keeps its tabs for good. */
  ended(stay: string, keepMs: number | null = limits.agent.idleMs): void {
    const { clock, onVanished } = this.#options;
    this.#leaving.get(stay)?.cancel();
    if (keepMs === null) {
      this.#leaving.set(stay, { endsAt: null, cancel: () => {} });
    } else {
      const vanish = () => {
        this.#stop(stay);
        for (const stays of this.#clients.values()) stays.delete(stay);
        onVanished(stay);
      };
      this.#leaving.set(stay, { endsAt: clock.now() + keepMs, cancel: clock.after(keepMs, vanish) });
    }
    this.#save();
  }

  #stop(stay: string): void {
    const leaving = this.#leaving.get(stay);
    if (leaving === undefined) return;
    leaving.cancel();
    this.#leaving.delete(stay);
    this.#save();
  }

  #save(): void {
    void this.#options.store.write([...this.#leaving].map(([stay, { endsAt }]) => ({ stay, endsAt })));
  }
}
