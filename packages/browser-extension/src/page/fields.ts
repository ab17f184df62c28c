// Puts values into fields of every kind, with the events that pages and their frameworks listen for.
import type { ActionResult, Aim, FillArgs, TypeArgs } from '../base/page-calls.ts';
import { consequenceOf } from './consequence.ts';
import { oneLine } from './dom.ts';
import { pressKey } from './keyboard.ts';
import { elementError } from './page-error.ts';
import { click, seen } from './pointer.ts';
import type { Refs } from './refs.ts';
import { roleOf } from './roles.ts';
import { type Target, targetOf } from './target.ts';

type Value = FillArgs['fields'][number]['value'];

export function type(args: TypeArgs, refs: Refs): ActionResult {
  const target = focusText(args, refs);
  insertText(target.element, args.text);
  return {
    ...seen(target),
    ...(args.submit ? consequenceOf(refs, () => pressEnter(args.ref, refs)) : { leads: false }),
  };
}

/** For a driver whose keyboard is outside of the page. */
export function focusField(args: TypeArgs, refs: Refs): Aim {
  const { label } = focusText(args, refs);
  return { target: label, x: 0, y: 0 };
}

/** All or what comes before the first that cannot be filled; that one is named. */
export function fill({ fields }: FillArgs, refs: Refs): ActionResult {
  // Looked up first, so that a wrong ref changes nothing.
  const targets = fields.map(({ ref, value }) => ({ ref, value, target: targetOf(ref, refs) }));
  for (const { ref, value, target } of targets) fillOne(ref, target, value, refs);
  return { ...seen({ label: targets.map(({ target }) => target.label).join(', ') }), leads: false };
}

function fillOne(ref: string, target: Target, value: Value, refs: Refs): void {
  const { element } = target;
  if (element instanceof HTMLSelectElement) choose(element, [value].flat().map(String), target);
  else if (isToggle(element)) toggle(target, value, refs);
  else if (typeof value === 'string') {
    if (element instanceof HTMLInputElement && takesNoText(element)) setPicked(element, value, target);
    else type({ ref, text: value, append: false, submit: false }, refs);
  } else {
    throw elementError('ERR_INPUT_INVALID', target, 'takes a text.', 'Give its value as a string.');
  }
}

export function isToggle(element: Element): boolean {
  return ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'].includes(roleOf(element));
}

function toggle(target: Target, value: Value, refs: Refs): void {
  const { element, ref } = target;
  if (typeof value !== 'boolean') {
    throw elementError('ERR_INPUT_INVALID', target, 'is checked or not.', 'Give its value as true or false.');
  }
  const isOn = () =>
    element instanceof HTMLInputElement ? element.checked : element.getAttribute('aria-checked') === 'true';
  if (isOn() !== value) click({ ref, button: 'left', double: false, modifiers: [] }, refs);
  checkToggled(target, value);
}

/** Those that a page makes itself may take their time. */
export function checkToggled(target: Target, value: boolean): void {
  const { element } = target;
  if (!(element instanceof HTMLInputElement) || element.checked === value) return;
  throw elementError('ERR_TOOL_FAILED', target, `did not become ${value ? 'checked' : 'unchecked'}.`);
}

/** By label, value or both; every one must be there. */
function choose(select: HTMLSelectElement, wanted: readonly string[], target: Target): void {
  const options = [...select.options];
  const chosen = wanted.map((text) => {
    const found =
      options.find(({ value }) => value === text) ??
      options.find((option) => oneLine(option.label).toLowerCase() === oneLine(text).toLowerCase());
    if (found !== undefined && !found.disabled) return found;
    const names = options.slice(0, 20).map((option) => JSON.stringify(oneLine(option.label)));
    const does = `has no option ${JSON.stringify(text)}.`;
    throw elementError('ERR_INPUT_INVALID', target, does, 'Select one of its options.', `options: ${names.join(', ')}`);
  });
  if (!select.multiple && chosen.length !== 1) {
    throw elementError('ERR_INPUT_INVALID', target, 'takes exactly one option.');
  }
  select.focus({ preventScroll: true });
  for (const option of options) option.selected = chosen.includes(option);
  announce(select);
}

/** Dates, ranges, colours: one sets them, nobody writes them. */
function takesNoText({ type: kind }: HTMLInputElement): boolean {
  return ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'].includes(kind);
}

function setPicked(input: HTMLInputElement, value: string, target: Target): void {
  input.focus({ preventScroll: true });
  setNative(input, value);
  announce(input);
  const isTaken = input.type === 'range' ? Number.isFinite(Number(value)) : input.value !== '' || value === '';
  if (isTaken) return;
  const hint = `It wants the form ${formOf(input)}.`;
  throw elementError('ERR_INPUT_INVALID', target, `took no ${JSON.stringify(value)}.`, hint);
}

function formOf({ type: kind }: HTMLInputElement): string {
  const forms: Readonly<Record<string, string>> = {
    color: '#rrggbb',
    date: '2026-12-31',
    'datetime-local': '2026-12-31T23:59',
    month: '2026-12',
    time: '23:59',
    week: '2026-W52',
  };
  return forms[kind] ?? 'of a number';
}

function focusText({ ref, append }: TypeArgs, refs: Refs): Target {
  const target = targetOf(ref, refs);
  const { element } = target;
  if (!isEditable(element)) {
    throw elementError('ERR_INPUT_INVALID', target, 'takes no text.', 'Type into a textbox, searchbox or combobox.');
  }
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  element.focus({ preventScroll: true });
  selectIn(element, append);
  return target;
}

function isEditable(element: Element): element is HTMLElement {
  if (element instanceof HTMLInputElement)
    return !element.readOnly && !isToggle(element) && roleOf(element) !== 'button';
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  return element instanceof HTMLElement && element.isContentEditable;
}

/** Whether a keyboard fills it. */
export function takesText(element: Element): boolean {
  return isEditable(element) && !(element instanceof HTMLInputElement && takesNoText(element));
}

/** Everything, which then is replaced, or the end. */
function selectIn(element: HTMLElement, append: boolean): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (!append) element.select();
    // Fields such as email and number have no selection that a script may set; they keep the caret at the end.
    else if (element.selectionStart !== null) element.setSelectionRange(element.value.length, element.value.length);
    return;
  }
  const selection = element.ownerDocument.getSelection();
  selection?.selectAllChildren(element);
  if (append) selection?.collapseToEnd();
}

/** As an editor would, with events that the page takes for a person's; else by the setter that frameworks do not see. */
function insertText(element: Element, text: string): void {
  const before = textIn(element);
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (isDone && (text === '' || textIn(element) !== before || before === text)) return;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const isReplaced = element.selectionStart !== element.value.length || element.value === '';
    setNative(element, isReplaced ? text : element.value + text);
  } else element.textContent = text;
  element.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }),
  );
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function textIn(element: Element): string {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : (element.textContent ?? '');
}

/** Frameworks put a setter of their own on the field to notice their own writes; the prototype's passes it by. */
function setNative(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

function announce(field: Element): void {
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function pressEnter(ref: string, refs: Refs): void {
  pressKey({ ref, key: 'Enter', modifiers: [] }, refs);
}
