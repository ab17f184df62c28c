// Gives an element the focus, with the events that browsers keep back from pages in background tabs.
import { focused } from './target.ts';

/** Fields that open on focus, and lists that close on blur, wait for these events. */
export function giveFocus(element: HTMLElement): void {
  const before = focused();
  const isFired = firesEvent('focus', () => element.focus({ preventScroll: true }));
  if (isFired || before === element || focused() !== element) return;
  if (before !== undefined) dispatchFocusEvents(before, ['blur', 'focusout'], element);
  dispatchFocusEvents(element, ['focus', 'focusin'], before);
}

/** Runs what makes a page's script move the focus, with the same events. */
export function withFocusEvents<Result>(work: () => Result): Result {
  const before = focused();
  let result: { readonly value: Result } | undefined;
  const isFired = firesEvent('focus', () => {
    result = { value: work() };
  });
  const after = focused();
  if (!isFired && after !== before && after !== undefined) {
    if (before !== undefined) dispatchFocusEvents(before, ['blur', 'focusout'], after);
    dispatchFocusEvents(after, ['focus', 'focusin'], before);
  }
  if (result === undefined) throw new Error('The work has not run.');
  return result.value;
}

/** Afterwards no element has the focus. */
export function dropFocus(): void {
  const before = focused();
  if (!(before instanceof HTMLElement)) return;
  if (!firesEvent('blur', () => before.blur())) dispatchFocusEvents(before, ['blur', 'focusout'], undefined);
}

function firesEvent(type: string, work: () => void): boolean {
  const listening = new AbortController();
  let isFired = false;
  const onEvent = () => {
    isFired = true;
  };
  window.addEventListener(type, onEvent, { capture: true, signal: listening.signal });
  work();
  listening.abort();
  return isFired;
}

function dispatchFocusEvents(
  target: Element,
  [plain, bubbling]: readonly [string, string],
  other: Element | undefined,
): void {
  const init = { composed: true, view: window, relatedTarget: other ?? null };
  target.dispatchEvent(new FocusEvent(plain, init));
  target.dispatchEvent(new FocusEvent(bubbling, { ...init, bubbles: true }));
}
