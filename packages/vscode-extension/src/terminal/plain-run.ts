// Follows a command that runs in a shell without integration, by the files that its script writes.
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@sallyport/protocol';
import type { PlainFiles } from './plain-script.ts';

export interface PlainRunOptions {
  readonly files: PlainFiles;
  readonly onOutput: (piece: string) => void;
  /** Whether the terminal is gone, and the command with it. */
  readonly isClosed: () => boolean;
  /** Aborted when the window closes. */
  readonly signal: AbortSignal;
  readonly startMs?: number;
}

export type PlainEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly isShellBusy: boolean }
  | { readonly kind: 'closed'; readonly exitCode: undefined }
  /** The shell did not run the script. */
  | { readonly kind: 'typed' };

/** A busy machine takes seconds to start a shell. */
const START_MS = 15_000;
/** What runs on in the background keeps the output open; then the rest is not waited for. */
const REST_MS = 1000;
const PIECE_BYTES = 64 * 1024;

export async function followPlainRun({ startMs = START_MS, ...options }: PlainRunOptions): Promise<PlainEnd> {
  const { files, isClosed, signal } = options;
  const output = new GrowingFile(files.output, options.onOutput);
  try {
    const giveUpAt = Date.now() + startMs;
    while (!isClosed() && !signal.aborted) {
      const exitCode = await readExitCode(files.exitCode);
      await output.forward();
      if (exitCode !== undefined)
        return { kind: 'ended', exitCode, isShellBusy: !(await waitForRest(options, output)) };
      if (!output.isThere && Date.now() > giveUpAt) return { kind: 'typed' };
      await delay(limits.editor.shellIntegrationPollMs);
    }
    await output.forward();
    return { kind: 'closed', exitCode: undefined };
  } finally {
    await output.close();
  }
}

/** Whether all of the output came. */
async function waitForRest({ files, isClosed, signal }: PlainRunOptions, output: GrowingFile): Promise<boolean> {
  const giveUpAt = Date.now() + REST_MS;
  for (;;) {
    const isDone = (await readIfPresent(files.done)) !== undefined;
    await output.forward();
    if (isDone || isClosed() || signal.aborted || Date.now() > giveUpAt) return isDone;
    await delay(limits.editor.shellIntegrationPollMs);
  }
}

async function readExitCode(file: string): Promise<number | undefined> {
  const [, digits] = /^(\d+)\n$/.exec((await readIfPresent(file)) ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined; // Not written yet.
  }
}

/** Reads what was added to a file since the last time. */
class GrowingFile {
  readonly #path: string;
  readonly #onText: (text: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #handle: FileHandle | undefined;

  constructor(path: string, onText: (text: string) => void) {
    this.#path = path;
    this.#onText = onText;
  }

  get isThere(): boolean {
    return this.#handle !== undefined;
  }

  async forward(): Promise<void> {
    this.#handle ??= await open(this.#path).catch(() => undefined);
    if (this.#handle === undefined) return;
    const buffer = Buffer.alloc(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await this.#handle.read(buffer, 0, PIECE_BYTES);
      if (bytesRead === 0) return;
      this.#onText(this.#decoder.write(buffer.subarray(0, bytesRead)));
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}
