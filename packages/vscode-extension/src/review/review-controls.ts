// The controls of reviews: commands for buttons, list and keys, the status bar, and a notification.
import * as vscode from 'vscode';
import { printable, shownAgent } from '../printable.ts';
import { commandLink, Hint, withoutLinks } from '../questions/hint.ts';
import { activeReviewId, openDiff, reviewIdOf } from './diff-tabs.ts';
import { OpenReview } from './open-review.ts';
import { openOverview } from './overview.ts';
import type { ReviewDesk } from './review-desk.ts';
import { ReviewGroup } from './review-groups.ts';
import { describe, ReviewList } from './review-list.ts';
import { ReviewMarks } from './review-marks.ts';
import { mayHaveRules, offeredFolders, type WriteRules } from './write-rules.ts';

/** At the left end, next to VS Code's own items. */
const STATUS_PRIORITY = 90;
/** How long the status bar says what became of a draft. */
const SAID_MS = 8000;

/** Dispose before the desk closes. */
export function openControls(desk: ReviewDesk, rules: WriteRules): vscode.Disposable {
  const list = new ReviewList(desk);
  const marks = new ReviewMarks(desk);
  const view = vscode.window.createTreeView('sallyport.reviews', { treeDataProvider: list });
  const status = vscode.window.createStatusBarItem(
    'sallyport.reviews',
    vscode.StatusBarAlignment.Left,
    STATUS_PRIORITY,
  );
  status.name = 'Sallyport Reviews';
  status.command = 'sallyport.review.open';
  status.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  const hint = new Hint();
  let known = new Set<string>();

  const refresh = () => {
    const { open } = desk;
    const text = `${open.length} ${open.length === 1 ? 'review' : 'reviews'} waiting`;
    status.text = `$(git-pull-request) ${text}`;
    status.tooltip = open.map(({ facts }) => facts.shownPath).join('\n');
    if (open.length > 0) status.show();
    else status.hide();
    view.badge = open.length === 0 ? undefined : { value: open.length, tooltip: text };
    list.refresh();
    marks.refresh();
    void vscode.commands.executeCommand('setContext', 'sallyport.hasReviews', open.length > 0);
    void vscode.commands.executeCommand('setContext', 'sallyport.hasManyReviews', open.length > 1);
    const hasNew = open.some(({ facts }) => !known.has(facts.id));
    const hasEnded = [...known].some((id) => desk.find(id)?.isOpen !== true);
    known = new Set(open.map(({ facts }) => facts.id));
    if (hasNew) hint.show(hintFor(open));
    else if (hasEnded) hint.hide();
  };

  const command = (name: string, run: (review: OpenReview) => Promise<void>, choose = chosen) =>
    vscode.commands.registerCommand(`sallyport.review.${name}`, async (target: unknown) => {
      const review = await choose(desk, target);
      if (review !== undefined) await run(review);
    });
  const all = (name: string, run: (review: OpenReview) => Promise<void>) =>
    vscode.commands.registerCommand(`sallyport.review.${name}`, async (target: unknown) => {
      for (const review of target instanceof ReviewGroup ? target.reviews : desk.open) await run(review);
    });
  const reject = ({ facts }: OpenReview, note?: string) => desk.reject(facts.id, note);
  const stop = desk.onChanged(refresh);
  refresh();
  return vscode.Disposable.from(
    { dispose: stop },
    view.onDidChangeVisibility(({ visible }) => visible && list.refreshLater()),
    view,
    list,
    status,
    hint,
    marks,
    command('accept', (review) => thenNext(desk, review, () => accept(desk, review))),
    command('acceptWithNote', (review) => withNote('Accept', review, (note) => accept(desk, review, note))),
    command('acceptAndAllow', (review) => acceptAndAllow(desk, rules, review)),
    command('reject', (review) => thenNext(desk, review, () => reject(review))),
    command('rejectWithNote', (review) => withNote('Reject', review, (note) => reject(review, note))),
    all('acceptAll', (review) => accept(desk, review)),
    all('rejectAll', (review) => reject(review)),
    vscode.commands.registerCommand('sallyport.review.next', () => step(desk, 1)),
    vscode.commands.registerCommand('sallyport.review.previous', () => step(desk, -1)),
    openOverview(desk, { accept: (review) => accept(desk, review), reject }),
    vscode.commands.registerCommand('sallyport.review.keepDraft', keepDraft),
    command('open', (review) => openDiff(review, { preserveFocus: false }), listedOrChosen),
  );
}

/** One text for all that wait; the notification goes away with them, the other controls stay. */
function hintFor(open: readonly OpenReview[]): string {
  const agents = [...new Set(open.map(({ facts }) => shownAgent(facts.agent.name)))].join(', ');
  const [first, ...more] = open;
  if (first === undefined || more.length > 0) {
    const links = [commandLink('Show', 'sallyport.reviews.focus'), commandLink('Next', 'sallyport.review.next')];
    return `Review changes to ${open.length} files, by ${withoutLinks(agents)}. ${links.join(' · ')}`;
  }
  const { id, shownPath } = first.facts;
  const links = [
    commandLink('Accept', 'sallyport.review.accept', id),
    commandLink('Reject', 'sallyport.review.reject', id),
  ];
  return `Review changes to ${withoutLinks(printable(shownPath))}, by ${withoutLinks(agents)}. ${links.join(' · ')}`;
}

/** Whoever decides in a diff goes on with the next one. */
async function thenNext(desk: ReviewDesk, review: OpenReview, decide: () => Promise<void>): Promise<void> {
  const at = desk.open.indexOf(review);
  const isActive = activeReviewId() === review.facts.id;
  await decide();
  const next = desk.open[at] ?? desk.open[0];
  if (isActive && next !== undefined && next !== review) await openDiff(next, { preserveFocus: false });
}

async function step({ open }: ReviewDesk, by: 1 | -1): Promise<void> {
  const at = open.findIndex(({ facts }) => facts.id === activeReviewId());
  const next = open.at((at === -1 && by === 1 ? 0 : at + by) % open.length);
  if (next !== undefined) await openDiff(next, { preserveFocus: false });
}

async function accept(desk: ReviewDesk, review: OpenReview, note?: string): Promise<void> {
  const { id, shownPath } = review.facts;
  const outcome = await desk.accept(id, note);
  if (outcome?.status !== 'conflict') return;
  // Of the system, such as "EACCES: permission denied …".
  const isRefused = /^E[A-Z]+: /.test(outcome.reason);
  const next = isRefused
    ? 'Your edits are kept. Accept the change again when the file can be written.'
    : 'The diff now starts from the current text. Check the change again, then accept it.';
  const text = `${shownPath} was not saved. ${outcome.reason.replace(/[^.]$/, '$&.')} ${next}`;
  // VS Code shows all of a long text only above a button.
  void vscode.window.showWarningMessage(withoutLinks(text), 'Show Review').then(async (answer) => {
    if (answer !== undefined && review.isOpen) await openDiff(review, { preserveFocus: false });
  });
}

/** Ctrl+S in a diff: without formatting, whose changes would count as the user's. */
async function keepDraft(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
  vscode.window.setStatusBarMessage('Your edits of the change are kept. The file changes when you accept it.', SAID_MS);
}

/** The user chooses the folder in which this agent's next edits need no review; Escape leaves all as it is. */
async function acceptAndAllow(desk: ReviewDesk, rules: WriteRules, review: OpenReview): Promise<void> {
  const { agent, path } = review.facts;
  if (!mayHaveRules(agent)) {
    void vscode.window.showWarningMessage('This agent has no session of its own, so no rule can be kept for it.');
    return;
  }
  const root = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))?.uri.fsPath;
  const items = offeredFolders(path, root).map((folder) => ({
    label: `${vscode.workspace.asRelativePath(folder, true)}/`,
    description: 'without a review until its session ends',
    folder,
  }));
  const title = `Accept, and accept edits of ${shownAgent(agent.name)} in a folder`;
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen === undefined) return;
  rules.add(agent, chosen.folder);
  await thenNext(desk, review, () => accept(desk, review));
}

export function tellRuled({ facts }: OpenReview): void {
  const text = `$(check) By your rule, ${shownAgent(facts.agent.name)} changed ${printable(facts.shownPath)}`;
  vscode.window.setStatusBarMessage(text, SAID_MS);
}

export function tellDraftKept({ facts }: OpenReview): void {
  const text = `Your edits are kept: the review of ${facts.shownPath} still waits. Nothing is in the file yet.`;
  vscode.window.setStatusBarMessage(text, SAID_MS);
}

async function withNote(
  verb: 'Accept' | 'Reject',
  { facts }: OpenReview,
  decide: (note: string | undefined) => Promise<void>,
): Promise<void> {
  const note = await vscode.window.showInputBox({
    title: `${verb} the change to ${facts.shownPath}`,
    prompt: 'Note to the agent. If you cancel, the review stays open.',
    ignoreFocusOut: true,
  });
  if (note !== undefined) await decide(note.trim() === '' ? undefined : note);
}

/** The review of the list item, link, button or active diff; else the only one, or the user selects. */
async function chosen(desk: ReviewDesk, target: unknown): Promise<OpenReview | undefined> {
  // A link of a notification that is over must not decide about another review.
  if (typeof target === 'string') return desk.open.find(({ facts }) => facts.id === target);
  const id = target instanceof vscode.Uri ? reviewIdOf(target) : activeReviewId();
  const named = desk.open.find(({ facts }) => facts.id === id);
  return target instanceof OpenReview || named === undefined ? listedOrChosen(desk, target) : named;
}

async function listedOrChosen({ open }: ReviewDesk, target: unknown): Promise<OpenReview | undefined> {
  if (target instanceof OpenReview) return open.find((review) => review === target);
  if (open.length < 2) return open[0];
  const items = open.map((review) => ({
    label: review.facts.shownPath,
    description: [shownAgent(review.facts.agent.name), describe(review)].filter((part) => part !== '').join(' · '),
    review,
  }));
  return (await vscode.window.showQuickPick(items, { title: 'Select a review' }))?.review;
}
