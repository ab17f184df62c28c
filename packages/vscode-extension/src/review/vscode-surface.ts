// The review surface in VS Code: drafts in memory, diff tabs, and the user's documents.
import * as vscode from 'vscode';
import { DIFF_SCHEME } from '../names.ts';
import { closeDiff, columnOf, hasDiff, openDiff, urisOf } from './diff-tabs.ts';
import { DraftFiles } from './draft-files.ts';
import { watchDrafts } from './draft-watch.ts';
import type { OpenReview } from './open-review.ts';
import { applyToFile, readBase } from './real-file.ts';
import type { ReviewSurface } from './review-desk.ts';
import type { WatchProblems } from './review-port.ts';
import { withLf } from './text-changes.ts';

export interface VscodeSurface extends ReviewSurface, vscode.Disposable {
  /** Reports the text of a right side soon after it changed, saved or not. */
  onDraft(listener: (reviewId: string, text: string) => void): vscode.Disposable;
}

export function openSurface(watchProblems: WatchProblems, now: () => number): VscodeSurface {
  const drafts = new DraftFiles(now);
  const registration = vscode.workspace.registerFileSystemProvider(DIFF_SCHEME, drafts, { isCaseSensitive: true });

  const renewBase = (review: OpenReview) =>
    drafts.put(urisOf(review).left, review.base.text ?? '', { isReadonly: true });

  return {
    readBase,
    renewBase,
    show: async (review) => {
      renewBase(review);
      drafts.put(urisOf(review).right, review.proposed, { isReadonly: false });
      await openDiff(review, { preserveFocus: true });
    },
    bringBack: async (review, draft) => {
      const { left, right } = urisOf(review);
      drafts.bringBack(left, review.base.text ?? '', { isReadonly: true });
      drafts.bringBack(right, draft, { isReadonly: false });
      if (!hasDiff(review.facts.id)) await openDiff(review, { preserveFocus: true });
    },
    onDraft: (listener) => watchDrafts(drafts, listener),
    hide: async (review) => {
      await closeDiff(review.facts.id);
      const { left, right } = urisOf(review);
      drafts.forget(left);
      drafts.forget(right);
    },
    textOf: async (review) => {
      const { right } = urisOf(review);
      // Saving, which writes only to memory, turns the cells of a notebook into one text.
      const notebook = vscode.workspace.notebookDocuments.find(({ uri }) => uri.toString() === right.toString());
      if (notebook?.isDirty) await notebook.save();
      return findDocument(right)?.getText() ?? drafts.textOf(right);
    },
    hasSavedEdits: (review) => withLf(drafts.textOf(urisOf(review).right)) !== withLf(review.proposed),
    apply: (facts, base, text) =>
      applyToFile(facts, base, text, { watchProblems, show: (document) => showBeside(document, facts.id) }),
    dispose: () => registration.dispose(),
  };
}

function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** In the group of its review, without taking the focus; nothing if it is visible. */
async function showBeside(document: vscode.TextDocument, reviewId: string): Promise<void> {
  const isVisible = vscode.window.visibleTextEditors.some(({ document: shown }) => shown === document);
  if (isVisible) return;
  await vscode.window.showTextDocument(document, {
    viewColumn: columnOf(reviewId),
    preserveFocus: true,
    preview: true,
  });
}
