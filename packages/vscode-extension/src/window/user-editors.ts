// The user's editors: which are open, what is selected, and showing a file without taking the focus.
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';
import type { UserEditors } from '../tools/context.ts';
import { openText } from '../workspace/documents.ts';
import { localFolders } from './local-folders.ts';

export function createUserEditors(): UserEditors {
  return {
    async show(path, range) {
      const document = await openText(path);
      const selection =
        range === undefined
          ? undefined
          : document.validateRange(new vscode.Range(range.line - 1, 0, range.endLine - 1, Number.MAX_SAFE_INTEGER));
      await vscode.window.showTextDocument(document, {
        preserveFocus: true,
        preview: true,
        viewColumn: visibleColumn(document),
        selection,
      });
    },
    state() {
      const active = vscode.window.activeTextEditor;
      const tabs = vscode.window.tabGroups.all.flatMap((group) =>
        group.tabs.map((tab) => ({ tab, isActive: tab.isActive && group.isActive })),
      );
      const open = tabs.flatMap(({ tab, isActive }) =>
        tab.input instanceof vscode.TabInputText && tab.input.uri.scheme === 'file'
          ? [{ path: tab.input.uri.fsPath, isActive, isDirty: tab.isDirty }]
          : [],
      );
      const folders = localFolders(vscode.workspace.workspaceFolders);
      return { folders, open, selection: active && selectionOf(active) };
    },
  };
}

/** Beside the user's file, not over it; or where the document is already visible. */
function visibleColumn(document: vscode.TextDocument): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  if (shown?.viewColumn !== undefined) return shown.viewColumn;
  return vscode.window.activeTextEditor === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}

function selectionOf({ document, selection }: vscode.TextEditor) {
  if (document.uri.scheme !== 'file' || selection.isEmpty) return undefined;
  return {
    path: document.uri.fsPath,
    startLine: selection.start.line + 1,
    endLine: selection.end.line + 1,
    text: document.getText(selection).slice(0, limits.editor.outputMaxChars),
  };
}
