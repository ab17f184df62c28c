// The extension's entry: VS Code calls activate once a window, and deactivate when it goes.
import { randomBytes, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { isRunning, readMachine } from '@sallyport/native-host/run-directory';
import * as vscode from 'vscode';
import { createCommandApproval } from './approval/command-approval.ts';
import { quickPrompt } from './approval/quick-prompt.ts';
import { createReadApproval } from './approval/read-approval.ts';
import { readPrompt } from './approval/read-prompt.ts';
import { createRuleStore } from './approval/rule-store.ts';
import { openEditorProblems } from './diagnostics/editor-problems.ts';
import { createEditorOffer, type EditorOfferOptions } from './door/editor-offer.ts';
import { openEditorJournal } from './journal/editor-journal.ts';
import { showJournal } from './journal/journal-menu.ts';
import { createEditorCode } from './language/editor-code.ts';
import { CHANNEL_NAME } from './names.ts';
import { openReviews } from './review/reviews.ts';
import { shellKindOf } from './terminal/command-form.ts';
import { openTerminalJobs } from './terminal/jobs.ts';
import { removeLeftovers } from './terminal/leftovers.ts';
import { editorTools } from './tools/all.ts';
import { DoorLife } from './window/door-life.ts';
import { createEditorHands } from './window/editor-hands.ts';
import { localFolders } from './window/local-folders.ts';
import { registerMcpDefinition } from './window/mcp-definition.ts';
import { findRipgrep } from './window/ripgrep-path.ts';
import { readSettings } from './window/settings.ts';
import { createStatusItem } from './window/status-item.ts';
import { showStatus } from './window/status-menu.ts';
import { ensureToken } from './window/token.ts';
import { createBoundary } from './workspace/boundary.ts';
import { createDocuments } from './workspace/documents.ts';

/** What must be undone when the window goes, last first. VS Code waits for deactivate, not for subscriptions. */
const endings: (() => Promise<void>)[] = [];

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  // Asked for first: VS Code takes longer to fetch it than all the rest takes here.
  const keptToken = ensureToken(context.secrets, randomBytes);
  const channel = vscode.window.createOutputChannel(CHANNEL_NAME, { log: true });
  const status = createStatusItem();
  const now = () => Date.now();
  const onFault = (thrown: unknown) => channel.error(`fault: ${describeFault(thrown)}`);
  const folders = () => localFolders(vscode.workspace.workspaceFolders);
  const boundary = createBoundary({ roots: folders, flavour: process.platform === 'win32' ? 'win32' : 'posix' });
  const problems = openEditorProblems({ show: boundary.show, maxMs: () => readSettings().diagnosticDelay, now });
  const reviews = openReviews({ watchProblems: (path) => problems.watch(path) });
  const ripgrep = findRipgrep(vscode.env.appRoot, process.platform, process.arch);
  const documents = createDocuments();
  const code = createEditorCode();
  const editors = createEditorHands();
  const rules = createRuleStore({ project: context.workspaceState, global: context.globalState });
  const askForCommand = createCommandApproval({
    rules,
    prompt: quickPrompt,
    asksNothing: () => readSettings().approvalMode === 'never',
    isPosix: () => process.platform !== 'win32' && shellKindOf(basename(vscode.env.shell)) === 'posix',
  });
  const askForRead = createReadApproval(readPrompt);
  const commandsFolder = join(context.globalStorageUri.fsPath, 'commands');
  removeLeftovers(commandsFolder, isRunning);
  const jobs = openTerminalJobs({
    folder: join(commandsFolder, String(process.pid)),
    createId: () => randomUUID().slice(0, 8),
  });
  const machine = readMachine();
  const journal = openEditorJournal(machine);
  const offerOptions: EditorOfferOptions = {
    tools: editorTools,
    contextFor: ({ caller, signal, onProgress }) => ({
      agent: caller,
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
      boundary,
      documents,
      review: reviews,
      isApproved: readSettings().approvalMode === 'never',
      ripgrep: ripgrep === undefined ? undefined : { command: ripgrep },
      problems: () => problems.all(),
      code,
      editors,
      jobs,
      askForCommand,
    }),
    admit: async ({ tool, args, caller, signal }) => {
      const isLook = tool.effect === 'read' || tool.effect === 'act';
      if (!isLook || readSettings().approvalMode !== 'always') return;
      await askForRead({ agent: caller, tool: tool.name, about: String(args.path ?? args.query ?? ''), signal });
    },
    createId: () => randomUUID(),
    now,
    onFault,
    onEnd: (ended) => {
      const { tool, caller, durationMs, code = 'ok' } = ended;
      channel.info(`${caller.name}: ${tool} ${code} in ${durationMs} ms`);
      journal.record(ended);
    },
  };
  const token = await keptToken;
  const definition = registerMcpDefinition({ state: () => life.state, token });
  const life: DoorLife = new DoorLife({
    settings: readSettings,
    token,
    offerTo: (caller) => createEditorOffer(offerOptions, caller),
    isAwaited: (callerId) => reviews.isWaitingFor(callerId),
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
    showJournal: () => showJournal(journal.list()),
  };
  endings.push(
    async () => journal.close(),
    () => jobs.close(),
    () => reviews.close(),
    () => life.stop(),
  );
  context.subscriptions.push(
    channel,
    status,
    problems,
    definition,
    vscode.commands.registerCommand('sallyport.start', () => life.start()),
    vscode.commands.registerCommand('sallyport.stop', () => life.stop()),
    vscode.commands.registerCommand('sallyport.status', () => showStatus(menu)),
    vscode.commands.registerCommand('sallyport.journal', menu.showJournal),
    vscode.commands.registerCommand('sallyport.forgetRules', () => rules.forget()),
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

/** Codes and messages of ours carry no payloads; of a foreign error only its kind and place are told. */
function describeFault(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  return `${thrown.name} ${(thrown.stack ?? '').split('\n').slice(1, 4).join(' ').trim()}`;
}
