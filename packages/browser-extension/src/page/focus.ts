// Gives an element the focus, with the events that browsers keep back from pages in background tabs.
import { parentOf } from './dom.ts';
import { focused } from './target.ts';

/** Elements that have `focus()`; those of an SVG too. */
export type Focusable = HTMLElement | SVGElement;

export function isFocusable(element: unknown): element is Focusable {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

/** Whether keys go to the element or to something inside it. */
export function holdsFocus(element: Element): boolean {
  const active = focused();
  if (active === undefined) return element === document.body;
  for (let node: Node | null = active; node !== null; node = parentOf(node)) if (node === element) return true;
  return false;
}

/**
 * Fields that open on focus, and lists that close on blur, wait for these events. Whether the element took the focus, even if a
 * listener of the page has moved it on.
 */
export function giveFocus(element: Focusable): boolean {
  const before = focused();
  const wasFrameActive = isFrameActive();
  let isTaken = false;
  const isFired = firesEvent('focus', () => {
    element.focus({ preventScroll: true });
    isTaken = isActive(element);
    // Firefox does not move the focus into a frame for an element that is focused within it already.
    if (isTaken && !isFrameActive()) window.focus();
  });
  // An edited body is the active element of its document even if the focus is outside.
  const isMoved = element === document.body ? !wasFrameActive && isFrameActive() : before !== element && isTaken;
  if (!isFired && isMoved) dispatchFocusEvents(before, element);
  return isFired || isTaken;
}

/** Afterwards no element has the focus. */
export function dropFocus(): void {
  const before = focused();
  if (isFocusable(before) && !firesEvent('blur', () => before.blur())) dispatchFocusEvents(before, undefined);
}

/** Not `:focus`, which nothing matches in a hidden tab. */
function isActive(element: Element | undefined): boolean {
  return focused() === (element === document.body ? undefined : element);
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

/** Up to a listener that moves the focus on, as browsers do. */
function dispatchFocusEvents(before: Element | undefined, after: Element | undefined): void {
  const events = [
    { type: 'blur', target: before, other: after, bubbles: false },
    { type: 'focusout', target: before, other: after, bubbles: true },
    { type: 'focus', target: after, other: before, bubbles: false },
    { type: 'focusin', target: after, other: before, bubbles: true },
  ];
  for (const { type, target, other, bubbles } of events) {
    if (!isActive(after)) return;
    target?.dispatchEvent(
      new FocusEvent(type, { bubbles, composed: true, view: window, relatedTarget: other ?? null }),
    );
  }
}
