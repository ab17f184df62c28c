// Puts text where the caret is, with the events that pages and their frameworks listen for.

/** As an editor would, with events that the page takes for a person's; else by the setter that frameworks do not see. */
export function insertText(element: Element, text: string): void {
  const inputType = text === '' ? 'deleteContentBackward' : 'insertText';
  const data = text === '' ? null : text;
  const init = { bubbles: true, composed: true, inputType, data };
  // Chromium sends none for a command. Editors that keep their own document insert the text here and stop the rest.
  const isTaken = !isGecko && !element.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true }));
  if (isTaken) return;
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

/** Nothing goes in, since a person could write no more either. */
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

/** Whether the browser did it; a page may have undone it in the same moment. */
function runCommand(text: string): boolean {
  const listening = new AbortController();
  let isHeard = false;
  const onInput = () => {
    isHeard = true;
  };
  window.addEventListener('input', onInput, { capture: true, signal: listening.signal });
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  listening.abort();
  return isDone && (isHeard || text === '');
}

function textIn(element: Element): string {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.value
    : (element.textContent ?? '');
}

/** Frameworks put a setter of their own on the field to notice their own writes; the prototype's passes it by. */
export function setNative(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}
