// Agents' visible terminals: opened without taking the focus, and never reused while busy.
import * as vscode from 'vscode';
import { TERMINAL_NAME } from '../names.ts';
import { childrenBySystem, whenIdle } from './idle-shell.ts';
import { type Pooled, TerminalPool } from './terminal-pool.ts';

const nothing = { dispose: () => {} };

export type AgentTerminal = Pooled<vscode.Terminal>;

export function openAgentTerminals(platform: NodeJS.Platform) {
  const pool = new TerminalPool<vscode.Terminal>({
    open: createTerminal,
    close: (terminal) => terminal.dispose(),
    folderOf,
  });
  const hasChildren = childrenBySystem(platform);
  const closing = new AbortController();
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidCloseTerminal((terminal) => pool.forget(terminal)),
    // Of VS Code 1.93 and later.
    vscode.window.onDidStartTerminalShellExecution?.(({ terminal }) => pool.mark(terminal, true)) ?? nothing,
    vscode.window.onDidEndTerminalShellExecution?.(({ terminal }) => pool.mark(terminal, false)) ?? nothing,
  );
  return {
    /** Shows a free terminal in that folder, or a new one. */
    take(cwd: string): AgentTerminal {
      const taken = pool.take(cwd);
      taken.terminal.show(true);
      return taken;
    },
    release: (agentTerminal: AgentTerminal) => pool.release(agentTerminal),
    /** For a shell that does not report the end of a command: when no program runs in it any more. */
    async releaseWhenIdle(agentTerminal: AgentTerminal): Promise<void> {
      const pid = await agentTerminal.terminal.processId;
      if (pid !== undefined && (await whenIdle(pid, hasChildren, closing.signal))) pool.release(agentTerminal);
    },
    dispose: () => {
      closing.abort();
      subscriptions.dispose();
    },
  };
}

/** The shell's current folder, which `cd` may have changed. */
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
