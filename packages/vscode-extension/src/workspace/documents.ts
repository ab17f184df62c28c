// The user's texts: the unsaved buffer of an open document, otherwise the file as the editor decodes it.
import { realpathSync } from 'node:fs';
import { SallyportError } from '@sallyport/protocol';
import * as vscode from 'vscode';
import type { Documents } from '../tools/context.ts';
import { decodeText } from './encodings.ts';
import { isFolder } from './files.ts';

export function createDocuments(): Documents {
  return {
    open(path) {
      const document = findOpen(path);
      return document === undefined ? undefined : { text: document.getText(), isDirty: document.isDirty };
    },
    async text(path) {
      const document = findOpen(path);
      if (document?.isDirty) return document.getText();
      // From disk, because an open document may lag behind external changes.
      const uri = vscode.Uri.file(path);
      const bytes = await vscode.workspace.fs.readFile(uri);
      try {
        return withoutMark(await decodeText(bytes, { uri }));
      } catch (error) {
        throw unreadable(error instanceof Error ? error.message : String(error), path, error);
      }
    },
    decode: async (bytes, path) => withoutMark(await decodeText(bytes, { uri: vscode.Uri.file(path) })),
  };
}

/** Throws a SallyportError with VS Code's message for files it cannot open as text. */
export async function openText(path: string): Promise<vscode.TextDocument> {
  if (await isFolder(path, path)) throw unreadable('The path is a folder', path);
  try {
    return await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw unreadable(message.replace(/^cannot open .*?\. Detail: /, ''), path, error);
  }
}

function unreadable(message: string, path: string, cause?: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', message, {
    hint: 'VS Code cannot open it as text; nothing changed.',
    data: { path },
    cause,
  });
}

/** The open document of a file, also if opened through a link; preferably one with unsaved text. */
export function findOpen(path: string): vscode.TextDocument | undefined {
  const found = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed && (uri.fsPath === path || realOf(uri.fsPath) === path),
  );
  return found.find(({ isDirty }) => isDirty) ?? found[0];
}

/** Undefined for a missing file. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
