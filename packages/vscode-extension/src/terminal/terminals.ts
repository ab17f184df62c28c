// The visible terminals of agents: one per working folder, used again when it is free, never while something runs in it.
import * as vscode from 'vscode';
import { TERMINAL_NAME } from '../names.ts';

export interface AgentTerminal {
  readonly terminal: vscode.Terminal;
  /** Where it was opened. */
  readonly cwd: string;
  isBusy: boolean;
}

export interface AgentTerminals extends vscode.Disposable {
  /** A free one of that folder, or a new one; marked busy at once, so that two calls never share it. */
  take(cwd: string): AgentTerminal;
}

export function openAgentTerminals(): AgentTerminals {
  const terminals = new Set<AgentTerminal>();
  const find = (terminal: vscode.Terminal) => [...terminals].find((known) => known.terminal === terminal);
  const subscriptions = [
    vscode.window.onDidCloseTerminal((terminal) => {
      const known = find(terminal);
      if (known !== undefined) terminals.delete(known);
    }),
    // The user may type into it, too: then it is theirs until that has ended.
    vscode.window.onDidStartTerminalShellExecution(({ terminal }) => mark(terminal, true)),
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => mark(terminal, false)),
  ];
  function mark(terminal: vscode.Terminal, isBusy: boolean): void {
    const known = find(terminal);
    if (known !== undefined) known.isBusy = isBusy;
  }
  return {
    take(cwd) {
      const free = [...terminals].find((known) => !known.isBusy && folderOf(known) === cwd);
      const taken = free ?? { terminal: createTerminal(cwd), cwd, isBusy: true };
      taken.isBusy = true;
      terminals.add(taken);
      taken.terminal.show(true);
      return taken;
    },
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Where the shell is now, which a `cd` may have changed. */
export function folderOf({ terminal, cwd }: AgentTerminal): string {
  return terminal.shellIntegration?.cwd?.fsPath ?? cwd;
}

function createTerminal(cwd: string): vscode.Terminal {
  return vscode.window.createTerminal({
    name: TERMINAL_NAME,
    cwd,
    iconPath: new vscode.ThemeIcon('shield'),
    isTransient: true,
    // A pager would wait for a key that nobody presses.
    env: { PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat' },
  });
}
