// Gives an element the focus, with the events that browsers keep back from pages in background tabs.
import { focused } from './target.ts';

/** Fields that open on focus, and lists that close on blur, wait for these events. */
export function giveFocus(element: HTMLElement): void {
  const before = focused();
  const wasFrameActive = isFrameActive();
  const isFired = firesEvent('focus', () => {
    element.focus({ preventScroll: true });
    // Firefox does not move the focus into a frame for an element that is focused within it already.
    if ((focused() ?? document.body) === element && !isFrameActive()) window.focus();
  });
  // An edited body is the active element of its document even if the focus is outside.
  const isMoved =
    element === document.body ? !wasFrameActive && isFrameActive() : before !== element && focused() === element;
  if (isFired || !isMoved) return;
  if (before !== undefined) dispatchFocusEvents(before, ['blur', 'focusout'], element);
  dispatchFocusEvents(element, ['focus', 'focusin'], before);
}

/** Afterwards no element has the focus. */
export function dropFocus(): void {
  const before = focused();
  if (!(before instanceof HTMLElement)) return;
  if (!firesEvent('blur', () => before.blur())) dispatchFocusEvents(before, ['blur', 'focusout'], undefined);
}

/** Whether keys go to this document. True at the top, and in a frame whose parent is of another origin. */
function isFrameActive(): boolean {
  const frame = window.frameElement;
  return frame === null || frame.ownerDocument.activeElement === frame;
}

function firesEvent(type: string, work: () => void): boolean {
  const listening = new AbortController();
  let isFired = false;
  const onEvent = ({ target }: Event) => {
    // A window has such events of its own.
    isFired ||= target instanceof Element;
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
