// Watches the page from the start of an action, and reports afterwards what changed.
import { type Evidence, inputEvents } from '../base/page-calls.ts';
import { elementLine } from './element-line.ts';
import { evidenceLines } from './evidence.ts';
import { wordsIn } from './leaves.ts';
import { lookLines } from './look-changes.ts';
import { netChanges } from './net-changes.ts';
import type { Refs } from './refs.ts';
import { Sight } from './sight.ts';
import { describeNow, focused } from './target.ts';

/** More is not looked at: a page that redraws itself all the time says nothing by any single change. */
const MAX_RECORDS = 10_000;

const stateAttributes = [
  ...['aria-busy', 'aria-checked', 'aria-current', 'aria-disabled', 'aria-expanded', 'aria-invalid'],
  ...['aria-pressed', 'aria-selected', 'aria-valuenow', 'disabled', 'open'],
];
const lookAttributes = ['aria-hidden', 'class', 'hidden', 'style'];

export class ChangeWatch {
  readonly #refs: Refs;
  readonly #records: MutationRecord[] = [];
  readonly #refused = new Map<Element, string>();
  #observer: MutationObserver | undefined;
  #listening = new AbortController();
  #target: Element | undefined;
  #lookBefore = '';
  #given: ReadonlyMap<Element, unknown> = new Map();
  #focusBefore: Element | undefined;
  #before: Sight | undefined;
  #lastChangeAt = 0;

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
    const before = new Sight();
    this.#before = before;
    this.#lastChangeAt = performance.now();
    this.#observer = new MutationObserver((records) => this.#note(records));
    const root = target?.getRootNode();
    const roots = new Set<Node>([...before.roots, ...(root instanceof ShadowRoot ? [root] : [])]);
    for (const watched of roots) {
      this.#observer.observe(watched, {
        subtree: true,
        childList: true,
        characterDataOldValue: true,
        attributeOldValue: true,
        attributeFilter: [...stateAttributes, ...lookAttributes],
      });
    }
    this.#listening = new AbortController();
    const listening = { capture: true, passive: true, signal: this.#listening.signal };
    // The time to settle starts again with each of these events.
    for (const type of inputEvents) window.addEventListener(type, this.#onInput, listening);
    window.addEventListener('invalid', this.#onInvalid, listening);
  }

  /** How long nothing has changed and no input event came, in milliseconds. */
  idleMs(): number {
    this.#note(this.#observer?.takeRecords() ?? []);
    return performance.now() - this.#lastChangeAt;
  }

  end(): Evidence {
    this.#note(this.#observer?.takeRecords() ?? []);
    const changes = this.#changes();
    const target = this.#target && this.#refs.current(this.#target);
    const focus = focused();
    const isMoved = focus !== this.#focusBefore && focus !== undefined && focus !== target;
    const line = isMoved ? elementLine(focus, this.#refs) : undefined;
    const evidence = {
      changes,
      targetNow: target?.isConnected === true ? describeNow(target) : undefined,
      isTargetSame: target !== undefined && lookOf(target) === this.#lookBefore,
      // A new part shows what has the focus in it.
      focus: line === undefined || changes.some((change) => change.includes(line)) ? undefined : line,
    };
    this.#stop();
    return evidence;
  }

  readonly #onInput = (): void => {
    this.#lastChangeAt = performance.now();
  };

  /** The browser's own message would only be seen in a shown window. */
  readonly #onInvalid = ({ target }: Event): void => {
    if (!(target instanceof Element) || !('validationMessage' in target)) return;
    this.#refused.set(target, String(target.validationMessage));
  };

  #note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.#lastChangeAt = performance.now();
    this.#records.push(...records.slice(0, MAX_RECORDS - this.#records.length));
  }

  #changes(): string[] {
    if (this.#before === undefined) return [];
    const net = netChanges(this.#records, (attribute) => stateAttributes.includes(attribute));
    const [before, target, given] = [this.#before, this.#target, this.#given];
    const lines = evidenceLines({ net, before, target, given, refused: this.#refused, refs: this.#refs });
    return lines.length > 0 ? lines : lookLines(net.attributes, target);
  }

  #stop(): void {
    this.#listening.abort();
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#before = undefined;
    this.#records.length = 0;
    this.#refused.clear();
  }
}

/** Also the words that a line about it would cut. */
function lookOf(element: Element): string {
  return `${describeNow(element)} ${wordsIn(element)}`;
}
