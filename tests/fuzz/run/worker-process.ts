// A worker as its owner sees it: tasks with a deadline, and what it was doing when it hung or died.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@sallyport/protocol';
import type { Json, Programs } from '../base/target.ts';
import type { FeedDone, MemoryDone, SliceDone, Task } from './worker.ts';

export interface WorkerOptions {
  readonly target: string;
  readonly programs: Programs;
  /** For its progress file. */
  readonly folder: string;
}

/** The worker did not answer in time, or ended. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

/** Longer than opening a subject takes on a busy machine. */
const OPEN_MS = 30_000;
/** An input that takes longer than this is given up; the limit for a finding is far below. */
const STUCK_MS = 30_000;

export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #progress: string;
  #output = '';

  constructor({ target, programs, folder }: WorkerOptions) {
    this.#progress = join(mkdtempSync(join(folder, `${target}-`)), 'progress');
    const program = fileURLToPath(new URL('./worker.ts', import.meta.url));
    this.#child = fork(program, [target, this.#progress, JSON.stringify(programs)], {
      execArgv: ['--expose-gc', '--import', 'tsx', '--conditions=@sallyport/source'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (bytes: Buffer) => {
      this.#output = (this.#output + bytes.toString()).slice(-4000);
    });
  }

  /** The index of the input that it was fed last. */
  get lastIndex(): number {
    const bytes = readFileSync(this.#progress);
    return bytes.byteLength === 8 ? bytes.readDoubleBE() : 0;
  }

  async slice(seed: number, index: number, ms: number): Promise<SliceDone> {
    return (await this.#ask({ task: 'slice', seed, index, ms }, OPEN_MS + ms + STUCK_MS)) as SliceDone;
  }

  async feed(input: Json): Promise<FeedDone> {
    return (await this.#ask({ task: 'feed', input }, OPEN_MS + STUCK_MS)) as FeedDone;
  }

  async memory(): Promise<MemoryDone> {
    return (await this.#ask({ task: 'memory' }, OPEN_MS)) as MemoryDone;
  }

  async close(): Promise<void> {
    if (this.#hasEnded) return;
    await this.#ask({ task: 'close' }, OPEN_MS).catch(() => {});
    await this.kill();
  }

  async kill(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #ask(task: Task, deadlineMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const child = this.#child;
      const settle = (end: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
        end();
      };
      const lost = (what: string) => settle(() => reject(new WorkerLost(`${what}\n${this.#output}`.trim())));
      const onMessage = (message: unknown) => {
        if (isRecord(message) && 'done' in message) settle(() => resolve(message.done));
        else lost(`The worker failed: ${isRecord(message) ? String(message.failed) : ''}`);
      };
      const onExit = (code: number | null, signal: string | null) => lost(`The process ended with ${code ?? signal}.`);
      const timer = setTimeout(() => lost('It did not come back.'), deadlineMs);
      child.on('message', onMessage).on('exit', onExit);
      if (this.#hasEnded) lost('The process has ended.');
      else child.send(task, (error) => error && lost(error.message));
    });
  }
}
