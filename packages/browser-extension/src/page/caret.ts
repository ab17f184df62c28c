// What a mouse selects, which the browser leaves out for events that scripts dispatch.

/** The caret goes where edited text was pressed. Firefox puts none there with the focus alone. */
export function placeCaret(target: Element, { clientX = 0, clientY = 0 }: MouseEventInit): void {
  if (!(target instanceof HTMLElement) || !target.isContentEditable) return;
  // Chromium has it since 128.
  const place = 'caretPositionFromPoint' in document ? document.caretPositionFromPoint(clientX, clientY) : null;
  // Elsewhere where something invisible lies over the text.
  if (place !== null && target.contains(place.offsetNode))
    document.getSelection()?.collapse(place.offsetNode, place.offset);
  else document.getSelection()?.collapse(target, 0);
}

/** What three clicks select: all that a field holds, else the paragraph or cell. */
export function selectLine(hit: Element): void {
  if (hit instanceof HTMLInputElement || hit instanceof HTMLTextAreaElement) hit.select();
  else document.getSelection()?.selectAllChildren(blockAround(hit));
}

function blockAround(element: Element): Element {
  const { parentElement } = element;
  const isInline = getComputedStyle(element).display.startsWith('inline');
  return isInline && parentElement !== null ? blockAround(parentElement) : element;
}
