// Reports what the user types into the right sides of reviews, once they pause.
import * as vscode from 'vscode';
import { reviewIdOf } from './diff-tabs.ts';
import type { DraftFiles } from './draft-files.ts';

/** Short against what a person types before a crash, long against one key. */
const PAUSE_MS = 300;

/** A notebook is reported when its cells are saved; before that VS Code keeps them itself. Dispose reports what is due. */
export function watchDrafts(drafts: DraftFiles, listener: (reviewId: string, text: string) => void): vscode.Disposable {
  const due = new Map<string, { readonly timer: NodeJS.Timeout; readonly report: () => void }>();
  const schedule = (uri: vscode.Uri, read: () => string) => {
    const id = reviewIdOf(uri);
    if (id === undefined || !uri.authority.startsWith('proposal.')) return;
    clearTimeout(due.get(id)?.timer);
    const report = () => {
      due.delete(id);
      // The review may have ended meanwhile: its last save is part of that.
      if (drafts.has(uri)) listener(id, read());
    };
    due.set(id, { timer: setTimeout(report, PAUSE_MS), report });
  };
  const typed = vscode.workspace.onDidChangeTextDocument(({ document }) =>
    schedule(document.uri, () => document.getText()),
  );
  const saved = drafts.onDidWrite((uri) => schedule(uri, () => drafts.textOf(uri)));
  return new vscode.Disposable(() => {
    typed.dispose();
    saved.dispose();
    for (const { timer, report } of [...due.values()]) {
      clearTimeout(timer);
      report();
    }
  });
}
