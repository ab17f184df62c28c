// Reads the problems that VS Code shows, and tracks which languages report any.
import * as vscode from 'vscode';
import type { ProblemWatch } from '../review/review-port.ts';
import type { Problem, Severity } from '../tools/context.ts';
import { renderProblem } from '../tools/get-diagnostics.ts';
import { realOf } from '../workspace/documents.ts';
import { watchProblems } from './problem-watch.ts';

export interface EditorProblems extends vscode.Disposable {
  /** Of files inside the workspace. */
  all(): readonly Problem[];
  watch(path: string): Promise<ProblemWatch>;
}

export interface EditorProblemsOptions {
  readonly show: (path: string) => string;
  readonly maxMs: () => number;
  readonly now: () => number;
}

const severityOf: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

export function openEditorProblems({ show, maxMs, now }: EditorProblemsOptions): EditorProblems {
  const answered = new Set<string>();
  const silent = new Set<string>();
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) {
      const language = languageOf(uri);
      if (language === undefined) continue;
      answered.add(language);
      silent.delete(language);
    }
  });
  return {
    all: () =>
      vscode.languages
        .getDiagnostics()
        .filter(([uri]) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined)
        .flatMap(([uri, found]) => {
          // By real path, like the boundary, even if the folder was opened through a link.
          const real = vscode.Uri.file(realOf(uri.fsPath) ?? uri.fsPath);
          return found.map((diagnostic) => problemOf(real, diagnostic));
        }),
    async watch(path) {
      const uri = vscode.Uri.file(path);
      const language = languageOf(uri) ?? '';
      return watchProblems({
        maxMs: maxMs(),
        now,
        source: {
          hasAnswered: answered.has(language),
          isSilent: silent.has(language),
          markSilent: () => silent.add(language),
          read: () => problemsOf(uri, vscode.DiagnosticSeverity.Warning),
          readElsewhere: () =>
            openFiles()
              .filter((other) => other.toString() !== uri.toString())
              .flatMap((other) => problemsOf(other, vscode.DiagnosticSeverity.Error))
              .slice(0, ELSEWHERE_MAX),
          onChanged: (listener) => {
            const following = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
              const watched = new Set([uri, ...openFiles()].map((file) => file.toString()));
              if (uris.some((changed) => watched.has(changed.toString()))) listener();
            });
            return () => following.dispose();
          },
          render: (problem) => renderProblem(problem, show),
        },
      });
    },
    dispose: () => subscription.dispose(),
  };
}

/** Errors of other files in one answer; the first ones show what broke. */
const ELSEWHERE_MAX = 50;

function openFiles(): vscode.Uri[] {
  return vscode.workspace.textDocuments
    .map(({ uri }) => uri)
    .filter((uri) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined);
}

function problemsOf(uri: vscode.Uri, least: vscode.DiagnosticSeverity): Problem[] {
  const found = vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity <= least);
  return found.map((diagnostic) => problemOf(uri, diagnostic));
}

function languageOf(uri: vscode.Uri): string | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.languageId;
}

function problemOf(uri: vscode.Uri, { severity, range, message, source }: vscode.Diagnostic): Problem {
  return { path: uri.fsPath, severity: severityOf[severity], line: range.start.line + 1, message, source };
}
