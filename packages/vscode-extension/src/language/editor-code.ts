// Queries language servers through VS Code's commands, with a deadline.
import { limits, SallyportError } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { openText } from '../workspace/documents.ts';
import type { CodeAction, CodeFacts, CodeLocation, CodePosition, CodeSymbol, FileChange } from './code-facts.ts';

export function createEditorCode(): CodeFacts {
  return {
    async lineAt(path, line) {
      const document = await openText(path);
      return line >= 1 && line <= document.lineCount ? document.lineAt(line - 1).text : undefined;
    },
    definitions: async (position) => locations(await at<Found[]>('vscode.executeDefinitionProvider', position)),
    references: async (position) => locations(await at<Found[]>('vscode.executeReferenceProvider', position)),
    async documentSymbols(path) {
      const { uri } = await openText(path);
      const found = await ask<AnySymbol[]>('vscode.executeDocumentSymbolProvider', uri);
      return (found ?? []).flatMap((symbol) => flatten(symbol, path, 0));
    },
    async workspaceSymbols(query) {
      const found = await ask<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', query);
      return (found ?? []).map(fromInformation);
    },
    async rename(position, newName) {
      const edit = await at<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', position, newName);
      return edit === undefined ? [] : changesOf(edit);
    },
    actions: async (path, startLine, endLine) => (await actionsAt(path, startLine, endLine)).map(describeAction),
    async applyAction(path, startLine, endLine, title) {
      const action = (await actionsAt(path, startLine, endLine)).find((found) => found.title === title);
      if (action === undefined)
        throw new SallyportError('ERR_INPUT_INVALID', 'There is no code action with this title here');
      if (action.edit === undefined) {
        const message = 'This action runs an editor command instead of editing text';
        throw new SallyportError('ERR_TOOL_FAILED', message, {
          hint: 'Only actions that edit text can be applied.',
        });
      }
      return changesOf(action.edit);
    },
  };
}

type Found = vscode.Location | vscode.LocationLink;
type AnyAction = vscode.CodeAction | vscode.Command;
type AnySymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

async function at<T>(
  command: string,
  { path, line, column }: CodePosition,
  ...more: unknown[]
): Promise<T | undefined> {
  const { uri } = await openText(path);
  return ask<T>(command, uri, new vscode.Position(line - 1, column - 1), ...more);
}

/** Passes on the server's message; gives up at the deadline. */
async function ask<T>(command: string, ...args: unknown[]): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent()), limits.editor.codeMs);
  });
  try {
    return await Promise.race([vscode.commands.executeCommand<T | undefined>(command, ...args), late]);
  } catch (error) {
    if (error instanceof SallyportError) throw error;
    throw new SallyportError('ERR_TOOL_FAILED', error instanceof Error ? error.message : 'The language server failed', {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function silent(): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', 'The language server did not answer', {
    hint: 'It may still be loading: try again.',
  });
}

function locations(found: readonly Found[] | undefined): CodeLocation[] {
  return (found ?? []).map((one) =>
    'targetUri' in one
      ? locationOf(one.targetUri, one.targetSelectionRange ?? one.targetRange)
      : locationOf(one.uri, one.range),
  );
}

function locationOf(uri: vscode.Uri, { start, end }: vscode.Range): CodeLocation {
  return { path: uri.fsPath, line: start.line + 1, column: start.character + 1, endLine: end.line + 1 };
}

function flatten(symbol: AnySymbol, path: string, depth: number): CodeSymbol[] {
  if ('location' in symbol) return [fromInformation(symbol)];
  const { name, kind, range, children } = symbol;
  const own = { name, kind: kindName(kind), location: locationOf(vscode.Uri.file(path), range), depth };
  return [own, ...children.flatMap((child) => flatten(child, path, depth + 1))];
}

function fromInformation({ name, kind, location, containerName }: vscode.SymbolInformation): CodeSymbol {
  const at = locationOf(location.uri, location.range);
  return { name, kind: kindName(kind), location: at, depth: 0, container: containerName || undefined };
}

function kindName(kind: vscode.SymbolKind): string {
  return (vscode.SymbolKind[kind] ?? 'symbol').toLowerCase();
}

async function actionsAt(path: string, startLine: number, endLine: number): Promise<vscode.CodeAction[]> {
  const document = await openText(path);
  const { uri } = document;
  const range = document.validateRange(new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER));
  // Limits how many actions are resolved, which costs the server time.
  const most = 20;
  const found = await ask<AnyAction[]>('vscode.executeCodeActionProvider', uri, range, undefined, most);
  return (found ?? []).filter(
    (action): action is vscode.CodeAction => !('command' in action && typeof action.command === 'string'),
  );
}

function describeAction({ title, kind, isPreferred, disabled }: vscode.CodeAction): CodeAction {
  return { title, kind: kind?.value, isPreferred: isPreferred === true, disabledBecause: disabled?.reason };
}

/** Each file's text before and after; changes nothing. */
async function changesOf(edit: vscode.WorkspaceEdit): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const [uri, edits] of edit.entries()) {
    // The path of a cell is its notebook's, which its text would replace.
    if (uri.scheme !== 'file') {
      const message = 'It would change something that is not a file, such as a notebook cell';
      throw new SallyportError('ERR_TOOL_FAILED', message, {
        hint: 'Nothing was changed. apply_diff can edit the file as text.',
      });
    }
    const document = await openText(uri.fsPath);
    const original = document.getText();
    changes.push({ path: uri.fsPath, original, proposed: applied(document, original, edits) });
  }
  return changes;
}

/** Backwards, so that earlier offsets stay valid. */
function applied(document: vscode.TextDocument, original: string, edits: readonly vscode.TextEdit[]): string {
  return edits
    .map(({ range, newText }) => ({
      start: document.offsetAt(range.start),
      end: document.offsetAt(range.end),
      newText,
    }))
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, newText }) => text.slice(0, start) + newText + text.slice(end), original);
}
