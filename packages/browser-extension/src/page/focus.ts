// Gives an element the focus, with the events that browsers keep back from pages in background tabs.
import { focused } from './target.ts';

/** Fields that open on focus, and lists that close on blur, wait for these events. */
export function giveFocus(element: HTMLElement): void {
  const before = focused();
  const isHeard = hears('focus', () => element.focus({ preventScroll: true }));
  if (isHeard || before === element || focused() !== element) return;
  if (before !== undefined) announceMove(before, ['blur', 'focusout'], element);
  announceMove(element, ['focus', 'focusin'], before);
}

/** Nothing has the focus after it. */
export function dropFocus(): void {
  const before = focused();
  if (!(before instanceof HTMLElement)) return;
  if (!hears('blur', () => before.blur())) announceMove(before, ['blur', 'focusout'], undefined);
}

function hears(type: string, work: () => void): boolean {
  const listening = new AbortController();
  let isHeard = false;
  const onEvent = () => {
    isHeard = true;
  };
  window.addEventListener(type, onEvent, { capture: true, signal: listening.signal });
  work();
  listening.abort();
  return isHeard;
}

function announceMove(target: Element, [own, bubbling]: readonly [string, string], other: Element | undefined): void {
  const init = { composed: true, view: window, relatedTarget: other ?? null };
  target.dispatchEvent(new FocusEvent(own, init));
  target.dispatchEvent(new FocusEvent(bubbling, { ...init, bubbles: true }));
}
