// Wires the tools of one window to workspace, reviews, approval, terminals and journal.
import { randomBytes, randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { basename, join } from 'node:path';
import type { Offer } from '@sallyport/mcp-door';
import { isRunning, type Machine } from '@sallyport/native-host/run-directory';
import { createFence } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { createActionPrompt } from '../approval/action-prompt.ts';
import { AskingCalls } from '../approval/asking-calls.ts';
import { createCommandApproval } from '../approval/command-approval.ts';
import { createCommandPrompt } from '../approval/command-prompt.ts';
import { createReadApproval, isRead } from '../approval/read-approval.ts';
import { createReadPrompt } from '../approval/read-prompt.ts';
import { createRuleStore } from '../approval/rule-store.ts';
import { openEditorProblems } from '../diagnostics/editor-problems.ts';
import { type Caller, createEditorOffer, type EditorOfferOptions } from '../door/editor-offer.ts';
import { type EditorJournal, openEditorJournal } from '../journal/editor-journal.ts';
import { createEditorCode } from '../language/editor-code.ts';
import { openQuestionView } from '../questions/question-view.ts';
import { WaitingQuestions } from '../questions/waiting-questions.ts';
import { openReviews, type Reviews } from '../review/reviews.ts';
import { shellKindOf } from '../terminal/command-form.ts';
import { openTerminalJobs } from '../terminal/jobs.ts';
import { removeLeftovers } from '../terminal/leftovers.ts';
import { editorTools } from '../tools/all.ts';
import { createBoundary } from '../workspace/boundary.ts';
import { createDocuments } from '../workspace/documents.ts';
import { createFileMoves } from '../workspace/file-moves.ts';
import { findRipgrep } from './ripgrep-path.ts';
import { readSettings } from './settings.ts';
import { createUserEditors } from './user-editors.ts';

export interface WindowToolsOptions {
  readonly context: vscode.ExtensionContext;
  readonly folders: () => readonly string[];
  readonly machine: Machine;
  readonly log: vscode.LogOutputChannel;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
}

export interface WindowTools {
  readonly offerTo: (caller: Caller) => Offer;
  readonly reviews: Reviews;
  /** It lost its connection: its questions are withdrawn, and its reviews wait for it to come back. */
  agentLeft(agentId: string): void;
  readonly forgetRules: () => unknown;
  readonly journal: EditorJournal;
  /** Closes in reverse order of opening. Idempotent. */
  close(): Promise<void>;
}

/** Disk space for waiting reviews: two of the largest that fit into a call, or all of usual size. */
const KEPT_REVIEWS_MAX_BYTES = 96 * 1024 * 1024;

export function openWindowTools({ context, folders, machine, log, now, onFault }: WindowToolsOptions): WindowTools {
  const boundary = createBoundary({ roots: folders, flavour: process.platform === 'win32' ? 'win32' : 'posix' });
  const problems = openEditorProblems({ show: boundary.show, maxMs: () => readSettings().diagnosticDelay, now });
  const { storageUri } = context;
  const reviews = openReviews({
    watchProblems: (path) => problems.watch(path),
    store: storageUri && {
      folder: join(storageUri.fsPath, 'reviews'),
      pid: process.pid,
      maxBytes: KEPT_REVIEWS_MAX_BYTES,
      isOwner: (pid, writtenAtMs) => isRunning(pid) && writtenAtMs > now() - uptime() * 1000,
      onFault,
    },
    now,
  });
  const ripgrep = findRipgrep(vscode.env.appRoot, process.platform, process.arch);
  const documents = createDocuments();
  const code = createEditorCode();
  const editors = createUserEditors();
  const rules = createRuleStore({ project: context.workspaceState, global: context.globalState });
  const questions = new WaitingQuestions(now);
  const questionView = openQuestionView(questions);
  const asking = new AskingCalls();
  const asksNothing = () => readSettings().approvalMode === 'never';
  const askForCommand = createCommandApproval({
    rules,
    prompt: createCommandPrompt(questions),
    asksNothing,
    isPosix: () => process.platform !== 'win32' && shellKindOf(basename(vscode.env.shell)) === 'posix',
  });
  const askForAction = createActionPrompt({ questions, asksNothing });
  const fileMoves = createFileMoves();
  const askForRead = createReadApproval(createReadPrompt(questions));
  const commandsFolder = join(context.globalStorageUri.fsPath, 'commands');
  removeLeftovers(commandsFolder, isRunning);
  const jobs = openTerminalJobs({
    folder: join(commandsFolder, String(process.pid)),
    createId: () => randomUUID().slice(0, 8),
    platform: machine.platform,
  });
  const journal = openEditorJournal(machine);
  const options: EditorOfferOptions = {
    tools: editorTools,
    contextFor: ({ caller, signal, left, onProgress }) => ({
      agent: caller,
      signal,
      onProgress,
      boundary,
      documents,
      review: reviews.review,
      isApproved: asksNothing(),
      ripgrep: ripgrep === undefined ? undefined : { command: ripgrep },
      problems: () => problems.all(),
      code,
      editors,
      jobs,
      askForCommand: (question) => askForCommand({ ...question, signal: AbortSignal.any([question.signal, left]) }),
      fileMoves,
      askForAction: (question) => askForAction({ ...question, signal: AbortSignal.any([question.signal, left]) }),
    }),
    asking,
    admit: async ({ tool, args, caller, signal, left }) => {
      if (!isRead(tool, args) || readSettings().approvalMode !== 'always') return;
      const about = String(args.path ?? args.query ?? '');
      await askForRead({ agent: caller, tool: tool.name, about, signal: AbortSignal.any([signal, left]) });
    },
    createId: () => randomUUID(),
    fence: createFence(randomBytes),
    now,
    onFault,
    onEnd: (ended) => {
      const { tool, caller, durationMs, code = 'ok' } = ended;
      log.info(`${caller.name}: ${tool} ${code} in ${durationMs} ms`);
      journal.record(ended);
    },
  };
  return {
    offerTo: (caller) => createEditorOffer(options, caller),
    reviews,
    agentLeft: (agentId) => {
      asking.agentLeft(agentId);
      reviews.agentLeft(agentId);
    },
    forgetRules: () => {
      reviews.forgetRules();
      return rules.forget();
    },
    journal,
    close: async () => {
      await reviews.close();
      await jobs.close();
      journal.close();
      problems.dispose();
      questionView.dispose();
    },
  };
}
