// The hooks of one action in the page's own world: installed before it, read while the page settles, removed after it.
import { type Place, placeKey } from '../base/facts.ts';
import type { NewTabKey } from '../base/platform.ts';
import { beginComplaints, endComplaints } from './complaints.ts';
import type { Dialog, DialogGuard } from './dialogs.ts';
import { beginHeldKey, endHeldKey } from './held-key.ts';
import { beginPageFocus, endPageFocus } from './page-focus.ts';
import type { PageWorld } from './page-world.ts';
import { beginTimers, endTimers, type Pending, pendingIn } from './timers.ts';

export interface HookReport {
  /** Errors of the page. */
  readonly errors: readonly string[];
  /** Dialogs that the guard has answered. */
  readonly dialogs: readonly Dialog[];
}

/** Nothing here rejects: where a page has broken what the hooks need, less is recorded. */
export class Hooks {
  readonly #world: PageWorld;
  readonly #guard: DialogGuard;
  readonly #lent = new Set<string>();
  readonly #holding = new Set<string>();

  constructor(world: PageWorld, guard: DialogGuard) {
    this.#world = world;
    this.#guard = guard;
  }

  enter(place: Place): Promise<void> {
    return this.#world.enter(place);
  }

  async begin(place: Place): Promise<void> {
    await Promise.allSettled([beginTimers(this.#world, place), beginComplaints(this.#world, place)]);
  }

  /** Before the input of a driver that cannot give the page the focus. */
  async lendFocus(place: Place): Promise<void> {
    this.#lent.add(placeKey(place));
    await beginPageFocus(this.#world, place).catch(() => {});
  }

  /** Before a click that holds a key which the agent has not pressed. Whether pages do not see it. */
  async hideKey(place: Place, key: NewTabKey): Promise<boolean> {
    this.#holding.add(placeKey(place));
    return beginHeldKey(this.#world, place, key).catch(() => false);
  }

  pending(place: Place): Promise<Pending> {
    return pendingIn(this.#world, place);
  }

  async end(place: Place): Promise<HookReport> {
    const [errors, dialogs] = await Promise.all([
      endComplaints(this.#world, place),
      this.#guard.end(place),
      endTimers(this.#world, place),
      ...(this.#lent.delete(placeKey(place)) ? [endPageFocus(this.#world, place)] : []),
      ...(this.#holding.delete(placeKey(place)) ? [endHeldKey(this.#world, place)] : []),
    ]);
    return { errors, dialogs };
  }
}
