// How an action ends in the page: whether it is idle, what changed, what its fields hold, and what its hooks report.
import { complaintsKind, dialogsKind, timersKind } from '../base/hook-kinds.ts';
import type { Activity, EndArgs, Ending, FieldContent, Filled, FinishArgs } from '../base/page-calls.ts';
import { isMoving } from './animations.ts';
import { fieldContents } from './field-contents.ts';
import { askHook, endHooks } from './hook-bridge.ts';
import type { Refs } from './refs.ts';
import { findAgain } from './successors.ts';
import type { ChangeWatch } from './watch.ts';

/** What follows comes much sooner; where nothing does, the page gets its functions back. */
const LEFT_OPEN_MS = 1_000;

export class ActionEnd {
  readonly #watch: ChangeWatch;
  readonly #refs: Refs;
  #leftOpen: ReturnType<typeof setTimeout> | undefined;

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
  ifIdle({ idleMs, pending }: Activity, { filled, hooks, quietMs, awaitsFrame }: EndArgs): Ending | undefined {
    const [work, downloads, , ownFrames] = pending?.split('\0') ?? [];
    const isIdle = idleMs >= quietMs && downloads === '0' && work === (awaitsFrame ? '0' : ownFrames);
    if (!isIdle) return undefined;
    this.#refs.forgetNames();
    const evidence = this.#watch.evidence();
    const reports = [complaintsKind, dialogsKind].map((kind) => [kind, askHook(kind, 'read') ?? ''] as const);
    this.#leftOpen = setTimeout(() => {
      this.#watch.end();
      endHooks(hooks);
    }, LEFT_OPEN_MS);
    return { evidence, hooks: Object.fromEntries(reports), contents: this.#contentsOf(filled) };
  }

  /** The action is not over, or the next one begins. */
  goOn(): void {
    clearTimeout(this.#leftOpen);
  }

  finish({ filled, hooks }: FinishArgs): Ending {
    this.goOn();
    this.#refs.forgetNames();
    return { evidence: this.#watch.end(), hooks: endHooks(hooks), contents: this.#contentsOf(filled) };
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
