// Which agents are still there: the tabs of one that is gone are kept for a while, in case it comes back.
import { limits } from '@sallyport/protocol';
import type { Clock } from './clock.ts';

export interface StaysOptions {
  readonly clock: Clock;
  /** The stay has been gone for so long that nobody will come back for its tabs. */
  readonly onVanished: (stay: string) => void;
}

export class Stays {
  readonly #options: StaysOptions;
  /** Stays by the client of the host through which they called last. */
  readonly #clients = new Map<number, Set<string>>();
  readonly #leaving = new Map<string, () => void>();

  constructor(options: StaysOptions) {
    this.#options = options;
  }

  /** The stay made a call, so it is there. */
  seen(stay: string, clientId: number): void {
    this.#leaving.get(stay)?.();
    this.#leaving.delete(stay);
    const stays = this.#clients.get(clientId) ?? new Set();
    this.#clients.set(clientId, stays.add(stay));
  }

  /** The program at the host's socket closed its connection. */
  clientGone(clientId: number): void {
    for (const stay of this.#clients.get(clientId) ?? []) this.ended(stay);
    this.#clients.delete(clientId);
  }

  /** Its agent has left. */
  ended(stay: string): void {
    this.#leaving.get(stay)?.();
    const vanish = () => {
      this.#leaving.delete(stay);
      this.#options.onVanished(stay);
    };
    this.#leaving.set(stay, this.#options.clock.after(limits.agent.idleMs, vanish));
  }
}
