// Inserts text at the caret, with the events that pages and their frameworks listen for.

/** By an editing command, whose events are trusted; if that fails, by the native setter, which frameworks do not intercept. */
export function insertText(element: Element, text: string): void {
  const inputType = text === '' ? 'deleteContentBackward' : 'insertText';
  const data = text === '' ? null : text;
  const init = { bubbles: true, composed: true, inputType, data };
  // Chromium sends no `beforeinput` for a command. Editors with their own document model insert the text here and cancel.
  const isHandled = !isGecko && !element.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true }));
  if (isHandled) return;
  const before = textIn(element);
  if (runCommand(text) || textIn(element) !== before || isFull(element)) return;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart, value } = element;
    const isReplaced = selectionStart !== null && selectionStart !== value.length;
    setNative(element, isReplaced ? text : value + text);
  } else replaceSelection(text);
  element.dispatchEvent(new InputEvent('input', init));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

const isGecko = CSS.supports('-moz-appearance', 'none');

/** The field has reached its maximum length, so a person could not type more either. */
function isFull(element: Element): boolean {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false;
  const { maxLength, value, selectionStart, selectionEnd } = element;
  return maxLength >= 0 && value.length >= maxLength && selectionStart === selectionEnd;
}

function replaceSelection(text: string): void {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  range.deleteContents();
  range.insertNode(document.createTextNode(text));
  selection.collapseToEnd();
}

/** Whether the browser inserted the text, even if the page removed it at once, or the page took it instead. */
function runCommand(text: string): boolean {
  const listening = new AbortController();
  const heard: Event[] = [];
  for (const type of ['beforeinput', 'input'])
    window.addEventListener(type, (event) => heard.push(event), { capture: true, signal: listening.signal });
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  listening.abort();
  const isTaken = heard.some(({ type, defaultPrevented }) => type === 'beforeinput' && defaultPrevented);
  return isTaken || (isDone && (text === '' || heard.some(({ type }) => type === 'input')));
}

function textIn(element: Element): string {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : (element.textContent ?? '');
}

/** Frameworks install their own setter on the field to track writes; the prototype's setter bypasses it. */
export function setNative(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

/** Replaces what a field holds, as a whole and in this field alone, whatever has the focus. */
export function replaceWhole(field: HTMLInputElement, text: string): void {
  setNative(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
