// The DOM driver's keyboard: key events, and what a browser would do on them, since nobody really pressed the key.
import { limits } from '@sallyport/protocol';
import { isChar, keyFacts } from '../base/key-codes.ts';
import type { ActionResult, PressKeyArgs } from '../base/page-calls.ts';
import { consequenceOf } from './consequence.ts';
import { giveFocus } from './focus.ts';
import { frameIndexOf } from './frames.ts';
import { insertText } from './insert.ts';
import { invalid, PageError } from './page-error.ts';
import { keys, seen } from './pointer.ts';
import type { Refs } from './refs.ts';
import { describe, focused, targetOf } from './target.ts';

export function pressKey(args: PressKeyArgs, refs: Refs): ActionResult {
  const { element, label } = focusFor(args, refs);
  return { ...seen({ label }), ...consequenceOf(refs, () => play(element, args)) };
}

/** What gets the key: it has the focus, or now gets it. */
export function focusFor(
  { ref }: { readonly ref?: string | undefined },
  refs: Refs,
): { element: Element; label: string } {
  const element = ref === undefined ? (focused() ?? document.body) : targetOf(ref, refs).element;
  // The key would go to a page of its own, which nobody has named.
  if (ref === undefined && frameIndexOf(element) !== undefined) throw inFrame();
  if (ref !== undefined && element instanceof HTMLElement) giveFocus(element);
  return { element, label: describe(element) };
}

/**
 * Key by key, all in one go: no other document can take the focus in between. What is longer than people type goes in at
 * once, as if pasted.
 */
export function typeText(element: Element, text: string): void {
  if (text === '' || text.length > limits.page.typedMaxChars) {
    insertText(element, text);
    return;
  }
  const chars = [...text.replaceAll('\r\n', '\n')];
  for (const [count, key] of chars.entries()) {
    // Fields for one character each pass the focus on; whatever else takes it gets nothing.
    const at = focused() ?? element;
    if (at !== element && !isTextField(at)) throw stopped(count, at);
    // Enter would send a form or a message; a line break is only written.
    if (/\p{Cc}/u.test(key)) insertText(at, key);
    else play(at, { key, modifiers: keyFacts(key).isShifted ? ['Shift'] : [] });
  }
}

function stopped(count: number, at: Element): PageError {
  const message = `Typing stopped after ${count} characters: something else took the focus.`;
  return new PageError('ERR_TOOL_FAILED', message, 'Take a snapshot to see what has the focus now.', describe(at));
}

/** Whether keys that come now would go to this element, or to the focused one without a ref, and not to another frame. */
export function hasKeys({ ref }: { readonly ref?: string | undefined }, refs: Refs): boolean {
  const at = focused();
  if (!document.hasFocus() || (at !== undefined && frameIndexOf(at) !== undefined)) return false;
  return ref === undefined || refs.live(ref)?.element === at;
}

function inFrame(): PageError {
  return invalid('The focus is inside a frame.', 'Name what gets the key by a ref in that frame.');
}

function play(element: Element, { key, modifiers }: PressKeyArgs): void {
  const { code, keyCode } = keyFacts(key);
  const init = {
    key,
    code,
    keyCode,
    which: keyCode,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...keys(modifiers),
  };
  const isTaken = !element.dispatchEvent(new KeyboardEvent('keydown', init));
  const isPlain = modifiers.every((modifier) => modifier === 'Shift');
  if (!isTaken && isPlain) {
    const charCode = key === 'Enter' ? keyCode : (key.codePointAt(0) ?? 0);
    const isAllowed =
      !(isChar(key) || key === 'Enter') ||
      element.dispatchEvent(new KeyboardEvent('keypress', { ...init, charCode, keyCode: charCode, which: charCode }));
    if (isAllowed) actOn(element, key, modifiers.includes('Shift'));
  }
  // The focus may have moved with the key.
  (focused() ?? element).dispatchEvent(new KeyboardEvent('keyup', init));
}

function actOn(element: Element, key: string, isBackwards: boolean): void {
  if (isChar(key) && isTextField(element)) insertText(element, key);
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Delete') document.execCommand('forwardDelete');
  else if (key === 'Enter') enter(element);
  else if (key === ' ' && element instanceof HTMLElement) element.click();
  else if (key === 'Tab') moveFocus(element, isBackwards);
}

function isTextField(element: Element): boolean {
  if (element instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'submit', 'reset'].includes(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

function enter(element: Element): void {
  if (element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)) {
    document.execCommand('insertText', false, '\n');
  } else if (element instanceof HTMLInputElement && isTextField(element)) submitFrom(element);
  else if (element instanceof HTMLElement) element.click();
}

/** By the form's own button where it has one, as browsers do; its handlers may count on it. */
function submitFrom({ form }: HTMLInputElement): void {
  if (form === null) return;
  const button = [...form.elements].find(
    (part) =>
      (part instanceof HTMLButtonElement || part instanceof HTMLInputElement) && /^(submit|image)$/.test(part.type),
  );
  if (button instanceof HTMLElement) button.click();
  else form.requestSubmit();
}

function moveFocus(from: Element, isBackwards: boolean): void {
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0);
  const here = stops.findIndex((stop) => stop.isSameNode(from));
  const next = isBackwards ? stops.at(here === -1 ? -1 : here - 1) : stops[(here + 1) % Math.max(stops.length, 1)];
  if (next !== undefined) giveFocus(next);
}
