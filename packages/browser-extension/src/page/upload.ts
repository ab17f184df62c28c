// Gives files to a file input, or drops them on an area: made of contents that the agent sends, never read from the user's disk.
import type { ActionResult, UploadArgs } from '../base/page-calls.ts';
import { elementError, invalid, PageError } from './page-error.ts';
import { eventAt, resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { describe, hitOf, type Target, targetOf } from './target.ts';

/** A library may hide its field, and open it in a way that only a person's click has. */
function onlyField(refs: Refs): string {
  const [only, ...others] = document.querySelectorAll('input[type="file" i]:enabled');
  // The page may still make it.
  if (only === undefined || others.length > 0)
    throw new PageError(
      'ERR_INPUT_INVALID',
      'upload needs the ref of a file field.',
      undefined,
      undefined,
      only === undefined,
    );
  return refs.refOf(only, describe(only));
}

export function upload({ ref, files }: UploadArgs, refs: Refs): ActionResult {
  const target = targetOf(ref ?? onlyField(refs), refs);
  const transfer = new DataTransfer();
  for (const { name, mimeType, base64 } of files) {
    transfer.items.add(new File([bytesOf(base64)], name, { type: mimeType }));
  }
  const field = fileField(target.element);
  if (field === undefined) drop(target, transfer, refs);
  else {
    if (files.length > 1 && !field.multiple) throw elementError('ERR_INPUT_INVALID', target, 'takes one file only.');
    field.files = transfer.files;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return { ...resultFor(target), willNavigate: false };
}

/** The element itself, or the field that a label is for. */
function fileField(element: Element): HTMLInputElement | undefined {
  const field = element instanceof HTMLLabelElement ? element.control : element;
  return field instanceof HTMLInputElement && field.type === 'file' ? field : undefined;
}

/** Firefox shows a page only those files of a drop that have the page's own principal. */
const hidesFiles = () => 'wrappedJSObject' in window;

/** As a person drops files on an area: one that does not accept what is dragged over it gets no drop. */
function drop(target: Target, dataTransfer: DataTransfer, refs: Refs): void {
  const { hit, point } = hitOf(target.ref, refs);
  const play = (type: string) => hit.dispatchEvent(new DragEvent(type, { ...eventAt(point), dataTransfer }));
  play('dragenter');
  const isTaken = !play('dragover');
  if (isTaken && !hidesFiles()) play('drop');
  else {
    play('dragleave');
    throw isTaken
      ? elementError(
          'ERR_TOOL_FAILED',
          target,
          'takes dropped files only.',
          'Firefox lets nobody but people drop files.',
        )
      : elementError('ERR_INPUT_INVALID', target, 'takes no files.', 'Give the ref of a file field or a drop area.');
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    throw invalid('The content of a file is not base64.');
  }
}
