// Gives files to a field that a page asked with, also one that is not in the page, through Chromium's debugger.
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { UploadArgs } from '../base/page-calls.ts';
import type { Command, OpenedChooser } from './debugger-session.ts';

export async function giveFiles(
  command: Command,
  chooser: OpenedChooser | undefined,
  files: UploadArgs['files'],
): Promise<void> {
  if (chooser === undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', 'upload: the page has not asked for files.', {
      hint: 'Give the ref of a file field, or click what makes the page ask first.',
    });
  }
  if (files.length > 1 && !chooser.multiple) {
    throw new SallyportError('ERR_INPUT_INVALID', 'upload: the page asks for one file only.');
  }
  const { object } = await command('DOM.resolveNode', { backendNodeId: chooser.backendNodeId });
  const { objectId } = isRecord(object) ? object : {};
  await command('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: String(setFiles),
    arguments: [{ value: files }],
    userGesture: true,
  });
}

/** Injected as source text, with the field as `this`: it may use nothing of this file. */
function setFiles(this: HTMLInputElement, files: UploadArgs['files']): void {
  const transfer = new DataTransfer();
  for (const { name, mimeType, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type: mimeType }));
  }
  this.files = transfer.files;
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
}
