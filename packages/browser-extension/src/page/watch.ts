// Records what changes on the page from an action on, and lists the changes, those nearest to the target first.
import { type Evidence, inputEvents } from '../base/page-calls.ts';
import { cut, isShown, oneLine } from './dom.ts';
import { bareOrQuoted } from './quote.ts';
import { roleOf } from './roles.ts';
import { isSecret } from './states.ts';
import { describe, describeNow, focused } from './target.ts';

const MAX_CHANGES = 8;
/** Further records are dropped: when a page redraws itself, single changes tell nothing. */
const MAX_RECORDS = 2_000;
const TEXT_CHARS = 100;

const stateAttributes = [
  ...['aria-busy', 'aria-checked', 'aria-current', 'aria-disabled', 'aria-expanded', 'aria-invalid'],
  ...['aria-pressed', 'aria-selected', 'aria-valuenow', 'disabled', 'open'],
];
const lookAttributes = ['aria-hidden', 'class', 'hidden', 'style'];
/** Elements whose visibility is recorded before an action. */
const MAX_ELEMENTS = 3_000;

interface Change {
  readonly near: boolean;
  readonly line: string;
}

export class ChangeWatch {
  readonly #records: MutationRecord[] = [];
  #observer: MutationObserver | undefined;
  #listening = new AbortController();
  #target: Element | undefined;
  #focusBefore: Element | undefined;
  #hiddenBefore = new WeakSet<Element>();
  #lastChangeAt = 0;

  begin(target: Element | undefined): void {
    this.#stop();
    this.#target = target;
    this.#focusBefore = focused();
    const elements = [...document.querySelectorAll('body *')].slice(0, MAX_ELEMENTS);
    this.#hiddenBefore = new WeakSet(elements.filter((element) => !element.checkVisibility()));
    this.#lastChangeAt = performance.now();
    this.#observer = new MutationObserver((records) => this.#note(records));
    const options = {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: [...stateAttributes, ...lookAttributes],
    };
    this.#observer.observe(document, options);
    const root = target?.getRootNode();
    if (root instanceof ShadowRoot) this.#observer.observe(root, options);
    this.#listening = new AbortController();
    const listening = { capture: true, passive: true, signal: this.#listening.signal };
    // The time to settle starts again with each of these events.
    for (const type of inputEvents) window.addEventListener(type, this.#onInput, listening);
  }

  /** How long nothing has changed and no input event came, in milliseconds. */
  idleMs(): number {
    this.#note(this.#observer?.takeRecords() ?? []);
    return performance.now() - this.#lastChangeAt;
  }

  end(): Evidence {
    this.#note(this.#observer?.takeRecords() ?? []);
    const changes = this.#changes();
    const target = this.#target;
    const focus = focused();
    const evidence = {
      changes,
      targetNow: target?.isConnected === true ? describeNow(target) : undefined,
      focus: focus === this.#focusBefore || focus === undefined ? undefined : describe(focus),
    };
    this.#stop();
    return evidence;
  }

  readonly #onInput = (): void => {
    this.#lastChangeAt = performance.now();
  };

  #note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.#lastChangeAt = performance.now();
    this.#records.push(...records.slice(0, MAX_RECORDS - this.#records.length));
  }

  #changes(): string[] {
    const nearby = this.#target?.closest('form, dialog, fieldset, li, tr, section, main, [role]') ?? this.#target;
    const added = new Set(this.#records.flatMap(({ addedNodes }) => [...addedNodes]));
    const all = this.#records.flatMap((record) =>
      changesOf(record, { nearby, added, hiddenBefore: this.#hiddenBefore }),
    );
    const lines = new Set(
      [...all.filter(({ near }) => near), ...all.filter(({ near }) => !near)].map(({ line }) => line),
    );
    const shown = [...lines].slice(0, MAX_CHANGES);
    return lines.size > shown.length ? [...shown, `… ${lines.size - shown.length} more`] : shown;
  }

  #stop(): void {
    this.#listening.abort();
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#records.length = 0;
  }
}

interface ChangeContext {
  readonly nearby: Element | undefined;
  /** Nodes that were not there when the action began. */
  readonly added: ReadonlySet<Node>;
  readonly hiddenBefore: WeakSet<Element>;
}

function changesOf(record: MutationRecord, { nearby, added, hiddenBefore }: ChangeContext): Change[] {
  const element = record.target instanceof Element ? record.target : record.target.parentElement;
  if (element === null) return [];
  const near = nearby?.contains(element) === true;
  if (record.type === 'attributes') {
    if (!lookAttributes.includes(record.attributeName ?? '')) return [{ near, line: `~ ${describeNow(element)}` }];
    // A change of style or class is reported only if it shows or hides the element.
    const isHidden = !element.checkVisibility();
    return isHidden === hiddenBefore.has(element)
      ? []
      : [{ near, line: `${isHidden ? '-' : '+'} ${describe(element)}` }];
  }
  if (record.type === 'characterData') return line(near, '~', element);
  return [
    ...[...record.addedNodes].filter((node) => node.isConnected).flatMap((node) => line(near, '+', node)),
    ...[...record.removedNodes]
      .filter((node) => !node.isConnected && !added.has(node))
      .flatMap((node) => line(near, '-', node)),
  ];
}

function line(near: boolean, sign: string, node: Node): Change[] {
  if (node instanceof Element) {
    if (node.isConnected && !isShown(node)) return [];
    const hasMeaning = roleOf(node) !== '';
    const text = cut(oneLine(isSecret(node) ? '' : (node.textContent ?? '')), TEXT_CHARS);
    if (hasMeaning) return [{ near, line: `${sign} ${describe(node)}` }];
    return text === '' ? [] : [{ near, line: `${sign} ${bareOrQuoted(text)}` }];
  }
  const text = cut(oneLine(node.textContent ?? ''), TEXT_CHARS);
  return text === '' ? [] : [{ near, line: `${sign} ${bareOrQuoted(text)}` }];
}
