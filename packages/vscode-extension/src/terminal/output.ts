// The output of one command: complete in a file, its latest part in memory.
import { createWriteStream, type WriteStream } from 'node:fs';
import { limits } from '@sallyport/protocol';
import { stripTerminal } from './ansi.ts';

export class CommandOutput {
  /** The complete raw output. */
  readonly file: string;
  readonly #stream: WriteStream;
  #raw = '';
  #writtenBytes = 0;
  /** Counted in the clean text, like offsets. */
  #droppedChars = 0;
  #isFileBroken = false;

  constructor(file: string) {
    this.file = file;
    this.#stream = createWriteStream(file, { mode: 0o600 });
    // A full disk must not end the command; replies then use what is in memory.
    this.#stream.on('error', () => {
      this.#isFileBroken = true;
    });
  }

  add(piece: string): void {
    this.#raw += piece;
    const over = this.#raw.length - limits.editor.outputKeptBytes;
    if (over > limits.editor.outputKeptBytes / 4) {
      // At a line break, so that no escape sequence is split.
      const cut = this.#raw.indexOf('\n', over) + 1 || over;
      this.#droppedChars += stripTerminal(this.#raw.slice(0, cut)).length;
      this.#raw = this.#raw.slice(cut);
    }
    if (this.#isFileBroken || this.#writtenBytes > limits.editor.outputFileMaxBytes) return;
    this.#writtenBytes += piece.length;
    this.#stream.write(piece);
  }

  /** The file, if it could be written. */
  get wholeFile(): string | undefined {
    return this.#isFileBroken ? undefined : this.file;
  }

  /** The clean output so far; only its end if it is too long. */
  latest(maxChars = limits.editor.outputMaxChars): { readonly text: string; readonly isCut: boolean } {
    const clean = stripTerminal(this.#raw);
    if (clean.length <= maxChars && this.#droppedChars === 0) return { text: clean, isCut: false };
    return { text: clean.slice(-maxChars), isCut: true };
  }

  /** The offset after all that came so far. */
  get end(): number {
    return this.#droppedChars + stripTerminal(this.#raw).length;
  }

  /** The clean text from an offset. */
  from(offset: number): { readonly text: string; readonly next: number } {
    const clean = stripTerminal(this.#raw);
    const start = Math.max(0, offset - this.#droppedChars);
    const text = clean.slice(start, start + limits.editor.outputMaxChars);
    return { text, next: this.#droppedChars + start + text.length };
  }

  lines(): string[] {
    return stripTerminal(this.#raw).split('\n');
  }

  /** May be called again. */
  async close(): Promise<void> {
    if (this.#stream.closed || this.#isFileBroken) return;
    await new Promise<void>((resolve) => this.#stream.end(() => resolve()));
  }
}
