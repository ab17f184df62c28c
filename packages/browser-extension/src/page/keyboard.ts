// The DOM driver's keyboard: dispatches key events and performs the browser's default actions, which untrusted events lack.
import { limits } from '@sallyport/protocol';
import { isChar, keyFacts } from '../base/key-codes.ts';
import type { ActionResult, Following, PressKeyArgs } from '../base/page-calls.ts';
import { consequenceOf } from './consequence.ts';
import { giveFocus, holdsFocus, isFocusable } from './focus.ts';
import { frameIndexOf } from './frames.ts';
import { insertText } from './insert.ts';
import { invalid, PageError, unusable } from './page-error.ts';
import { keys, resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { isFilledSecret } from './secret-fields.ts';
import { describe, focused, type Target, targetOf } from './target.ts';

/**
 * A key by page events in two calls, down and up: libraries that note which keys are held act when they draw, and that is
 * between the two. One at a time; what was not released is forgotten with the next.
 */
export class PageKey {
  #held: { readonly element: Element; readonly init: KeyboardEventInit } | undefined;

  press(args: PressKeyArgs, refs: Refs): ActionResult {
    const { element, label } = focusFor(args, refs);
    const init = eventOf(args);
    this.#held = { element, init };
    return { ...resultFor({ label }), ...consequenceOf(refs, () => keyDown(element, args, init)) };
  }

  /** Undefined in a document that has come since the key went down. */
  release(refs: Refs): Following | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held && consequenceOf(refs, () => keyUp(held.element, held.init));
  }
}

/** In one run, after a text. */
export function pressEnter(ref: string, refs: Refs): void {
  dispatchKey(focusFor({ ref }, refs).element, { key: 'Enter', modifiers: [] });
}

/** The element that gets the key: the focused one, or the ref's, which is focused now. Throws if that cannot be. */
export function focusFor(
  { ref }: { readonly ref?: string | undefined },
  refs: Refs,
): { element: Element; label: string } {
  if (ref !== undefined) return focusOn(targetOf(ref, refs));
  const element = focused() ?? document.body;
  // The key would go to the document in the frame, which the agent has not named.
  if (frameIndexOf(element) !== undefined) throw focusInFrame();
  return { element, label: describe(element) };
}

/** A part of it may have the focus, as the cell of a grid: that gets the key. */
function focusOn(target: Target): { element: Element; label: string } {
  const { element } = target;
  if (isFocusable(element)) giveFocus(element);
  if (!holdsFocus(element)) {
    const hint = 'Click it and press the key without a ref, or give the ref of what takes keys.';
    throw unusable(target, 'cannot take the focus; no key was sent.', hint);
  }
  const active = focused() ?? element;
  if (frameIndexOf(active) !== undefined) throw focusInFrame();
  return { element: active, label: describe(element) };
}

/**
 * Key by key in one synchronous run, so no other document can take the focus in between. Longer text is inserted at
 * once, as if pasted.
 */
export function typeText(element: Element, text: string): void {
  if (text === '' || text.length > limits.page.typedMaxChars) {
    insertText(element, text);
    return;
  }
  const chars = [...text.replaceAll('\r\n', '\n')];
  for (const [count, key] of chars.entries()) {
    // One-character fields, as for codes, move the focus to the next field; typing goes on only in text fields.
    const active = focused() ?? element;
    if (active !== element && (!isTextField(active) || isFilledSecret(active))) throw stopped(count, active);
    // Enter would submit a form or send a message, so a line break is inserted as text.
    if (/\p{Cc}/u.test(key)) insertText(active, key);
    else dispatchKey(active, { key, modifiers: keyFacts(key).isShifted ? ['Shift'] : [] });
  }
}

function stopped(count: number, active: Element): PageError {
  const message = `Typing stopped after ${count} characters: something else took the focus.`;
  return new PageError('ERR_TOOL_FAILED', message, 'Take a snapshot to see what has the focus now.', describe(active));
}

/** Where a key without a ref would go. */
export function focusHere(_: null, refs: Refs): { frameIndex: number } | { ref: string } {
  const element = focused() ?? document.body;
  const frameIndex = frameIndexOf(element);
  return frameIndex === undefined ? { ref: refs.refOf(element, describe(element)) } : { frameIndex };
}

/** Whether a key pressed now would reach the element of this ref, or without a ref the focused one, and no other frame. */
export function hasKeys({ ref }: { readonly ref?: string | undefined }, refs: Refs): boolean {
  const active = focused();
  if (!document.hasFocus() || (active !== undefined && frameIndexOf(active) !== undefined)) return false;
  if (ref === undefined) return true;
  const element = refs.live(ref)?.element;
  return element !== undefined && holdsFocus(element);
}

function focusInFrame(): PageError {
  return invalid('The focus is inside a frame.', 'Give the ref of an element in that frame.');
}

function dispatchKey(element: Element, args: PressKeyArgs): void {
  const init = eventOf(args);
  keyDown(element, args, init);
  keyUp(element, init);
}

function eventOf({ key, modifiers }: PressKeyArgs): KeyboardEventInit & { readonly keyCode: number } {
  const { code, keyCode } = keyFacts(key);
  const all = { bubbles: true, cancelable: true, composed: true };
  return { key, code, keyCode, which: keyCode, ...all, ...keys(modifiers) };
}

function keyDown(element: Element, { key, modifiers }: PressKeyArgs, init: ReturnType<typeof eventOf>): void {
  const { keyCode } = init;
  const isHandled = !element.dispatchEvent(new KeyboardEvent('keydown', init));
  const isPlain = modifiers.every((modifier) => modifier === 'Shift');
  if (!isHandled && isPlain) {
    const charCode = key === 'Enter' ? keyCode : (key.codePointAt(0) ?? 0);
    const isAllowed =
      !(isChar(key) || key === 'Enter') ||
      element.dispatchEvent(new KeyboardEvent('keypress', { ...init, charCode, keyCode: charCode, which: charCode }));
    if (isAllowed) performDefault(element, key, modifiers.includes('Shift'));
  }
  if (!isHandled && isSelectAll(key, modifiers)) selectAll(element);
}

/** The focus may have moved with the key. */
function keyUp(element: Element, init: KeyboardEventInit): void {
  (focused() ?? element).dispatchEvent(new KeyboardEvent('keyup', init));
}

function performDefault(element: Element, key: string, isBackwards: boolean): void {
  if (isChar(key) && isTextField(element)) insertText(element, key);
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Delete') document.execCommand('forwardDelete');
  else if (key === 'Enter') enter(element);
  else if (key === ' ' && element instanceof HTMLElement) element.click();
  else if (key === 'Tab') moveFocus(element, isBackwards);
  else if (isStepped(element)) step(element, key);
}

function isSelectAll(key: string, [modifier, ...others]: PressKeyArgs['modifiers']): boolean {
  return key.toLowerCase() === 'a' && (modifier === 'Control' || modifier === 'Meta') && others.length === 0;
}

function selectAll(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else document.execCommand('selectAll');
}

const STEPS = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
]);

/** Sliders take all arrows, numbers those up and down. */
function step(element: HTMLInputElement, key: string): void {
  const steps = element.type === 'range' || key === 'ArrowUp' || key === 'ArrowDown' ? STEPS.get(key) : undefined;
  if (steps === undefined) return;
  const before = element.value;
  if (steps > 0) element.stepUp();
  else element.stepDown();
  if (element.value === before) return;
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function isStepped(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && (element.type === 'range' || element.type === 'number');
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

/** Clicks the form's submit button if it has one, as browsers do: page code may rely on that click. */
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
