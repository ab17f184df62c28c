// Sets the files of an input in the page's own world, called by the debugger.
import type { UploadArgs } from '../base/page-calls.ts';

/** Injected as source text, with the field as `this`: it cannot use anything from this file. */
export function setFiles(this: HTMLInputElement, files: UploadArgs['files']): void {
  const transfer = new DataTransfer();
  for (const { name, mimeType, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type: mimeType }));
  }
  this.files = transfer.files;
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
}
