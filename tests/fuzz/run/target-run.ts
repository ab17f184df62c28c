// One target in a run: its worker, how far it is, how long inputs took, and what was found and made smaller.
import { randomFor } from '../base/random.ts';
import { shrink } from '../base/shrink.ts';
import type { Json, Programs, Target } from '../base/target.ts';
import { causeOf, corpusOf, type Finding } from './findings.ts';
import type { MemoryDone } from './worker.ts';
import { WorkerLost, WorkerProcess } from './worker-process.ts';

export interface TargetRunOptions {
  readonly target: Target;
  readonly seed: number;
  readonly programs: Programs;
  readonly folder: string;
  readonly onFinding: (finding: Finding) => void;
}

/** One input must not take longer. */
const HANG_MS = 1000;
/** A busy machine is slow now and then, a slow input always. */
const SLOW_TRIES = 3;
const MAX_FINDINGS = 5;
const SHRINK_TRIES = 400;
const SHRINK_MS = 20_000;

export class TargetRun {
  readonly #options: TargetRunOptions;
  readonly #causes = new Set<string>();
  #worker: WorkerProcess | undefined;
  #index = 0;
  /** Of the worker that runs now; another one's memory cannot be compared. */
  #baseline: MemoryDone | undefined;
  corpus = 0;
  inputs = 0;
  longestMs = 0;

  constructor(options: TargetRunOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.target.name;
  }

  get isGivenUp(): boolean {
    return this.#causes.size >= MAX_FINDINGS;
  }

  /** Opens the subject and feeds what once failed, before the time of the run counts. */
  async begin(): Promise<void> {
    for (const { path, finding } of corpusOf(this.name)) {
      this.corpus += 1;
      const problem = await this.problemWith(finding.input);
      if (problem !== undefined) this.#report({ ...finding, problem: `${problem}\n(again: ${path})` });
    }
    await this.slice(0);
  }

  /** Feeds new inputs for this long. */
  async slice(ms: number): Promise<void> {
    const from = this.#index;
    try {
      const done = await this.#openWorker().slice(this.#options.seed, from, ms);
      this.#index = done.next;
      this.inputs += done.next - from;
      if (done.problem !== undefined) await this.#examine(done.next - 1, done.problem);
      else if (done.longestMs > HANG_MS) await this.#examine(done.longestIndex, undefined);
      else this.longestMs = Math.max(this.longestMs, done.longestMs);
    } catch (thrown) {
      if (!(thrown instanceof WorkerLost)) throw thrown;
      const index = Math.max(from, this.#openWorker().lastIndex);
      this.inputs += index + 1 - from;
      this.#index = index + 1;
      await this.#drop();
      await this.#examine(index, thrown.message);
    }
  }

  /** Undefined when the input does no harm. A slow input must be slow each time. */
  async problemWith(input: Json): Promise<string | undefined> {
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < SLOW_TRIES; tries += 1) {
      try {
        const { ms, problem } = await this.#openWorker().feed(input);
        if (problem !== undefined) return problem;
        fastestMs = Math.min(fastestMs, ms);
        if (fastestMs <= HANG_MS) break;
      } catch (thrown) {
        if (!(thrown instanceof WorkerLost)) throw thrown;
        await this.#drop();
        return thrown.message;
      }
    }
    if (fastestMs <= HANG_MS) this.longestMs = Math.max(this.longestMs, fastestMs);
    return fastestMs > HANG_MS ? `It took ${Math.round(fastestMs)} ms.` : undefined;
  }

  async noteBaseline(): Promise<MemoryDone | undefined> {
    this.#baseline = await this.#worker?.memory().catch(() => undefined);
    return this.#baseline;
  }

  /** Then and now; undefined when the worker was replaced in between. */
  async memory(): Promise<{ readonly before: MemoryDone; readonly after: MemoryDone } | undefined> {
    const before = this.#baseline;
    const after = await this.#worker?.memory().catch(() => undefined);
    return before === undefined || after === undefined ? undefined : { before, after };
  }

  async close(): Promise<void> {
    await this.#worker?.close();
  }

  #openWorker(): WorkerProcess {
    const { target, programs, folder } = this.#options;
    this.#worker ??= new WorkerProcess({ target: target.name, programs, folder });
    return this.#worker;
  }

  async #drop(): Promise<void> {
    await this.#worker?.kill();
    this.#worker = undefined;
    this.#baseline = undefined;
  }

  async #examine(index: number, problem: string | undefined): Promise<void> {
    const { target, seed } = this.#options;
    const input = target.generate(randomFor(seed, target.name, index));
    const alone = await this.problemWith(input);
    if (alone === undefined) {
      // What was slow once was not slow because of the input.
      if (problem !== undefined)
        this.#report({ target: target.name, seed, index, input, problem: `${problem}\n(not when it is fed alone)` });
      return;
    }
    if (this.#causes.has(causeOf(alone))) return;
    const fails = async (candidate: Json) => {
      const found = await this.problemWith(candidate);
      return found !== undefined && causeOf(found) === causeOf(alone);
    };
    const smallest = await shrink(input, fails, { maxTries: SHRINK_TRIES, maxMs: SHRINK_MS, now: Date.now });
    this.#report({ target: target.name, seed, index, input: smallest, problem: alone });
  }

  #report(finding: Finding): void {
    const cause = causeOf(finding.problem);
    if (this.#causes.has(cause)) return;
    this.#causes.add(cause);
    this.#options.onFinding(finding);
  }
}
