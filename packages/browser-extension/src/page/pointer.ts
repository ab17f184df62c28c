// The DOM driver's mouse: dispatches pointer and mouse events in the order that pages expect.
import { clicksIn } from '../base/action-args.ts';
import type { ActionResult, ClickArgs, Modifier, Point } from '../base/page-calls.ts';
import { placeCaret, selectLine } from './caret.ts';
import { consequenceOf } from './consequence.ts';
import { parentOf } from './dom.ts';
import { dropFocus, giveFocus, isFocusable } from './focus.ts';
import type { Refs } from './refs.ts';
import { type Hit, hitOf } from './target.ts';

const buttonNumbers = { left: 0, middle: 1, right: 2 } as const;
/** As `MouseEvent.buttons` counts them. */
export const buttonBits = { left: 1, middle: 4, right: 2 } as const;

export function click(args: ClickArgs, refs: Refs): ActionResult {
  const target = hitOf(args.ref, refs, args.point);
  return { ...resultFor(target), ...consequenceOf(refs, () => playClicks(target, args)) };
}

export function hover({ ref }: { readonly ref: string }, refs: Refs): ActionResult {
  const target = hitOf(ref, refs);
  const { x, y } = target.point;
  // To the right: a submenu closes when the pointer seems to go away from it.
  playMove(target.hit, eventAt({ x: x - 1, y }));
  // Some menus take a pointer for a mouse only after it has moved twice, a little, within a moment.
  for (const point of [
    { x: x - 1, y: y + 1 },
    { x, y },
  ])
    playMove(target.hit, eventAt(point), target.hit);
  return { ...resultFor(target), willNavigate: false };
}

/** The click that opens a list for a person and focuses it, without the browser's own menu. */
export function pressAndRelease(target: Element): void {
  const { x, y, width, height } = target.getBoundingClientRect();
  const at = { ...eventAt({ x: x + width / 2, y: y + height / 2 }), detail: 1 };
  playMove(target, at);
  pressOn(target, at, 'left');
  releaseOn(target, at, 'left');
  target.dispatchEvent(new MouseEvent('click', at));
}

export function resultFor({ label }: { readonly label: string }): Pick<ActionResult, 'target' | 'pageVisible'> {
  return { target: label, pageVisible: document.visibilityState === 'visible' };
}

export function eventAt({ x, y }: Point, modifiers: readonly Modifier[] = []): MouseEventInit {
  return { bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y, ...keys(modifiers) };
}

export function keys(modifiers: readonly Modifier[]): EventModifierInit {
  return {
    altKey: modifiers.includes('Alt'),
    ctrlKey: modifiers.includes('Control'),
    metaKey: modifiers.includes('Meta'),
    shiftKey: modifiers.includes('Shift'),
  };
}

/** A mouse has half the pressure while a button is down; libraries take a press without it for a screen reader's. */
function pointerEvent(type: string, init: MouseEventInit): PointerEvent {
  const pressure = init.buttons === undefined || init.buttons === 0 ? 0 : 0.5;
  return new PointerEvent(type, { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true, pressure });
}

/** `before` is what the pointer was over. */
export function playMove(target: Element, at: MouseEventInit, before?: Element): void {
  if (before !== target) {
    target.dispatchEvent(pointerEvent('pointerover', at));
    target.dispatchEvent(pointerEvent('pointerenter', { ...at, bubbles: false }));
    target.dispatchEvent(new MouseEvent('mouseover', at));
    target.dispatchEvent(new MouseEvent('mouseenter', { ...at, bubbles: false }));
  }
  target.dispatchEvent(pointerEvent('pointermove', at));
  target.dispatchEvent(new MouseEvent('mousemove', at));
}

export function pressOn(target: Element, at: MouseEventInit, button: ClickArgs['button']): void {
  const down = { ...at, button: buttonNumbers[button], buttons: buttonBits[button] };
  target.dispatchEvent(pointerEvent('pointerdown', down));
  // A page that handles mousedown itself keeps the focus where it is, as with a real mouse.
  if (!target.dispatchEvent(new MouseEvent('mousedown', down))) return;
  focusFrom(target);
  placeCaret(target, at);
}

export function releaseOn(target: Element, at: MouseEventInit, button: ClickArgs['button']): void {
  const up = { ...at, button: buttonNumbers[button] };
  target.dispatchEvent(pointerEvent('pointerup', up));
  target.dispatchEvent(new MouseEvent('mouseup', up));
}

function playClicks({ hit, point }: Hit, args: ClickArgs): void {
  playMove(hit, eventAt(point, args.modifiers));
  for (let detail = 1; detail <= clicksIn(args); detail += 1) {
    playPress(hit, point, args, detail);
    playRelease(hit, point, args, detail);
  }
}

export function playPress(hit: Element, point: Point, { button, modifiers }: ClickArgs, detail: number): void {
  pressOn(hit, { ...eventAt(point, modifiers), detail }, button);
}

/** With the click, or what a browser makes of one by another button. */
export function playRelease(hit: Element, point: Point, args: ClickArgs, detail: number): void {
  const { button, modifiers } = args;
  const at = { ...eventAt(point, modifiers), detail };
  releaseOn(hit, at, button);
  const last = { ...at, button: buttonNumbers[button] };
  if (button === 'left') hit.dispatchEvent(new MouseEvent('click', last));
  else hit.dispatchEvent(new MouseEvent('auxclick', last));
  if (button === 'right') hit.dispatchEvent(new MouseEvent('contextmenu', last));
  if (detail === 2) hit.dispatchEvent(new MouseEvent('dblclick', last));
  if (detail === 3) selectLine(hit);
}

/** Focuses the nearest ancestor that takes the focus; without one, drops the focus. */
function focusFrom(target: Element): void {
  for (let node: Node | null = target; node !== null; node = parentOf(node)) {
    if (isFocusable(node) && giveFocus(node)) return;
  }
  dropFocus();
}
