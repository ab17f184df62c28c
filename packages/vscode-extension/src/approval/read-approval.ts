// In the mode `always` reads ask too: once, or for one tool and agent until the window closes.
import { limits, SallyportError } from '@sallyport/protocol';
import * as vscode from 'vscode';

export interface ReadQuestion {
  readonly agent: { readonly id: string; readonly name: string };
  readonly tool: string;
  /** What it is about, such as a path; shown to the user alone. */
  readonly about: string;
  readonly signal: AbortSignal;
}

interface Answer extends vscode.QuickPickItem {
  readonly answer: 'once' | 'always' | 'no';
}

const answers: readonly Answer[] = [
  { label: '$(check) Allow', answer: 'once' },
  { label: '$(pass) Allow this tool for this agent until the window closes', answer: 'always' },
  { label: '$(close) Reject', answer: 'no' },
];

/** Resolves when the user lets it; rejects with ERR_PERMISSION_DENIED or ERR_CONSENT_TIMEOUT when not. */
export function createReadApproval(): (question: ReadQuestion) => Promise<void> {
  const allowed = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();
  return (question) => {
    const mine = turn.then(() => ask(question));
    turn = mine.catch(() => {});
    return mine;
  };

  async function ask({ agent, tool, about, signal }: ReadQuestion): Promise<void> {
    const key = `${agent.id}\n${tool}`;
    if (allowed.has(key)) return;
    const closing = new vscode.CancellationTokenSource();
    const deadline = AbortSignal.timeout(limits.editor.reviewPendingMs);
    const either = AbortSignal.any([signal, deadline]);
    either.addEventListener('abort', () => closing.cancel(), { once: true });
    try {
      const picked = await vscode.window.showQuickPick(
        answers,
        { title: `${agent.name} wants to use ${tool}`, placeHolder: about, ignoreFocusOut: true },
        closing.token,
      );
      signal.throwIfAborted();
      if (deadline.aborted)
        throw new SallyportError('ERR_CONSENT_TIMEOUT', 'The user did not answer', {
          hint: 'Ask the user, then call again.',
        });
      if (picked === undefined || picked.answer === 'no')
        throw new SallyportError('ERR_PERMISSION_DENIED', 'The user rejected this call');
      if (picked.answer === 'always') allowed.add(key);
    } finally {
      closing.dispose();
    }
  }
}
