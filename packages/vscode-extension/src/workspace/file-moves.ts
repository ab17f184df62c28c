// Deletes and moves files through VS Code: into the trash where there is one, undoable, with open editors following.
import * as vscode from 'vscode';
import type { FileMoves } from '../tools/context.ts';

export function createFileMoves(): FileMoves {
  return {
    delete: (path) => apply((edit) => edit.deleteFile(vscode.Uri.file(path), { recursive: false })),
    move: (from, to) =>
      apply((edit) => edit.renameFile(vscode.Uri.file(from), vscode.Uri.file(to), { overwrite: false })),
  };
}

async function apply(add: (edit: vscode.WorkspaceEdit) => void): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  add(edit);
  return vscode.workspace.applyEdit(edit);
}
