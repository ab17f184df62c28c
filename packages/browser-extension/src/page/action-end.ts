// How an action ends in the page: whether it is idle, what changed, what its fields hold, and what its hooks report.
import { limits } from '@sallyport/protocol';
import { actionHooks, complaintsKind, dialogsKind, timersKind } from '../base/hook-kinds.ts';
import type { Activity, EndArgs, Ending, FieldContent, Filled, FinishArgs } from '../base/page-calls.ts';
import { isMoving } from './animations.ts';
import { fieldContents } from './field-contents.ts';
import { askHook, endHooks } from './hook-bridge.ts';
import type { Refs } from './refs.ts';
import { findAgain } from './successors.ts';
import type { ChangeWatch } from './watch.ts';

/** The background may not take the page's word that the action is over. By then it has asked again, or never does. */
const UNSURE_MS = 2 * limits.page.settleMaxMs;
/** So long what comes late is noticed. */
const LATE_MS = limits.page.quietMs;

export class ActionEnd {
  readonly #watch: ChangeWatch;
  readonly #refs: Refs;
  /** What is to be ended by the next action, or after a while. */
  #leftOpen: { readonly hooks: readonly string[]; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  constructor(watch: ChangeWatch, refs: Refs) {
    this.#watch = watch;
    this.#refs = refs;
  }

  /** In this order: what is due in a hidden page runs when the hooks are asked, and is seen the next time. */
  activity(): Activity {
    this.goOn();
    const seen = this.#watch.activity(isMoving());
    return { ...seen, pending: askHook(timersKind, 'pending') };
  }

  /**
   * The ending in the same call, where nothing is pending. The watch and the hooks go on, since the browser may know of a
   * request that the page does not.
   */
  ifIdle({ idleMs, pending, changedAt, hasUntracked }: Activity, args: EndArgs): Ending | undefined {
    const { filled, hooks, quietMs, mustBeFollowed, awaitsFrame } = args;
    const [work, downloads, knownUntil, ownFrames] = pending?.split('\0') ?? [];
    const isIdle = idleMs >= quietMs && downloads === '0' && work === (awaitsFrame ? '0' : ownFrames);
    const isFollowed = !hasUntracked && changedAt <= Number(knownUntil);
    if (!isIdle || (mustBeFollowed && !isFollowed)) return undefined;
    this.#refs.forgetNames();
    // A field between two steps of a batch is left before its frame.
    const evidence = this.#watch.evidence({ isOver: awaitsFrame });
    const reports = [complaintsKind, dialogsKind].map((kind) => [kind, askHook(kind, 'read') ?? ''] as const);
    this.#leaveOpen(hooks, UNSURE_MS);
    return { evidence, hooks: Object.fromEntries(reports), contents: this.#contentsOf(filled) };
  }

  /** The action is not over. */
  goOn(): void {
    clearTimeout(this.#leftOpen?.timer);
    this.#leftOpen = undefined;
  }

  finish({ filled, hooks }: FinishArgs): Ending {
    this.goOn();
    this.#refs.forgetNames();
    const ending = {
      evidence: this.#watch.evidence({ isOver: true }),
      hooks: endHooks(hooks),
      contents: this.#contentsOf(filled),
    };
    this.#leaveOpen([], LATE_MS);
    return ending;
  }

  /** The action is over: the page gets its functions back, and what comes late is still noticed. */
  endHooks(): void {
    if (this.#giveBack()) this.#leaveOpen([], LATE_MS);
  }

  /** Nothing more is to be noticed. */
  close(): void {
    if (this.#giveBack()) this.#watch.end();
  }

  /** The next action begins at once, with the hooks that begin with every action: they need not be removed and come back. */
  handOver(): void {
    if (this.#giveBack((kind) => !actionHooks.includes(kind))) this.#watch.end();
  }

  /** Whether something was left open. */
  #giveBack(isEnded: (kind: string) => boolean = () => true): boolean {
    const left = this.#leftOpen;
    if (left === undefined) return false;
    this.goOn();
    endHooks(left.hooks.filter(isEnded));
    return true;
  }

  #leaveOpen(hooks: readonly string[], ms: number): void {
    this.#leftOpen = { hooks, timer: setTimeout(() => this.close(), ms) };
  }

  /** After the evidence, which must see what is gone as gone. A page that breaks this check costs the check alone. */
  #contentsOf(filled: Filled): readonly FieldContent[] {
    try {
      for (const { ref } of filled.fields) findAgain(ref, this.#refs);
      return fieldContents(filled, this.#refs);
    } catch {
      return [];
    }
  }
}
