// The user's own file: read as the base of a review, and changed through its document when the review is accepted.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Base, ReviewFacts } from './open-review.ts';
import type { Applied } from './review-desk.ts';
import type { WatchProblems } from './review-port.ts';
import { smallestReplacement, withLf } from './text-changes.ts';

/** The buffer where there is one, dirty or not: it is never saved for the user, and never lost. */
export async function readBase(path: string): Promise<Base> {
  const uri = vscode.Uri.file(path);
  const bytes = await readBytes(uri);
  if (bytes === undefined) return { text: undefined, eol: '\n', isDirty: false, diskSha256: undefined };
  const document = await vscode.workspace.openTextDocument(uri);
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return { text: document.getText(), eol, isDirty: document.isDirty, diskSha256: sha256(bytes) };
}

export interface ApplyOptions {
  readonly watchProblems: WatchProblems;
  /** Shows the document beside, without the focus, unless it is visible: problems are only found in what is shown. */
  readonly show: (document: vscode.TextDocument) => Promise<void>;
}

/** Saves the accepted text through the real document, so that formatters, encoding and line endings are the user's. */
export async function applyToFile(
  { path }: ReviewFacts,
  base: Base,
  accepted: string,
  options: ApplyOptions,
): Promise<Applied> {
  const uri = vscode.Uri.file(path);
  const left = await whyBaseLeft(uri, base);
  if (left !== undefined) return { kind: 'conflict', reason: left, base: await readBase(path) };
  const undoCreation = base.text === undefined ? await createEmpty(uri) : undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  await options.show(document);
  const problems = await options.watchProblems(path);
  const before = document.getText();
  if (!(await replaceText(document, accepted)) || !(await document.save())) {
    await replaceText(document, before);
    await undoCreation?.();
    const reason = 'VS Code could not save the file; it was changed or locked by another program.';
    return { kind: 'conflict', reason, base: await readBase(path) };
  }
  const bytes = (await readBytes(uri)) ?? new Uint8Array();
  const content = await vscode.workspace.decode(bytes, { encoding: document.encoding });
  return {
    kind: 'saved',
    content: content.replace(/^\uFEFF/, ''),
    sha256: sha256(bytes),
    problems: await problems.settle(),
  };
}

/** A sentence when buffer or disk are no longer what the user saw on the left side. */
async function whyBaseLeft(uri: vscode.Uri, base: Base): Promise<string | undefined> {
  const bytes = await readBytes(uri);
  if (base.text === undefined) return bytes === undefined ? undefined : 'A file of this name was created meanwhile.';
  if (bytes === undefined) return 'The file was deleted meanwhile.';
  const document = await vscode.workspace.openTextDocument(uri);
  if (withLf(document.getText()) !== withLf(base.text)) return 'The text in the editor was changed meanwhile.';
  if (sha256(bytes) === base.diskSha256) return undefined;
  // Whoever saved the very text of the base, as the user may well have done, changed nothing.
  const onDisk = await vscode.workspace.decode(bytes, { encoding: document.encoding });
  return withLf(onDisk.replace(/^\uFEFF/, '')) === withLf(base.text)
    ? undefined
    : 'The file on disk was changed meanwhile.';
}

/** With the folders it needs. Returns the way back. */
async function createEmpty(uri: vscode.Uri): Promise<() => Promise<void>> {
  const missing: vscode.Uri[] = [];
  for (let folder = dirname(uri.fsPath); !(await exists(vscode.Uri.file(folder))); folder = dirname(folder)) {
    missing.push(vscode.Uri.file(folder));
  }
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`VS Code could not create ${uri.fsPath}.`);
  return async () => {
    await vscode.workspace.fs.delete(uri);
    for (const folder of missing) await vscode.workspace.fs.delete(folder);
  };
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const replacement = smallestReplacement(document.getText(), text);
  if (replacement === undefined) return true;
  const range = new vscode.Range(document.positionAt(replacement.start), document.positionAt(replacement.end));
  const edits = [vscode.TextEdit.replace(range, replacement.text)];
  // Only a file that was just created has other line endings than its text.
  const isCrlf = replacement.text.includes('\r\n');
  if (isCrlf && document.eol === vscode.EndOfLine.LF) edits.push(vscode.TextEdit.setEndOfLine(vscode.EndOfLine.CRLF));
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, edits);
  return vscode.workspace.applyEdit(edit);
}

async function readBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false; // Its parent will tell, if it is something else than missing.
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
