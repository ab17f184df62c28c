// The answers by which the user rejects a question, with or without a note to the agent.
import * as vscode from 'vscode';
import type { Answer } from '../questions/waiting-questions.ts';

export interface Rejected {
  readonly kind: 'rejected';
  readonly note?: string;
}

export const rejections: readonly Answer<Rejected>[] = [
  { label: 'Reject', icon: 'close', choose: () => ({ kind: 'rejected' }) },
  {
    label: 'Reject with a note…',
    icon: 'comment',
    choose: async (over) => {
      const note = await askText({ title: 'What should the agent know?', value: '' }, over);
      return note === undefined ? undefined : { kind: 'rejected', ...(note === '' ? {} : { note }) };
    },
  },
];

/** Undefined when the user cancels, or when the question is over. */
export async function askText(
  options: Pick<vscode.InputBoxOptions, 'title' | 'value'>,
  over: AbortSignal,
): Promise<string | undefined> {
  const closing = new vscode.CancellationTokenSource();
  const close = () => closing.cancel();
  over.addEventListener('abort', close, { once: true });
  try {
    return await vscode.window.showInputBox({ ...options, ignoreFocusOut: true }, closing.token);
  } finally {
    over.removeEventListener('abort', close);
    closing.dispose();
  }
}
