// The controls of reviews: commands for buttons, list and keys, the status bar, and a notification.
import * as vscode from 'vscode';
import { activeReviewId, openDiff, reviewIdOf } from './diff-tabs.ts';
import { OpenReview } from './open-review.ts';
import type { ReviewDesk } from './review-desk.ts';
import { describe, ReviewList } from './review-list.ts';

/** At the left end, next to VS Code's own items. */
const STATUS_PRIORITY = 90;

/** Dispose before the desk closes. */
export function openControls(desk: ReviewDesk): vscode.Disposable {
  const list = new ReviewList(desk);
  const view = vscode.window.createTreeView('sallyport.reviews', { treeDataProvider: list });
  const status = vscode.window.createStatusBarItem(
    'sallyport.reviews',
    vscode.StatusBarAlignment.Left,
    STATUS_PRIORITY,
  );
  status.name = 'Sallyport Reviews';
  status.command = 'sallyport.review.open';
  status.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  const hinted = new Set<string>();

  const refresh = () => {
    const { open } = desk;
    const text = `${open.length} ${open.length === 1 ? 'review' : 'reviews'} waiting`;
    status.text = `$(git-pull-request) ${text}`;
    status.tooltip = open.map(({ facts }) => facts.shownPath).join('\n');
    if (open.length > 0) status.show();
    else status.hide();
    view.badge = open.length === 0 ? undefined : { value: open.length, tooltip: text };
    list.refresh();
    void vscode.commands.executeCommand('setContext', 'sallyport.hasReviews', open.length > 0);
    for (const review of open) if (!hinted.has(review.facts.id)) void hint(desk, review, hinted);
    for (const id of hinted) if (desk.find(id)?.isOpen !== true) hinted.delete(id);
  };

  const command = (name: string, run: (review: OpenReview) => Promise<void>, choose = chosen) =>
    vscode.commands.registerCommand(`sallyport.review.${name}`, async (target: unknown) => {
      const review = await choose(desk, target);
      if (review !== undefined) await run(review);
    });
  const stop = desk.onChanged(refresh);
  refresh();
  return vscode.Disposable.from(
    { dispose: stop },
    view,
    status,
    command('accept', (review) => accept(desk, review)),
    command('acceptWithNote', (review) => withNote('Accept', review, (note) => accept(desk, review, note))),
    command('reject', ({ facts }) => desk.reject(facts.id)),
    command('rejectWithNote', (review) => withNote('Reject', review, (note) => desk.reject(review.facts.id, note))),
    command('open', (review) => openDiff(review, { preserveFocus: false }), listedOrChosen),
  );
}

/** The notification hides after some seconds; the other controls stay. */
async function hint(desk: ReviewDesk, review: OpenReview, hinted: Set<string>): Promise<void> {
  const { id, shownPath } = review.facts;
  hinted.add(id);
  const answer = await vscode.window.showInformationMessage(`Review changes to ${shownPath}`, 'Accept', 'Reject');
  if (answer === 'Accept') await accept(desk, review);
  if (answer === 'Reject') await desk.reject(id);
}

async function accept(desk: ReviewDesk, { facts }: OpenReview, note?: string): Promise<void> {
  const outcome = await desk.accept(facts.id, note);
  if (outcome?.status !== 'conflict') return;
  void vscode.window.showWarningMessage(
    `${facts.shownPath} was not saved. ${outcome.reason} The left side now shows the current text. Check the change again, then accept it.`,
  );
}

async function withNote(
  verb: 'Accept' | 'Reject',
  { facts }: OpenReview,
  decide: (note: string | undefined) => Promise<void>,
): Promise<void> {
  const note = await vscode.window.showInputBox({
    title: `${verb} the change to ${facts.shownPath}`,
    prompt: 'Note to the agent. Enter confirms, Escape keeps the review open.',
    ignoreFocusOut: true,
  });
  if (note !== undefined) await decide(note.trim() === '' ? undefined : note);
}

/** The review of the list item, button or active diff; else the only one, or the user selects. */
async function chosen(desk: ReviewDesk, target: unknown): Promise<OpenReview | undefined> {
  const id = target instanceof vscode.Uri ? reviewIdOf(target) : activeReviewId();
  const named = desk.open.find(({ facts }) => facts.id === id);
  return target instanceof OpenReview || named === undefined ? listedOrChosen(desk, target) : named;
}

async function listedOrChosen({ open }: ReviewDesk, target: unknown): Promise<OpenReview | undefined> {
  if (target instanceof OpenReview) return open.find((review) => review === target);
  if (open.length < 2) return open[0];
  const items = open.map((review) => ({ label: review.facts.shownPath, description: describe(review), review }));
  return (await vscode.window.showQuickPick(items, { title: 'Select a review' }))?.review;
}
