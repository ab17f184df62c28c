// Runs one command in a terminal and reports its output and end.
import { unlink, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { needsScript, quotePosix, scriptExtension, scriptLine, scriptText, shellKindOf } from './command-form.ts';
import { followPlainRun } from './plain-run.ts';
import { type PlainFiles, plainFilesAt, plainProgram, plainScript } from './plain-script.ts';
import { hasShellIntegration } from './shell-integration.ts';
import type { AgentTerminal } from './terminals.ts';

export type CommandEnd =
  /** `exitCode` is undefined if the shell reported none. */
  | {
      readonly kind: 'ended';
      readonly exitCode: number | undefined;
      /** Something that it started still holds the terminal. */
      readonly isShellBusy?: boolean;
    }
  | { readonly kind: 'closed'; readonly exitCode: number | undefined }
  /** It was only typed into a shell that nothing is known of. */
  | { readonly kind: 'typed' };

export interface RunOptions {
  readonly agentTerminal: AgentTerminal;
  readonly command: string;
  /** Path for a script, without extension; unique to the command. */
  readonly scriptBase: string;
  readonly onOutput: (piece: string) => void;
  /** Aborted when the window closes. */
  readonly signal: AbortSignal;
  readonly platform: NodeJS.Platform;
}

/** How long to wait for remaining output after the end event. */
const STREAM_GRACE_MS = 1000;

export async function runCommand(options: RunOptions): Promise<CommandEnd> {
  const { agentTerminal } = options;
  const { terminal } = agentTerminal;
  const integration = agentTerminal.isPlain === true ? integrationOf(terminal) : await waitForIntegration(terminal);
  if (integration === undefined) {
    agentTerminal.isPlain = true;
    return runWithoutIntegration(options);
  }
  const { line, script } = await prepare(options);
  try {
    return await execute(terminal, integration, line, options.onOutput);
  } finally {
    if (script !== undefined) await unlink(script).catch(() => {});
  }
}

/** Through a script whose files tell output and end, or typed for shells that cannot run one. */
async function runWithoutIntegration(options: RunOptions): Promise<CommandEnd> {
  const { agentTerminal, command, scriptBase, onOutput, signal, platform } = options;
  const { terminal } = agentTerminal;
  const program = plainProgram(shellOf(terminal), platform);
  if (program === undefined) {
    // A script may not have been read yet when this ends; it is removed with the window's folder.
    terminal.sendText((await prepare(options)).line);
    return { kind: 'typed' };
  }
  const files = plainFilesAt(scriptBase);
  await writeFile(files.command, `${command}\n`, { mode: 0o600 });
  const maxBytes = limits.editor.outputFileMaxBytes;
  await writeFile(files.script, plainScript({ program, command, files, maxBytes }), { mode: 0o600 });
  terminal.sendText(`sh ${quotePosix(files.script)}`);
  const isClosed = () => terminal.exitStatus !== undefined;
  const end = await followPlainRun({ files, onOutput, isClosed, signal });
  // A script that was not read yet is needed; what still runs has its files open.
  if (end.kind !== 'typed') await removeAll(files);
  return end;
}

async function removeAll(files: PlainFiles): Promise<void> {
  for (const file of Object.values(files)) await unlink(file).catch(() => {});
}

/** Polls as specified. A shell without integration costs this wait. */
async function waitForIntegration(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration | undefined> {
  const giveUpAt = Date.now() + limits.editor.shellIntegrationMs;
  while (integrationOf(terminal) === undefined && terminal.exitStatus === undefined && Date.now() < giveUpAt) {
    await delay(limits.editor.shellIntegrationPollMs);
  }
  return integrationOf(terminal);
}

function integrationOf(terminal: vscode.Terminal): vscode.TerminalShellIntegration | undefined {
  return hasShellIntegration(vscode.version) ? terminal.shellIntegration : undefined;
}

async function prepare(options: RunOptions): Promise<{ readonly line: string; readonly script?: string }> {
  const shell = shellOf(options.agentTerminal.terminal);
  if (!needsScript(options.command)) return { line: options.command };
  const kind = shellKindOf(shell);
  const script = options.scriptBase + scriptExtension(kind);
  const line = scriptLine(kind, shell, script);
  if (line === undefined) return { line: options.command };
  await writeFile(script, scriptText(kind, options.command), { mode: 0o600 });
  return { line, script };
}

/** Older editors do not say which shell a terminal has. */
function shellOf({ state }: vscode.Terminal): string {
  return state.shell ?? basename(vscode.env.shell);
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
      // Any end in this terminal counts: some commands end under another execution, and nothing else runs here.
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
    // The terminal was closed; its own event reports the end.
  }
}
