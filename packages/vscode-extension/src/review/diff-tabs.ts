// Opens and closes the diff editors of reviews, and notices when the user closes them.
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { DIFF_SCHEME } from '../names.ts';
import { shownAgent } from '../printable.ts';
import type { OpenReview } from './open-review.ts';
import { saveUntilCalm } from './save-until-calm.ts';

export interface ReviewUris {
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
}

/** The authority holds the review id, so that the path keeps the file's language, icon and breadcrumb. */
export function urisOf({ facts }: OpenReview): ReviewUris {
  const uri = (side: string) =>
    vscode.Uri.from({
      scheme: DIFF_SCHEME,
      authority: `${side}.${facts.id}`,
      path: `/${facts.shownPath.replaceAll('\\', '/')}`,
    });
  return { left: uri('original'), right: uri('proposal') };
}

/** Undefined for other schemes. */
export function reviewIdOf({ scheme, authority }: vscode.Uri): string | undefined {
  return scheme === DIFF_SCHEME ? authority.split('.')[1] : undefined;
}

export async function openDiff(review: OpenReview, options: { readonly preserveFocus: boolean }): Promise<void> {
  const { left, right } = urisOf(review);
  const queue = tabsOf(review.facts.id).length > 0 ? undefined : queueColumn();
  // VS Code's own option, not in its types: a tab that is not brought to the front activates no group.
  const place =
    queue === undefined ? { viewColumn: columnOf(review.facts.id) } : { viewColumn: queue, background: true };
  const showOptions = { preview: false, ...place, ...options, ...(options.preserveFocus ? {} : { background: false }) };
  await vscode.commands.executeCommand('vscode.diff', left, right, titleOf(review), showOptions);
}

export function hasDiff(reviewId: string): boolean {
  return tabsOf(reviewId).length > 0;
}

export async function closeDiff(reviewId: string): Promise<void> {
  await closeTabs(reviewId, [...tabsOf(reviewId), ...allTabs().filter((tab) => loneDraftOf(tab) === reviewId)]);
}

/**
 * VS Code opens a right side in a tab of its own after a reload, if it had unsaved text, and from the overview. Each is closed
 * and reported, so that its diff can be shown instead.
 */
export function onDraftAlone(listener: (reviewId: string, wasActive: boolean) => void): vscode.Disposable {
  const look = async (tabs: readonly vscode.Tab[]) => {
    for (const tab of tabs) {
      const { isActive } = tab;
      const id = loneDraftOf(tab);
      if (id === undefined) continue;
      await closeTabs(id, [tab]);
      listener(id, isActive);
    }
  };
  void look(allTabs());
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => void look(opened));
}

async function closeTabs(reviewId: string, tabs: readonly vscode.Tab[]): Promise<void> {
  if (tabs.length === 0) return;
  // After a reload a tab is there before what was typed into it, and would be dirty a moment later.
  await Promise.all(tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [loaded(input.uri)] : [])));
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const draft = [...textDocuments, ...notebookDocuments].find(
    ({ uri, isDirty }) => isDirty && reviewIdOf(uri) === reviewId,
  );
  try {
    // A dirty tab would prompt. Saving writes only to memory.
    if (draft !== undefined) await saveUntilCalm(draft, delay);
    await vscode.window.tabGroups.close(tabs, true);
  } catch {
    // The user closed it at the same moment.
  }
}

/** Resolves also where there is nothing to load any more. */
async function loaded(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.openTextDocument(uri);
  } catch {
    // A draft of a review that is over.
  }
}

/** Reports a review whose last diff tab was closed, not merely moved or hidden. */
export function onDiffClosed(listener: (reviewId: string) => void): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    const ids = new Set(closed.flatMap((tab) => reviewIdOfTab(tab) ?? []));
    for (const id of ids) {
      setTimeout(() => {
        if (tabsOf(id).length === 0) listener(id);
      }, limits.editor.reviewTabMovedMs);
    }
  });
}

/** The review whose diff has the cursor, on either side. */
export function activeReviewId(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? undefined : reviewIdOf(editor.document.uri);
}

/** Closes diffs left over from before a restart of the extension. */
export async function closeOrphans(isKnown: (reviewId: string) => boolean): Promise<void> {
  const ids = new Set(allTabs().flatMap((tab) => reviewIdOfTab(tab) ?? []));
  for (const id of ids) if (!isKnown(id)) await closeDiff(id);
}

/**
 * The group of the review's diff, or the one to open it in. That must be Beside and not a number: VS Code 1.139 activates a
 * group given by number, and the user's next keys would be lost.
 */
export function columnOf(reviewId: string): vscode.ViewColumn {
  const column = tabsOf(reviewId)[0]?.group.viewColumn;
  return column ?? (allTabs().length === 0 ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside);
}

/** The group where other reviews are, so that a batch opens one column and not one for each. */
function queueColumn(): vscode.ViewColumn | undefined {
  return allTabs().find((tab) => reviewIdOfTab(tab) !== undefined)?.group.viewColumn;
}

function tabsOf(reviewId: string): vscode.Tab[] {
  return allTabs().filter((tab) => reviewIdOfTab(tab) === reviewId);
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

function loneDraftOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText ? reviewIdOf(input.uri) : undefined;
}

/** Notebooks have their own kind of diff editor. */
function reviewIdOfTab({ input }: vscode.Tab): string | undefined {
  const isDiff = input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff;
  return isDiff ? reviewIdOf(input.modified) : undefined;
}

function titleOf({ facts }: OpenReview): string {
  const name = facts.shownPath.split(/[\\/]/).at(-1) ?? facts.shownPath;
  return `${name} ← ${shownAgent(facts.agent.name)}`;
}
