// Shows waiting questions in a view that never takes the focus, with a count in the status bar and a short notification.
import * as vscode from 'vscode';
import { commandLink, Hint, withoutLinks } from './hint.ts';
import type { WaitingQuestion, WaitingQuestions } from './waiting-questions.ts';
import { visible, wrappedRows } from './wrapped-text.ts';

type Row =
  | { readonly kind: 'question'; readonly question: WaitingQuestion }
  | { readonly kind: 'text'; readonly id: string; readonly text: string; readonly icon?: string }
  | { readonly kind: 'answer'; readonly question: WaitingQuestion; readonly index: number };

/** Shorter than other rows, because they have an icon. */
const FOLDER_WIDTH = 28;
const TITLE_WIDTH = 31;
const VIEW = 'sallyport.questions';
/** Before the reviews. */
const STATUS_PRIORITY = 91;

export function openQuestionView(questions: WaitingQuestions): vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  const view = vscode.window.createTreeView<Row>(VIEW, {
    treeDataProvider: {
      onDidChangeTreeData: changes.event,
      getChildren: (row) => childrenOf(row, questions),
      getTreeItem: itemOf,
    },
  });
  const status = vscode.window.createStatusBarItem(VIEW, vscode.StatusBarAlignment.Left, STATUS_PRIORITY);
  status.name = 'Sallyport Questions';
  status.command = `${VIEW}.focus`;
  status.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  const hint = new Hint();
  let known = new Set<string>();

  const refresh = () => {
    const { list } = questions;
    const text = `${list.length} ${list.length === 1 ? 'question' : 'questions'} waiting`;
    status.text = `$(question) ${text}`;
    status.tooltip = list.map(({ title, subject }) => `${title}: ${visible(subject)}`).join('\n');
    if (list.length > 0) status.show();
    else status.hide();
    view.badge = list.length === 0 ? undefined : { value: list.length, tooltip: text };
    changes.fire();
    const newest = list.findLast(({ id }) => !known.has(id));
    known = new Set(list.map(({ id }) => id));
    if (list.length === 0) hint.hide();
    else if (newest !== undefined && !view.visible)
      hint.show(`${withoutLinks(newest.title)}. ${commandLink('Show the question', `${VIEW}.focus`)}`);
  };
  const stop = questions.onChanged(refresh);
  return vscode.Disposable.from(
    { dispose: stop },
    view,
    status,
    changes,
    hint,
    view.onDidChangeVisibility(({ visible: isVisible }) => {
      if (isVisible) hint.hide();
    }),
    vscode.commands.registerCommand('sallyport.question.answer', async (id: unknown, index: unknown) => {
      if (typeof id === 'string' && typeof index === 'number') await questions.answer(id, index);
    }),
    // At the head of a question, because the answers below a long command are out of sight. Running it takes a look at its end.
    vscode.commands.registerCommand('sallyport.question.reject', async (row: Row | undefined) => {
      if (row?.kind === 'question') await questions.answer(row.question.id, rejectionOf(row.question));
    }),
  );
}

function childrenOf(row: Row | undefined, { list }: WaitingQuestions): Row[] {
  if (row === undefined) return list.map((question) => ({ kind: 'question', question }));
  if (row.kind !== 'question') return [];
  const { question } = row;
  const folder = question.folder === undefined ? [] : wrappedRows(question.folder, FOLDER_WIDTH);
  return [
    ...titleRows(question.title)
      .slice(1)
      .map((text, at): Row => ({ kind: 'text', id: `${question.id}/title/${at}`, text })),
    ...wrappedRows(question.subject).map((text, at): Row => ({ kind: 'text', id: `${question.id}/${at}`, text })),
    ...folder.map(
      (text, at): Row => ({
        kind: 'text',
        id: `${question.id}/folder/${at}`,
        text,
        // The rest of the path stands below its beginning.
        icon: at === 0 ? 'folder' : 'blank',
      }),
    ),
    ...question.answers.map((_, index): Row => ({ kind: 'answer', question, index })),
  ];
}

/** Every question has it. */
function rejectionOf({ answers }: WaitingQuestion): number {
  return answers.findIndex(({ label }) => label === 'Reject');
}

/** The first is the question's own row. A colon parts the others from the subject, which follows. */
function titleRows(title: string): string[] {
  const rows = wrappedRows(title, TITLE_WIDTH);
  return rows.length === 1 ? rows : wrappedRows(`${title}:`, TITLE_WIDTH);
}

function itemOf(row: Row): vscode.TreeItem {
  if (row.kind === 'question') {
    const { id, title, subject, folder } = row.question;
    const item = new vscode.TreeItem(titleRows(title)[0] ?? title, vscode.TreeItemCollapsibleState.Expanded);
    item.id = id;
    item.iconPath = new vscode.ThemeIcon('question');
    item.contextValue = 'question';
    const where = folder === undefined ? '' : `, in ${folder}`;
    item.accessibilityInformation = { label: `${title}${where}: ${visible(subject)}` };
    return item;
  }
  if (row.kind === 'text') {
    const item = new vscode.TreeItem(row.text);
    item.id = row.id;
    // None, because it would cover the rows around it.
    item.tooltip = '';
    if (row.icon !== undefined) item.iconPath = new vscode.ThemeIcon(row.icon);
    return item;
  }
  const answer = row.question.answers[row.index];
  const item = new vscode.TreeItem(answer?.label ?? '');
  item.id = `${row.question.id}/answer/${row.index}`;
  item.tooltip = '';
  item.iconPath = new vscode.ThemeIcon(answer?.icon ?? 'circle');
  item.command = {
    command: 'sallyport.question.answer',
    title: answer?.label ?? '',
    arguments: [row.question.id, row.index],
  };
  return item;
}
