// Asks about a command in the view of questions; only an answer that needs text opens an input.
import * as vscode from 'vscode';
import { shownAgent } from '../printable.ts';
import type { Answer, WaitingQuestions } from '../questions/waiting-questions.ts';
import type { Choice, CommandPrompt, RuleScope } from './command-approval.ts';
import { askText, rejections } from './rejections.ts';
import type { CommandRule } from './rules.ts';

const scopes: readonly { readonly scope: RuleScope; readonly where: string }[] = [
  { scope: 'session', where: 'until this window closes' },
  { scope: 'project', where: 'in this workspace' },
  { scope: 'global', where: 'in this folder, in every workspace' },
];

export function createCommandPrompt(questions: WaitingQuestions): CommandPrompt {
  return {
    ask: ({ agent, command, cwd, signal }, offered) => {
      const answers: readonly Answer<Choice>[] = [
        { label: 'Run', icon: 'play', choose: () => ({ kind: 'run', command }) },
        {
          label: 'Edit…',
          icon: 'edit',
          choose: async (over) => {
            const edited = await askText({ title: 'Edit the command. Enter runs it.', value: oneLine(command) }, over);
            if (edited === undefined || edited.trim() === '') return undefined;
            // An unedited command is used as it came, since it may contain the mark itself.
            return { kind: 'run', command: edited === oneLine(command) ? command : manyLines(edited) };
          },
        },
        ...rejections,
        { label: 'Run and always allow…', icon: 'pass', choose: (over) => askRule(command, offered(command), over) },
      ];
      const title = `${shownAgent(agent)} wants to run a command`;
      return questions.ask({ title, subject: command, folder: cwd }, answers, signal);
    },
  };
}

async function askRule(command: string, rules: readonly CommandRule[], over: AbortSignal): Promise<Choice | undefined> {
  const items = rules.flatMap((rule) =>
    scopes.map(({ scope, where }) => ({
      label: `Run, and always allow ${nameOf(rule)} ${where}`,
      remember: { scope, rule },
    })),
  );
  const closing = new vscode.CancellationTokenSource();
  const close = () => closing.cancel();
  over.addEventListener('abort', close, { once: true });
  try {
    const chosen = await vscode.window.showQuickPick(items, { title: command }, closing.token);
    return chosen && { kind: 'run', command, remember: chosen.remember };
  } finally {
    over.removeEventListener('abort', close);
    closing.dispose();
  }
}

/** Shown for a line break, because the input has one line. */
const BREAK = '⏎';

function oneLine(command: string): string {
  return command.replaceAll(/\r?\n/g, BREAK);
}

function manyLines(text: string): string {
  return text.replaceAll(BREAK, '\n');
}

function nameOf(rule: CommandRule): string {
  return rule.kind === 'exact' ? 'exactly this command' : `"${rule.words.join(' ')} …"`;
}
