// An in-memory file system for both sides of every review, so that autosave never writes to disk.
import { BoundedMap } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { isAlwaysUtf8 } from '../workspace/encodings.ts';
import { draftBytes } from './large-text.ts';

interface DraftFile {
  readonly bytes: Uint8Array;
  readonly isReadonly: boolean;
  readonly changedAt: number;
}

/** An auto save waits a second, so few are ever late at once. */
const FORGOTTEN_MAX = 50;

export class DraftFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, DraftFile>();
  /** Of decided reviews: VS Code would open a draft again if a late auto save of it failed. */
  readonly #forgotten = new BoundedMap<string, vscode.FileStat>(FORGOTTEN_MAX);
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #now: () => number;
  #lastChange = 0;
  readonly onDidChangeFile = this.#changes.event;
  readonly #writes = new vscode.EventEmitter<vscode.Uri>();
  /** The user saved a right side. */
  readonly onDidWrite = this.#writes.event;

  constructor(now: () => number) {
    this.#now = now;
  }

  put(uri: vscode.Uri, text: string, { isReadonly }: { readonly isReadonly: boolean }): void {
    this.#store(uri, encode(text), isReadonly);
  }

  /**
   * A text of before a restart. Its time is older than any that VS Code remembers of the file, so that an editor with unsaved
   * text still saves without a conflict.
   */
  bringBack(uri: vscode.Uri, text: string, { isReadonly }: { readonly isReadonly: boolean }): void {
    this.#files.set(uri.toString(), { bytes: encode(text), isReadonly, changedAt: 1 });
    this.#changes.fire([{ type: vscode.FileChangeType.Created, uri }]);
  }

  has(uri: vscode.Uri): boolean {
    return this.#files.has(uri.toString());
  }

  textOf(uri: vscode.Uri): string {
    // TextDecoder drops the byte order mark.
    return new TextDecoder().decode(this.#get(uri).bytes);
  }

  forget(uri: vscode.Uri): void {
    if (this.has(uri)) this.#forgotten.set(uri.toString(), this.stat(uri));
    this.#files.delete(uri.toString());
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {}); // Every change is fired from #store.
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const forgotten = this.#forgottenStat(uri);
    if (forgotten !== undefined) return forgotten;
    const { bytes, isReadonly, changedAt } = this.#get(uri);
    const permissions = isReadonly ? vscode.FilePermission.Readonly : undefined;
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: bytes.byteLength, permissions };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).bytes;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    if (this.#forgottenStat(uri) !== undefined) return;
    if (this.#get(uri).isReadonly) refuse(uri);
    this.#store(uri, content, false);
    this.#writes.fire(uri);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  #store(uri: vscode.Uri, bytes: Uint8Array, isReadonly: boolean): void {
    // Each change needs its own timestamp, even within a millisecond.
    this.#lastChange = Math.max(this.#now(), this.#lastChange + 1);
    this.#files.set(uri.toString(), { bytes, isReadonly, changedAt: this.#lastChange });
    this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  #forgottenStat(uri: vscode.Uri): vscode.FileStat | undefined {
    return this.has(uri) ? undefined : this.#forgotten.get(uri.toString());
  }

  #get(uri: vscode.Uri): DraftFile {
    const file = this.#files.get(uri.toString());
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}

function encode(text: string): Uint8Array {
  return draftBytes(text, isAlwaysUtf8);
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
