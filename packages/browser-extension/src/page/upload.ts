// Uploads files made of contents that the agent sends: nothing is read from the user's disk.
import type { ActionResult, UploadArgs } from '../base/page-calls.ts';
import { elementError, invalid } from './page-error.ts';
import { resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { targetOf } from './target.ts';

export function upload({ ref, files }: UploadArgs, refs: Refs): ActionResult {
  if (ref === undefined) throw invalid('upload needs the ref of a file field.');
  const target = targetOf(ref, refs);
  const { element } = target;
  if (!(element instanceof HTMLInputElement && element.type === 'file')) {
    throw elementError('ERR_INPUT_INVALID', target, 'takes no files.', 'Give the ref of a file field.');
  }
  if (files.length > 1 && !element.multiple) throw elementError('ERR_INPUT_INVALID', target, 'takes one file only.');
  const transfer = new DataTransfer();
  for (const { name, mimeType, base64 } of files) {
    transfer.items.add(new File([bytesOf(base64)], name, { type: mimeType }));
  }
  element.files = transfer.files;
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return { ...resultFor(target), willNavigate: false };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    throw invalid('The content of a file is not base64.');
  }
}
