// Uploads through Chromium's debugger to the file input that a page opened, which may not be in the page.
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { UploadArgs } from '../base/page-calls.ts';
import { setFiles } from '../in-page/set-files.ts';
import { type DebuggerAction, landed } from './debugger-action.ts';
import type { Performed } from './driver.ts';

export async function answerChooser(action: DebuggerAction, { files }: UploadArgs): Promise<Performed> {
  const { command, place, sessions, pages } = action;
  const aim = await pages.call(place, 'focusFor', { key: '', modifiers: [] });
  const chooser = sessions.chooserIn(place.tabId);
  if (chooser === undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', 'upload: the page has not asked for files.', {
      hint: 'Give the ref of a file input, or click the upload button first.',
    });
  }
  if (files.length > 1 && !chooser.multiple) {
    throw new SallyportError('ERR_INPUT_INVALID', 'upload: the page asks for one file only.');
  }
  const { object } = await command('DOM.resolveNode', { backendNodeId: chooser.backendNodeId });
  const { objectId } = isRecord(object) ? object : {};
  const functionDeclaration = String(setFiles);
  const given = [{ value: files }];
  await command('Runtime.callFunctionOn', { objectId, functionDeclaration, arguments: given, userGesture: true });
  sessions.forgetChooser(place.tabId);
  return { ...(await landed(action, aim)), target: 'what the page asked for', trusted: false };
}
