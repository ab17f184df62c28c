// Runs one command in a terminal and tells its output and end, however the shell reports it.
import { unlink, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { needsScript, scriptExtension, scriptLine, scriptText, shellKindOf } from './command-form.ts';
import type { AgentTerminal } from './terminals.ts';

export type CommandEnd =
  /** `exitCode` is undefined where the shell told none. */
  | { readonly kind: 'ended'; readonly exitCode: number | undefined }
  | { readonly kind: 'closed'; readonly exitCode: number | undefined }
  /** There is no shell integration: it was typed, and nothing more is known. */
  | { readonly kind: 'typed' };

export interface RunOptions {
  readonly agentTerminal: AgentTerminal;
  readonly command: string;
  /** Where a script may be put; without extension, unique to the command. */
  readonly scriptBase: string;
  readonly onOutput: (piece: string) => void;
}

/** After the end event the stream has this long to bring what is still on the way. */
const STREAM_GRACE_MS = 1000;

export async function runCommand(options: RunOptions): Promise<CommandEnd> {
  const { terminal } = options.agentTerminal;
  const integration = await waitForIntegration(terminal);
  const { line, script } = await prepare(options);
  try {
    if (integration === undefined) {
      terminal.sendText(line);
      return { kind: 'typed' };
    }
    return await execute(terminal, integration, line, options.onOutput);
  } finally {
    // A typed script may not have been read yet; it stays, in a folder that is emptied with the window.
    if (script !== undefined && integration !== undefined) await unlink(script).catch(() => {});
  }
}

/** Polls as seed 002 says; a shell without integration costs this wait once, then the answer is known. */
async function waitForIntegration(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration | undefined> {
  const giveUpAt = Date.now() + limits.editor.shellIntegrationMs;
  while (terminal.shellIntegration === undefined && terminal.exitStatus === undefined && Date.now() < giveUpAt) {
    await delay(limits.editor.shellIntegrationPollMs);
  }
  return terminal.shellIntegration;
}

async function prepare(options: RunOptions): Promise<{ readonly line: string; readonly script?: string }> {
  const { shell } = options.agentTerminal.terminal.state;
  if (!needsScript(options.command)) return { line: options.command };
  const kind = shellKindOf(shell);
  const script = options.scriptBase + scriptExtension(kind);
  const line = scriptLine(kind, shell, script);
  if (line === undefined) return { line: options.command };
  await writeFile(script, scriptText(kind, options.command), { mode: 0o600 });
  return { line, script };
}

function execute(
  terminal: vscode.Terminal,
  integration: vscode.TerminalShellIntegration,
  line: string,
  onOutput: (piece: string) => void,
): Promise<CommandEnd> {
  return new Promise((resolve) => {
    let streamed: Promise<void> = Promise.resolve();
    const subscriptions = [
      // Some commands end under another execution than the one that was started: any end in this terminal is ours, since
      // nothing else runs in it.
      vscode.window.onDidEndTerminalShellExecution((event) => {
        if (event.terminal === terminal) finish({ kind: 'ended', exitCode: event.exitCode });
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) finish({ kind: 'closed', exitCode: closed.exitStatus?.code });
      }),
    ];
    function finish(end: CommandEnd): void {
      for (const subscription of subscriptions.splice(0)) subscription.dispose();
      void Promise.race([streamed, delay(STREAM_GRACE_MS)]).then(() => resolve(end));
    }
    const execution = integration.executeCommand(line);
    streamed = forward(execution.read(), onOutput);
  });
}

async function forward(stream: AsyncIterable<string>, onOutput: (piece: string) => void): Promise<void> {
  try {
    for await (const piece of stream) onOutput(piece);
  } catch {
    // The stream goes with its terminal; the end is told by the terminal's own event.
  }
}
