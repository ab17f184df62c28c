// Texts as the user has them: the unsaved buffer of an open document, else the file as the editor would decode it.
import { realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Documents } from '../tools/context.ts';

export function createDocuments(): Documents {
  return {
    open(path) {
      const document = findOpen(path);
      return document === undefined ? undefined : { text: document.getText(), isDirty: document.isDirty };
    },
    async text(path) {
      const document = findOpen(path);
      if (document?.isDirty) return document.getText();
      // An open document may not have heard yet of a change by another program; the disk has.
      const uri = vscode.Uri.file(path);
      return withoutMark(await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri }));
    },
    decode: async (bytes, path) => withoutMark(await vscode.workspace.decode(bytes, { uri: vscode.Uri.file(path) })),
  };
}

/** The document of the file, also when it was opened by the name of a link. */
export function findOpen(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed && (uri.fsPath === path || realOf(uri.fsPath) === path),
  );
}

/** Undefined for a file that is not there. */
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
