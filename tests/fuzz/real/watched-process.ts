// A program of ours as a process: its memory can be asked for, and its end or an uncaught error is a problem.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@sallyport/protocol';
import { type Memory, Problem } from '../base/target.ts';

const probe = fileURLToPath(new URL('../run/memory-probe.cjs', import.meta.url));
const MEMORY_MS = 20_000;

export class WatchedProcess {
  readonly #name: string;
  readonly #child: ChildProcess;
  #uncaught: string | undefined;
  #isClosing = false;

  constructor(name: string, program: string, args: readonly string[], env: Record<string, string>) {
    this.#name = name;
    this.#child = spawn(process.execPath, ['--expose-gc', '--require', probe, program, ...args], {
      env,
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    });
    this.#child.stdin?.on('error', () => {});
    this.#child.on('message', (message) => {
      if (isRecord(message) && 'uncaught' in message) this.#uncaught = String(message.uncaught);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stdin(): Writable {
    return present(this.#child.stdin);
  }

  get stdout(): Readable {
    return present(this.#child.stdout);
  }

  /** Throws when it ended, or let an error pass. */
  mustRun(): void {
    const uncaught = this.#uncaught;
    this.#uncaught = undefined;
    if (uncaught !== undefined) throw new Problem(`The ${this.#name} did not catch: ${uncaught}`);
    const { exitCode, signalCode } = this.#child;
    if (!this.#isClosing && this.#hasEnded)
      throw new Problem(`The ${this.#name} ended with ${exitCode ?? signalCode}.`);
  }

  /** After a collection. */
  memory(): Promise<Memory> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The ${this.#name} did not tell its memory.`)), MEMORY_MS);
      const onMessage = (message: unknown) => {
        if (!isRecord(message) || !isRecord(message.memory)) return;
        clearTimeout(timer);
        this.#child.off('message', onMessage);
        const { heapBytes, residentBytes } = message.memory;
        resolve({ heapBytes: Number(heapBytes), residentBytes: Number(residentBytes) });
      };
      this.#child.on('message', onMessage);
      this.#child.send('memory', (error) => error && reject(error));
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

function present<Stream>(stream: Stream | null): Stream {
  if (stream === null) throw new Error('The process has no such stream.');
  return stream;
}
