// The user's file: read as the base of a review, and changed through its document when accepted.
import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limits, SallyportError } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { systemError } from '../workspace/boundary.ts';
import { findOpen, openText, realOf } from '../workspace/documents.ts';
import { decodeText, encodeText, isAlwaysUtf8 } from '../workspace/encodings.ts';
import { largeTextOf } from './large-text.ts';
import { isMixed, withEndingsOf } from './line-endings.ts';
import type { Base, ReviewFacts } from './open-review.ts';
import type { Applied } from './outcomes.ts';
import type { ProblemWatch, WatchProblems } from './review-port.ts';
import { smallestReplacement, withLf } from './text-changes.ts';
import { whyNoSpace, whyNotWritable } from './writable.ts';

/** Uses the open buffer, saved or not; it is never saved for the user, and never lost. */
export async function readBase(path: string): Promise<Base> {
  const uri = vscode.Uri.file(path);
  const denied = await whyNotWritable(path);
  if (denied !== undefined) throw systemError(denied, path);
  const bytes = await readBytes(uri);
  if (isUnsavedNotebook(path)) {
    throw new SallyportError('ERR_TOOL_FAILED', 'The notebook has unsaved changes', {
      hint: 'Ask the user to save it, then call again. Nothing was changed.',
      data: { path },
    });
  }
  if (bytes === undefined) return { text: undefined, eol: '\n', isDirty: false, diskSha256: undefined };
  const large = findOpen(path) === undefined && isAlwaysUtf8() ? largeTextOf(bytes) : undefined;
  if (large !== undefined) return { ...large, isDirty: false, diskSha256: sha256(bytes) };
  const document = await openCurrent(path, bytes);
  if (!(await isReadable(bytes, document))) throw wrongEncoding(path, document);
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const hasMixedEol = isMixed(await decoded(bytes, document));
  return { text: document.getText(), eol, isDirty: document.isDirty, diskSha256: sha256(bytes), hasMixedEol };
}

/** Waits until the document has the text on disk, because VS Code notices external changes late. Returns a dirty one as it is. */
async function openCurrent(path: string, bytes: Uint8Array): Promise<vscode.TextDocument> {
  const document = await openDocument(path);
  const onDisk = await decoded(bytes, document);
  const isCurrent = () => document.isDirty || withLf(document.getText()) === withLf(onDisk);
  if (isCurrent()) return document;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, limits.editor.reloadMs);
    const changes = vscode.workspace.onDidChangeTextDocument(() => {
      if (isCurrent()) end();
    });
    function end(): void {
      clearTimeout(timer);
      changes.dispose();
      resolve();
    }
  });
  return document;
}

/** The open document, by whatever path, or a new hidden one. */
async function openDocument(path: string): Promise<vscode.TextDocument> {
  return findOpen(path) ?? (await openText(path));
}

async function decoded(bytes: Uint8Array, { encoding }: vscode.TextDocument): Promise<string> {
  return (await decodeText(bytes, { encoding })).replace(/^\uFEFF/, '');
}

/** Unsaved cells have no text that could be the base of a review. */
function isUnsavedNotebook(path: string): boolean {
  return vscode.workspace.notebookDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && (uri.fsPath === path || realOf(uri.fsPath) === path),
  );
}

/** Whether decoding and encoding gives the same bytes, so that a save keeps what was not changed. */
async function isReadable(bytes: Uint8Array, { encoding }: vscode.TextDocument): Promise<boolean> {
  const text = await decodeText(bytes, { encoding });
  return Buffer.compare(withoutMark(await encodeText(text, encoding)), withoutMark(bytes)) === 0;
}

/** Decoders and encoders treat the byte order mark differently. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const marks = ['efbbbf', 'fffe', 'feff'];
  const start = Buffer.from(bytes.subarray(0, 3)).toString('hex');
  return bytes.subarray((marks.find((mark) => start.startsWith(mark)) ?? '').length / 2);
}

function wrongEncoding(path: string, { encoding }: vscode.TextDocument): SallyportError {
  const message = `The file is not valid ${encoding ?? 'utf8'} text: saving would corrupt it`;
  return new SallyportError('ERR_TOOL_FAILED', message, {
    hint: 'Ask the user to choose "Reopen with Encoding" for it in VS Code, then call again. Nothing was changed.',
    data: { path },
  });
}

export interface ApplyOptions {
  readonly watchProblems: WatchProblems;
  /** Shows the document without taking the focus, because problems are found only in visible documents. */
  readonly show: (document: vscode.TextDocument) => Promise<void>;
}

/** Saves through the user's document, which applies their formatters, encoding and line endings. */
export async function applyToFile(
  { path }: ReviewFacts,
  base: Base,
  accepted: string,
  options: ApplyOptions,
): Promise<Applied> {
  const uri = vscode.Uri.file(path);
  const reason = await conflictReason(path, base);
  if (reason !== undefined) return { kind: 'conflict', reason, base: await readBase(path) };
  // Before anything changes: a save that fails leaves the user's document unsaved, and one on a full disk an empty file.
  const refused =
    (await whyNotWritable(path)) ?? (await whyNoSpace(dirname(path), Buffer.byteLength(accepted), statfs));
  if (refused !== undefined) return { kind: 'conflict', reason: refused.message, base };
  const before = base.hasMixedEol === true ? await readBytes(uri) : undefined;
  const undoCreation = base.text === undefined ? await createFile(uri, accepted) : async () => {};
  const changed = await change(path, accepted, options).catch(async (error: unknown) => {
    await undoCreation();
    throw error;
  });
  if (changed === undefined) {
    await undoCreation();
    const reason = 'VS Code could not save the file; it was changed or locked by another program.';
    return { kind: 'conflict', reason, base: await readBase(path) };
  }
  const { document, problems } = changed;
  // Autosave may have interfered with the formatter.
  if (document.isDirty) await document.save();
  const hasKeptEol = before !== undefined && !base.isDirty && (await putEndingsBack(document, before));
  const bytes = (await readBytes(uri)) ?? new Uint8Array();
  const content = await decoded(bytes, document);
  return { kind: 'saved', content, sha256: sha256(bytes), problems: await problems.settle(), hasKeptEol };
}

/** VS Code saves all lines with one ending; those of lines that did not change are written again. False when it cannot. */
async function putEndingsBack(document: vscode.TextDocument, before: Uint8Array): Promise<boolean> {
  const saved = await readBytes(document.uri);
  if (saved === undefined || document.isDirty) return false;
  const text = withEndingsOf(await decodeText(before, document), await decodeText(saved, document));
  if (text === undefined) return false;
  const bytes = await encodeText(text, document.encoding);
  // A mark that the decoder removed.
  const mark = saved.subarray(0, saved.length - withoutMark(saved).length);
  await vscode.workspace.fs.writeFile(document.uri, Buffer.concat([mark, withoutMark(bytes)]));
  return true;
}

/** Undefined when it could not be saved; the document is then unchanged. */
async function change(
  path: string,
  text: string,
  { show, watchProblems }: ApplyOptions,
): Promise<{ document: vscode.TextDocument; problems: ProblemWatch } | undefined> {
  const document = await openDocument(path);
  await show(document);
  const problems = await watchProblems(path);
  const before = document.getText();
  if ((await replaceText(document, text)) && (await document.save())) return { document, problems };
  await replaceText(document, before);
  return undefined;
}

/** A sentence when buffer or file no longer match the left side of the diff. */
async function conflictReason(path: string, base: Base): Promise<string | undefined> {
  if (!isStillReal(path)) return 'A folder in its path is now a link to somewhere else.';
  const bytes = await readBytes(vscode.Uri.file(path));
  if (base.text === undefined) return bytes === undefined ? undefined : 'A file with this name was created meanwhile.';
  if (bytes === undefined) return 'The file was deleted meanwhile.';
  if (isUnsavedNotebook(path)) return 'The notebook has unsaved changes.';
  const document = await openDocument(path);
  if (withLf(document.getText()) !== withLf(base.text)) return 'The text in the editor was changed meanwhile.';
  if (sha256(bytes) === base.diskSha256) return undefined;
  // The user may just have saved the text of the base.
  return withLf(await decoded(bytes, document)) === withLf(base.text)
    ? undefined
    : 'The file on disk was changed meanwhile.';
}

/** The path had all links resolved; it is still inside the workspace if no part of it has become a link. */
function isStillReal(path: string): boolean {
  const real = realOf(path);
  return real === undefined ? dirname(path) === path || isStillReal(dirname(path)) : real === path;
}

/** Creates an empty file and its folders; a CRLF inside sets the document's line endings. Returns the undo function. */
async function createFile(uri: vscode.Uri, text: string): Promise<() => Promise<void>> {
  const missing: vscode.Uri[] = [];
  for (let folder = dirname(uri.fsPath); !(await exists(vscode.Uri.file(folder))); folder = dirname(folder)) {
    missing.push(vscode.Uri.file(folder));
  }
  const edit = new vscode.WorkspaceEdit();
  const contents = Buffer.from(text.includes('\r\n') ? '\r\n' : '');
  edit.createFile(uri, { overwrite: false, ignoreIfExists: false, contents });
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
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, replacement.text);
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
    return false; // Any other fault shows up at its parent.
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
