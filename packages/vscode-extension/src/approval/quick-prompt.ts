// Asks about a command with a quick pick: the editable command, and the answers below it.
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { shownAgent } from '../printable.ts';
import type { Choice, CommandPrompt, RuleScope } from './command-approval.ts';
import type { CommandRule } from './rules.ts';

interface PromptItem extends vscode.QuickPickItem {
  readonly choose: (command: string) => Choice | 'note';
}

const scopes: readonly { readonly scope: RuleScope; readonly where: string }[] = [
  { scope: 'session', where: 'until this window closes' },
  { scope: 'project', where: 'in this workspace' },
  { scope: 'global', where: 'in this folder, in every workspace' },
];

export const quickPrompt: CommandPrompt = {
  ask: (question, offered) =>
    new Promise((resolve, reject) => {
      const pick = vscode.window.createQuickPick<PromptItem>();
      const shownAtMs = Date.now();
      let typedAtMs = shownAtMs;
      let isOver = false;
      pick.title = `${shownAgent(question.agent)} wants to run a command in ${question.cwd}`;
      pick.placeholder = 'Edit the command before it runs';
      const shown = oneLine(question.command);
      pick.value = shown;
      /** An unedited command is used as it came, since it may contain the mark itself. */
      const commandOf = (text: string) => (text === shown ? question.command : manyLines(text));
      pick.ignoreFocusOut = true;
      pick.items = itemsFor(question.command, offered);
      const subscriptions = [
        pick.onDidChangeValue((command) => {
          typedAtMs = Date.now();
          pick.items = itemsFor(commandOf(command), offered);
        }),
        pick.onDidAccept(() => {
          const nowMs = Date.now();
          const isMeant =
            nowMs - shownAtMs > limits.editor.answerTooSoonMs &&
            (typedAtMs === shownAtMs || nowMs - typedAtMs > limits.editor.answerTooSoonMs / 2);
          const [chosen] = pick.selectedItems;
          if (!isMeant || chosen === undefined) {
            // Otherwise a second click on the same item would not fire an event.
            pick.selectedItems = [];
            return;
          }
          const choice = chosen.choose(commandOf(pick.value));
          if (choice !== 'note') finish(() => resolve(choice));
          else finish(() => void askNote().then(resolve, reject));
        }),
        pick.onDidHide(() => finish(() => resolve({ kind: 'rejected' }))),
      ];
      const onAbort = () => finish(() => reject(question.signal.reason));
      question.signal.addEventListener('abort', onAbort, { once: true });
      pick.show();

      function finish(then: () => void): void {
        if (isOver) return;
        isOver = true;
        question.signal.removeEventListener('abort', onAbort);
        for (const subscription of subscriptions) subscription.dispose();
        pick.dispose();
        then();
      }
    }),
};

/** Shown for a line break, because the input has one line. */
const BREAK = '⏎';

function oneLine(command: string): string {
  return command.replaceAll(/\r?\n/g, BREAK);
}

function manyLines(text: string): string {
  return text.replaceAll(BREAK, '\n');
}

function itemsFor(command: string, offered: (command: string) => readonly CommandRule[]): PromptItem[] {
  const always = { alwaysShow: true };
  const run: PromptItem = {
    ...always,
    label: '$(play) Run',
    description: sizeOf(command),
    choose: (text) => ({ kind: 'run', command: text }),
  };
  const reject: PromptItem = { ...always, label: '$(close) Reject', choose: () => ({ kind: 'rejected' }) };
  const withNote: PromptItem = {
    ...always,
    label: '$(comment) Reject with a note to the agent…',
    choose: () => 'note',
  };
  if (command.trim() === '') return [reject, withNote];
  const remembered = offered(command).flatMap((rule) =>
    scopes.map(
      ({ scope, where }): PromptItem => ({
        ...always,
        label: `$(pass) Run, and always allow ${nameOf(rule)} ${where}`,
        choose: (text) => ({ kind: 'run', command: text, remember: { scope, rule } }),
      }),
    ),
  );
  return [run, reject, withNote, ...remembered];
}

/** The input cuts long commands, so the full size is shown. */
function sizeOf(command: string): string {
  const lines = command.trimEnd().split('\n').length;
  if (lines === 1 && command.length <= SHOWN_CHARS) return '';
  return `${lines === 1 ? '' : `${lines} lines, `}${command.length} characters: read all of it`;
}

/** About as many as the input shows. */
const SHOWN_CHARS = 70;

function nameOf(rule: CommandRule): string {
  return rule.kind === 'exact' ? 'exactly this command' : `"${rule.words.join(' ')} …"`;
}

async function askNote(): Promise<Choice> {
  const note = await vscode.window.showInputBox({ prompt: 'What should the agent know?', ignoreFocusOut: true });
  return { kind: 'rejected', ...(note === undefined || note === '' ? {} : { note }) };
}
