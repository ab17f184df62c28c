// The hooks of one action in the page's own world: installed before it, read while the page settles, removed after it.
import { type Clock, limits } from '@sallyport/protocol';
import { type Place, placeKey } from '../base/facts.ts';
import { actionHooks, complaintsKind, dialogsKind } from '../base/hook-kinds.ts';
import type { NewTabKey } from '../base/platform.ts';
import { installBridge } from './bridge.ts';
import { endComplaints, installComplaints, readComplaints } from './complaints.ts';
import { type Dialog, type DialogGuard, readDialogs } from './dialogs.ts';
import { beginHeldKey, endHeldKey, heldKeyKind } from './held-key.ts';
import { beginPageFocus, endPageFocus, focusKind } from './page-focus.ts';
import { type PageWorld, readReport } from './page-world.ts';
import { endTimers, installTimersIn, type Pending, pendingIn, readPending } from './timers.ts';

const INSTALLED_MAX = 1_000;

export interface HookReport {
  /** Errors of the page. */
  readonly errors: readonly string[];
  /** Dialogs that the guard has answered. */
  readonly dialogs: readonly Dialog[];
}

/**
 * Nothing here rejects: where a page has broken what the hooks need, less is recorded. Once they are installed in a document,
 * the page side asks them itself, during its own calls; what it passes on is read here.
 */
export class Hooks {
  readonly #world: PageWorld;
  readonly #guard: DialogGuard;
  readonly #lent = new Set<string>();
  readonly #holding = new Set<string>();
  /** The names of documents that have them; not all of those that had them before the extension was restarted. */
  readonly #installed = new Set<string>();
  readonly #clock: Clock;

  constructor(world: PageWorld, guard: DialogGuard, clock: Clock) {
    this.#world = world;
    this.#guard = guard;
    this.#clock = clock;
  }

  freshName(): string {
    return this.#world.freshName();
  }

  /** Installs the hooks under the name that the document has told, and begins. */
  async begin(place: Place, name: string): Promise<void> {
    this.#world.noteName(place, name);
    await this.#install(place, true);
  }

  /** For the action that may follow: a document that was read gets them after the reply, and nothing in it is watched yet. */
  installSoon(place: Place): void {
    const name = this.#world.nameOf(place);
    if (name === undefined || this.#installed.has(name)) return;
    this.#clock.after(limits.page.afterReplyMs, () => void this.#install(place, false));
  }

  async #install(place: Place, begins: boolean): Promise<void> {
    const world = this.#world;
    const name = world.nameOf(place);
    if (this.#installed.size >= INSTALLED_MAX) this.#installed.clear();
    if (name !== undefined) this.#installed.add(name);
    await Promise.allSettled([
      installTimersIn(world, place, begins),
      installComplaints(world, place, begins),
      installBridge(world, place),
    ]);
  }

  /** They have begun by the page side's word. */
  begun(place: Place, name: string): void {
    this.#world.noteName(place, name);
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

  /** With the report that the page side has got; without one they are asked. */
  async pending(place: Place, report?: string): Promise<Pending> {
    return report === undefined ? pendingIn(this.#world, place) : readPending(readReport(report));
  }

  /** What the page side is to end. */
  toEnd(place: Place): readonly string[] {
    const key = placeKey(place);
    const sometimes = [...(this.#lent.has(key) ? [focusKind] : []), ...(this.#holding.has(key) ? [heldKeyKind] : [])];
    return [...actionHooks, dialogsKind, ...sometimes];
  }

  /** A new document has taken the place of theirs. */
  forget(place: Place): void {
    this.#lent.delete(placeKey(place));
    this.#holding.delete(placeKey(place));
  }

  /** What it has got by that. */
  ended(place: Place, reports: Readonly<Record<string, string>>): HookReport {
    this.forget(place);
    return {
      errors: readComplaints(readReport(reports[complaintsKind])),
      dialogs: readDialogs(readReport(reports[dialogsKind])),
    };
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
