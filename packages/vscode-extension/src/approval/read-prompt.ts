// Asks about a read with a quick pick.
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { printable, shownAgent } from '../printable.ts';
import type { ReadAnswer, ReadPrompt } from './read-approval.ts';

interface Item extends vscode.QuickPickItem {
  readonly answer: ReadAnswer;
}

const items: readonly Item[] = [
  { label: '$(check) Allow', answer: 'once' },
  { label: '$(pass) Allow this tool for this agent until the window closes', answer: 'always' },
  { label: '$(close) Reject', answer: 'no' },
];

export const readPrompt: ReadPrompt = ({ agent, tool, about, signal }) =>
  new Promise((resolve, reject) => {
    const pick = vscode.window.createQuickPick<Item>();
    const shownAtMs = Date.now();
    pick.title = `${shownAgent(agent.name)} wants to use ${tool}`;
    pick.placeholder = printable(about);
    pick.items = items.filter(({ answer }) => answer !== 'always' || agent.isClaimed !== true);
    pick.ignoreFocusOut = true;
    const subscriptions = [
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen !== undefined && Date.now() - shownAtMs > limits.editor.answerTooSoonMs)
          finish(() => resolve(chosen.answer));
        else pick.selectedItems = [];
      }),
      pick.onDidHide(() => finish(() => resolve('no'))),
    ];
    const onAbort = () => finish(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    pick.show();

    function finish(then: () => void): void {
      signal.removeEventListener('abort', onAbort);
      for (const subscription of subscriptions.splice(0)) subscription.dispose();
      pick.dispose();
      then();
    }
  });
