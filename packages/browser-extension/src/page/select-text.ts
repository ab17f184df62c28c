// Selects text on the page, as a person does by dragging over it.
import type { ActionResult, SelectTextArgs } from '../base/page-calls.ts';
import { oneLine, parentOf } from './dom.ts';
import { giveFocus } from './focus.ts';
import { elementError } from './page-error.ts';
import { eventAt, playMove, pressOn, releaseOn, resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { isSecret } from './secrets.ts';
import { type Target, targetOf } from './target.ts';
import { bringIntoView } from './view.ts';

export function selectText({ ref, text }: SelectTextArgs, refs: Refs): ActionResult {
  const target = targetOf(ref, refs);
  const { element } = target;
  bringIntoView(element, 'nearest');
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (isField) selectInField(target, element, text);
  else selectInPage(target, text);
  const words = isField ? element.value : shownIn(element).shown;
  const count = text === undefined ? 1 : words.split(isField ? text : oneLine(text)).length - 1;
  const note = count > 1 ? { note: `It has this text ${count} times; the first one is selected.` } : {};
  return { ...resultFor(target), willNavigate: false, ...note };
}

function selectInField(target: Target, field: HTMLInputElement | HTMLTextAreaElement, text: string | undefined): void {
  // Whether it has this part would tell the secret, part by part.
  if (text !== undefined && isSecret(field)) throw secret(target);
  const start = text === undefined ? 0 : field.value.indexOf(text);
  if (start === -1) throw without(target);
  giveFocus(field);
  field.setSelectionRange(start, start + (text ?? field.value).length);
}

/** Tools that open beside a selection wait for the mouse to be released, so it is pressed and released around it. */
function selectInPage(target: Target, text: string | undefined): void {
  const range = rangeIn(target.element, text);
  if (range === undefined) throw without(target);
  const editor = editorAround(target.element);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  const [start, end] = [elementOf(range.startContainer), elementOf(range.endContainer)];
  pressOn(start, eventAt({ x: left + 1, y: top + 1 }), 'left');
  if (editor !== undefined) giveFocus(editor);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  playMove(end, { ...eventAt({ x: right - 1, y: bottom - 1 }), buttons: 1 });
  releaseOn(end, eventAt({ x: right - 1, y: bottom - 1 }), 'left');
  if (oneLine(selection?.toString() ?? '') === '') {
    throw elementError('ERR_TOOL_FAILED', target, 'does not let its text be selected.');
  }
}

/** White space counts as it is shown: any run of it is one space. */
function rangeIn(element: Element, text: string | undefined): Range | undefined {
  const range = document.createRange();
  range.selectNodeContents(element);
  if (text === undefined) return oneLine(range.toString()) === '' ? undefined : range;
  const { shown, places } = shownIn(element);
  const wanted = oneLine(text);
  const at = wanted === '' ? -1 : shown.indexOf(wanted);
  const [start, end] = [places[at], places[at + wanted.length - 1]];
  if (start === undefined || end === undefined) return undefined;
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset + 1);
  return range;
}

interface Place {
  readonly node: Text;
  readonly offset: number;
}

function shownIn(element: Element): { readonly shown: string; readonly places: readonly Place[] } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const places: Place[] = [];
  let shown = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const char = node.data.charAt(offset);
      const isSpace = /\s/.test(char);
      if (isSpace && (shown === '' || shown.endsWith(' '))) continue;
      shown += isSpace ? ' ' : char;
      places.push({ node, offset });
    }
  }
  return { shown, places };
}

function editorAround(element: Element): HTMLElement | undefined {
  let editor: HTMLElement | undefined;
  for (let node: Node | null = element; node !== null; node = parentOf(node)) {
    if (node instanceof HTMLElement && node.isContentEditable) editor = node;
  }
  return editor;
}

function elementOf(node: Node): Element {
  return node instanceof Element ? node : (node.parentElement ?? document.body);
}

function secret(target: Target): Error {
  return elementError('ERR_TOOL_FAILED', target, 'holds a secret.', 'Select all of it, without text.');
}

function without(target: Target): Error {
  return elementError('ERR_TOOL_FAILED', target, 'does not contain this text.', 'A snapshot shows the text it has.');
}
