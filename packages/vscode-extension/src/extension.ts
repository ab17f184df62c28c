// Entry point of the extension: VS Code calls activate once per window, and deactivate when it closes.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRunning, readMachine, withUserHome } from '@sallyport/native-host/run-directory';
import * as vscode from 'vscode';
import { showJournal } from './journal/journal-menu.ts';
import { CHANNEL_NAME } from './names.ts';
import { DoorLifecycle } from './window/door-lifecycle.ts';
import { localFolders } from './window/local-folders.ts';
import { registerMcpDefinition } from './window/mcp-definition.ts';
import { readSettings } from './window/settings.ts';
import { createStatusItem } from './window/status-item.ts';
import { showStatus } from './window/status-menu.ts';
import { ensureToken } from './window/token.ts';
import { openWindowTools } from './window/window-tools.ts';

/**
 * Run in reverse order by deactivate, which VS Code waits for. Subscriptions are disposed meanwhile, so what the endings use is not
 * among them: a line for a closed channel throws.
 */
const endings: (() => Promise<void>)[] = [];

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  // First, because fetching the token takes longer than everything else.
  const keptToken = ensureToken(context.secrets, randomBytes);
  const channel = vscode.window.createOutputChannel(CHANNEL_NAME, { log: true });
  const status = createStatusItem();
  const now = () => Date.now();
  const onFault = (thrown: unknown) => channel.error(`fault: ${describeFault(thrown)}`);
  const folders = () => localFolders(vscode.workspace.workspaceFolders);
  const machine = withUserHome(readMachine());
  const tools = openWindowTools({ context, folders, machine, log: channel, now, onFault });
  const token = await keptToken;
  const definition = registerMcpDefinition({ state: () => life.state, token });
  const life: DoorLifecycle = new DoorLifecycle({
    settings: readSettings,
    token,
    offerTo: tools.offerTo,
    isAwaited: (callerId) => tools.reviews.isWaitingFor(callerId),
    onLost: (callerId) => tools.agentLeft(callerId),
    folders,
    isTrusted: () => vscode.workspace.isTrusted,
    configFile: join(homedir(), '.claude.json'),
    machine,
    pid: process.pid,
    isAlive: isRunning,
    now,
    random: randomBytes,
    log: channel,
    onFault,
    onState: (state) => {
      status.show(state, readSettings().approvalMode === 'never');
      definition.changed();
    },
  });
  status.show(life.state, false);
  const menu = {
    state: () => life.state,
    token,
    start: () => life.start(),
    stop: () => life.stop(),
    showLog: () => channel.show(true),
    showJournal: () => showJournal(tools.journal.list()),
  };
  endings.push(
    async () => {
      for (const part of [channel, status, definition]) part.dispose();
    },
    () => tools.close().catch(onFault),
    () => life.stop().catch(onFault),
  );
  context.subscriptions.push(
    vscode.commands.registerCommand('sallyport.start', () => life.start()),
    vscode.commands.registerCommand('sallyport.stop', () => life.stop()),
    vscode.commands.registerCommand('sallyport.status', () => showStatus(menu)),
    vscode.commands.registerCommand('sallyport.journal', menu.showJournal),
    vscode.commands.registerCommand('sallyport.forgetRules', tools.forgetRules),
    vscode.workspace.onDidChangeWorkspaceFolders(() => life.refresh()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('sallyport')) life.refresh();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void life.trusted().catch(onFault)),
  );
  if (readSettings().autoStart) await life.start();
}

export async function deactivate(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}

/** Only name and stack: the message of a foreign error may contain payloads. */
function describeFault(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  return `${thrown.name} ${(thrown.stack ?? '').split('\n').slice(1, 4).join(' ').trim()}`;
}
