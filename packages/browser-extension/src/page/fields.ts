// Sets the values of fields of every kind, with the events that pages and their frameworks listen for.
import type { ActionResult, FieldAim, FillArgs, TypeArgs } from '../base/page-calls.ts';
import { consequenceOf } from './consequence.ts';
import { oneLine } from './dom.ts';
import { giveFocus } from './focus.ts';
import { replaceWhole } from './insert.ts';
import { pressEnter, typeText } from './keyboard.ts';
import { elementError } from './page-error.ts';
import { announce, isPicked, setPicked } from './picked.ts';
import { click, pressAndRelease, resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { roleOf } from './roles.ts';
import { forgetTaken, isDeclaredSecret, isTaken } from './secrets.ts';
import { isChecked, isMixed, isReadOnly } from './states.ts';
import { isInView, type Target, targetOf } from './target.ts';
import { bringFrameIntoView, bringIntoView } from './view.ts';

type Value = FillArgs['fields'][number]['value'];

export function type(args: TypeArgs, refs: Refs): ActionResult {
  const target = textTargetOf(args.ref, refs);
  const { element } = target;
  if (isPicked(element)) setPicked(element, args.text, target);
  else if (isTaken(element) && element instanceof HTMLInputElement) {
    giveFocus(element);
    replaceWhole(element, args.text);
    forgetTaken(element);
  } else {
    focusText(target, args.append);
    typeText(element, args.text);
  }
  return {
    ...resultFor(target),
    ...(args.submit ? consequenceOf(refs, () => pressEnter(args.ref, refs)) : { willNavigate: false }),
  };
}

/** For a driver that sends keys from outside the page. */
export function focusField({ ref, append }: TypeArgs, refs: Refs): FieldAim {
  const target = textTargetOf(ref, refs);
  const takesKeys = !isPicked(target.element) && !isDeclaredSecret(target.element) && !isTaken(target.element);
  if (takesKeys) focusText(target, append);
  return { target: target.label, takesKeys };
}

/** For a text that comes in a call of its own. */
export function focusForText({ ref, append }: TypeArgs, refs: Refs): null {
  const target = textTargetOf(ref, refs);
  if (!isPicked(target.element) && !isTaken(target.element)) focusText(target, append);
  return null;
}

/** Stops at the first field that cannot be filled, with an error that names it. */
export function fill({ fields }: FillArgs, refs: Refs): ActionResult {
  // All are looked up first, so a wrong ref changes nothing.
  const targets = fillTargets(fields, refs);
  for (const { ref, value, target } of targets) fillOne(ref, target, value, refs);
  return { ...resultFor({ label: targets.map(({ target }) => target.label).join(', ') }), willNavigate: false };
}

/** Throws where one of them cannot be filled so. */
export function fillTargets(
  fields: FillArgs['fields'],
  refs: Refs,
): (FillArgs['fields'][number] & { target: Target })[] {
  return fields.map(({ ref, value }) => {
    const target = targetOf(ref, refs);
    if (!(target.element instanceof HTMLSelectElement) && !isToggle(target.element)) requireText(target, value);
    return { ref, value, target };
  });
}

function requireText(target: Target, value: Value): void {
  const { element } = target;
  if (typeof value === 'string') {
    if (!isEditable(element)) throw noText(target);
  } else if (Array.isArray(value) || roleOf(element) === 'combobox') {
    throw elementError(
      'ERR_INPUT_INVALID',
      target,
      'is not a select element.',
      `Click it, then its option. ${UNFILLED}`,
    );
  } else throw elementError('ERR_INPUT_INVALID', target, 'needs a text value.', 'Give its value as a string.');
}

const UNFILLED = 'Nothing was filled.';

function fillOne(ref: string, target: Target, value: Value, refs: Refs): void {
  const { element } = target;
  if (element instanceof HTMLSelectElement) choose(element, [value].flat().map(String), target);
  else if (isToggle(element)) toggle(target, value, refs);
  else if (typeof value === 'string') {
    if (isPicked(element)) setPicked(element, value, target);
    else type({ ref, text: value, append: false, submit: false }, refs);
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
  const press = () => click({ ref, button: 'left', double: false, modifiers: [] }, refs);
  const wasMixed = isMixed(element);
  if (wasMixed || isChecked(element) !== value) press();
  // From neither, a click may lead to either.
  if (wasMixed && isChecked(element) !== value) press();
  checkToggled(target, value);
}

/** Only native controls are checked: a page's own toggles may change later. */
export function checkToggled(target: Target, value: boolean): void {
  const { element } = target;
  if (!(element instanceof HTMLInputElement) || element.checked === value) return;
  const now = isMixed(element) ? 'mixed' : element.checked ? 'checked' : 'unchecked';
  throw elementError('ERR_TOOL_FAILED', target, `did not become ${value ? 'checked' : 'unchecked'}: it is ${now} now.`);
}

/** Selects options by value or label; every wanted one must exist. */
function choose(select: HTMLSelectElement, wanted: readonly string[], target: Target): void {
  const options = [...select.options];
  const chosen = wanted.map((text) => {
    const found =
      options.find(({ value }) => value === text) ??
      options.find((option) => oneLine(option.label).toLowerCase() === oneLine(text).toLowerCase());
    if (found !== undefined && !found.disabled) return found;
    const names = options.slice(0, 20).map((option) => JSON.stringify(oneLine(option.label)));
    const problem = `has no option ${JSON.stringify(text)}.`;
    throw elementError(
      'ERR_INPUT_INVALID',
      target,
      problem,
      'Select one of its options.',
      `options: ${names.join(', ')}`,
    );
  });
  if (!select.multiple && chosen.length !== 1) {
    throw elementError('ERR_INPUT_INVALID', target, 'takes exactly one option.');
  }
  pressAndRelease(select);
  giveFocus(select);
  for (const option of options) option.selected = chosen.includes(option);
  announce(select);
}

interface TextTarget extends Target {
  readonly element: HTMLElement;
}

function textTargetOf(ref: string, refs: Refs): TextTarget {
  const target = targetOf(ref, refs);
  const { element } = target;
  if (!isEditable(element)) throw noText(target);
  return { ...target, element };
}

function noText(target: Target): Error {
  const role = roleOf(target.element);
  if (isReadOnly(target.element))
    return elementError('ERR_INPUT_INVALID', target, 'is read-only: click it to open its picker.', UNFILLED);
  if (role === 'combobox' || role === 'listbox')
    return elementError('ERR_INPUT_INVALID', target, 'takes no text.', `Click it, then its option. ${UNFILLED}`);
  const hint = ['slider', 'spinbutton'].includes(role)
    ? 'Press ArrowRight, ArrowLeft, Home or End on it, or drag it.'
    : 'Type into a textbox, searchbox or combobox.';
  return elementError('ERR_INPUT_INVALID', target, 'takes no text.', hint);
}

function focusText({ element }: TextTarget, append: boolean): void {
  bringFrameIntoView(element);
  if (!isInView(element)) bringIntoView(element);
  giveFocus(element);
  selectIn(element, append);
}

function isEditable(element: Element): element is HTMLElement {
  if (element instanceof HTMLInputElement) {
    return !element.readOnly && (isPicked(element) || (!isToggle(element) && roleOf(element) !== 'button'));
  }
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  return element instanceof HTMLElement && element.isContentEditable;
}

/** Whether it can be filled by typing. */
export function takesText(element: Element): boolean {
  return isEditable(element) && !isPicked(element);
}

/** Selects everything, to be replaced, or puts the caret at the end. */
function selectIn(element: HTMLElement, append: boolean): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (!append) element.select();
    // Fields such as email and number have no selection that a script may set; they keep the caret at the end.
    else if (element.selectionStart !== null) element.setSelectionRange(element.value.length, element.value.length);
    return;
  }
  const selection = element.ownerDocument.getSelection();
  const [first, last] = [leafOf(element, 'firstChild'), leafOf(element, 'lastChild')];
  // From the root itself Firefox would write beside the paragraph, not in it.
  if (first instanceof Text && last instanceof Text) selection?.setBaseAndExtent(first, 0, last, last.length);
  else selection?.selectAllChildren(element);
  if (append) selection?.collapseToEnd();
}

function leafOf(node: Node, side: 'firstChild' | 'lastChild'): Node {
  let leaf = node;
  for (let inner = leaf[side]; inner !== null; inner = leaf[side]) leaf = inner;
  return leaf;
}
