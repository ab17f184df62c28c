// Watches the page from the start of an action, and reports afterwards what changed.
import { limits } from '@sallyport/protocol';
import { type Activity, type Evidence, inputEvents } from '../base/page-calls.ts';
import { drawnLines, Shapes } from './drawn-changes.ts';
import { elementLine } from './element-line.ts';
import { evidenceLines } from './evidence.ts';
import { wordsIn } from './leaves.ts';
import { lookLines } from './look-changes.ts';
import { movedLines } from './moved-target.ts';
import { netChanges } from './net-changes.ts';
import type { Refs } from './refs.ts';
import { Sight } from './sight.ts';
import { fieldValue, statesOf } from './states.ts';
import { describe, describeNow, focused } from './target.ts';

const FOCUSED = 'focused';
/** A page that draws has a frame by then. */
const REST_MS = 150;
/** More is not looked at: a page that redraws itself all the time says nothing by any single change. */
const MAX_RECORDS = 10_000;

const stateAttributes = [
  ...['aria-busy', 'aria-checked', 'aria-current', 'aria-disabled', 'aria-expanded', 'aria-invalid'],
  ...['aria-pressed', 'aria-selected', 'aria-valuenow', 'disabled', 'open'],
];
const lookAttributes = ['aria-hidden', 'class', 'hidden', 'style'];
const observed = {
  subtree: true,
  childList: true,
  characterDataOldValue: true,
  attributeOldValue: true,
  attributeFilter: [...stateAttributes, ...lookAttributes],
};
const leavingEvents = ['beforeunload', 'hashchange', 'popstate'];

export class ChangeWatch {
  readonly #refs: Refs;
  readonly #records: MutationRecord[] = [];
  readonly #shapes = new Shapes();
  readonly #refused = new Map<Element, string>();
  #observer: MutationObserver | undefined;
  #roots: Iterable<Node> = [];
  #listening = new AbortController();
  #target: Element | undefined;
  #lookBefore = '';
  #hadFocus = false;
  /** Of the target, as a drag took it. */
  #boxBefore: DOMRect | undefined;
  #given: ReadonlyMap<Element, unknown> = new Map();
  #focusBefore: Element | undefined;
  #before: Sight | undefined;
  #lastChangeAt = 0;
  /** When something was last seen to move. */
  #movedAt = 0;
  /** A frame has come since then. */
  #isRestDrawn = true;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** Of this action: the page may go elsewhere, or the file picker opens. */
  #hasUntracked = false;
  /** Until when a change is one that came after the action was thought to be over. */
  #lateUntil = Number.NEGATIVE_INFINITY;
  /** Of this document: something changed soon after an action, and no hook saw it coming. */
  #hadLateChanges = false;

  constructor(refs: Refs) {
    this.#refs = refs;
  }

  /** `given` is what an agent put into fields: they are news where they hold something else. */
  begin(target: Element | undefined, given: ReadonlyMap<Element, unknown> = new Map()): void {
    this.#stop();
    this.#target = target;
    this.#lookBefore = target === undefined ? '' : lookOf(target);
    this.#given = given;
    this.#focusBefore = focused();
    this.#hadFocus = target !== undefined && hasFocus(target);
    const before = new Sight();
    this.#before = before;
    this.#lastChangeAt = performance.now();
    this.#observer = new MutationObserver((records) => this.#note(records));
    const root = target?.getRootNode();
    this.#roots = new Set<Node>([...before.roots, ...(root instanceof ShadowRoot ? [root] : [])]);
    for (const watched of this.#roots) this.#observer.observe(watched, observed);
    this.#shapes.watch(this.#roots);
    this.#listening = new AbortController();
    const listening = { capture: true, passive: true, signal: this.#listening.signal };
    // The time to settle starts again with each of these events.
    for (const type of inputEvents) window.addEventListener(type, this.#onInput, listening);
    window.addEventListener('invalid', this.#onInvalid, listening);
    for (const type of leavingEvents) window.addEventListener(type, this.#onLeaving, listening);
  }

  /** The view is scrolled, and the button is about to go down. */
  startDrag(): void {
    this.#boxBefore = this.#target?.getBoundingClientRect();
  }

  /** While something moves, the page is not idle; nor right after it, when scripts hear of its end. */
  activity(isMoving: boolean): Activity {
    this.#lateUntil = Number.NEGATIVE_INFINITY;
    this.#note(this.#observer?.takeRecords() ?? []);
    const changedAt = this.#lastChangeAt;
    const now = performance.now();
    const isStill = this.#isStill(isMoving, now);
    // Other documents may send messages, and one that still loads has more to do than the action.
    const isAlone = window.length === 0 && window.parent === window && document.readyState === 'complete';
    const hasUntracked = this.#hasUntracked || this.#hadLateChanges || !isAlone;
    return { idleMs: isStill ? now - Math.max(changedAt, this.#movedAt) : 0, changedAt, hasUntracked };
  }

  end(): void {
    this.#note(this.#observer?.takeRecords() ?? []);
    this.#stop();
  }

  /** What changed so far. A document that changes soon after an action `isOver` keeps the longer quiet time. */
  evidence({ isOver }: { readonly isOver: boolean }): Evidence {
    this.#note(this.#observer?.takeRecords() ?? []);
    if (isOver) this.#lateUntil = this.#lastChangeAt + limits.page.quietMs;
    const changed = this.#changes();
    const target = this.#target && this.#refs.current(this.#target);
    const changes = [...movedLines(this.#boxBefore, target), ...changed];
    const focus = focused();
    const isMoved = focus !== this.#focusBefore && focus !== undefined && focus !== target;
    const line = isMoved ? elementLine(focus, this.#refs) : undefined;
    const isSame = target !== undefined && lookOf(target) === this.#lookBefore;
    const isRefocused = target !== undefined && hasFocus(target) !== this.#hadFocus;
    const evidence = {
      changes,
      targetNow: target?.isConnected === true ? describeNow(target) : undefined,
      isTargetSame: isSame && !isRefocused,
      isTargetOnlyFocused: isSame && isRefocused && !this.#hadFocus,
      // A new part shows what has the focus in it.
      focus: line === undefined || changes.some((change) => change.includes(line)) ? undefined : line,
    };
    this.#endedAt = performance.now();
    return evidence;
  }

  /** How long ago the last action was over. */
  get sinceActionMs(): number {
    return performance.now() - this.#endedAt;
  }

  /** Scripts hear of the end of a movement with the next frame, which a busy browser draws late. */
  #isStill(isMoving: boolean, now: number): boolean {
    if (isMoving) {
      this.#movedAt = now;
      this.#isRestDrawn = false;
    } else if (!this.#isRestDrawn) {
      requestAnimationFrame(() => {
        this.#isRestDrawn = true;
      });
    }
    return this.#isRestDrawn || now - this.#movedAt > REST_MS;
  }

  readonly #onInput = (event: Event): void => {
    this.#lastChangeAt = performance.now();
    const [target] = event.composedPath();
    if (event.type === 'click' && target instanceof HTMLInputElement && target.type === 'file')
      this.#hasUntracked = true;
  };

  /** The browser tells the background later. */
  readonly #onLeaving = (): void => {
    this.#lastChangeAt = performance.now();
    this.#hasUntracked = true;
  };

  /** The browser's own message would only be seen in a shown window. */
  readonly #onInvalid = ({ target }: Event): void => {
    if (!(target instanceof Element) || !('validationMessage' in target)) return;
    this.#refused.set(target, String(target.validationMessage));
  };

  #note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.#lastChangeAt = performance.now();
    this.#hadLateChanges ||= this.#lastChangeAt <= this.#lateUntil;
    this.#records.push(...records.slice(0, MAX_RECORDS - this.#records.length));
  }

  #changes(): string[] {
    if (this.#before === undefined) return [];
    const net = netChanges(this.#records, (attribute) => stateAttributes.includes(attribute));
    const [before, target, given] = [this.#before, this.#target, this.#given];
    const lines = evidenceLines({ net, before, target, given, refused: this.#refused, refs: this.#refs });
    if (lines.length > 0) return lines;
    const looks = lookLines(net.attributes, target);
    return looks.length > 0 ? looks : drawnLines(net, this.#shapes.changed());
  }

  #stop(): void {
    this.#listening.abort();
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#lateUntil = Number.NEGATIVE_INFINITY;
    this.#hasUntracked = false;
    this.#roots = [];
    this.#before = undefined;
    this.#boxBefore = undefined;
    this.#shapes.stop();
    this.#records.length = 0;
    this.#refused.clear();
  }
}

/** All but the focus, also the words that a line about it would cut. */
function lookOf(element: Element): string {
  const states = statesOf(element).filter((state) => state !== FOCUSED);
  return [describe(element), ...states, fieldValue(element) ?? '', wordsIn(element)].join(' ');
}

function hasFocus(element: Element): boolean {
  return statesOf(element).includes(FOCUSED);
}
