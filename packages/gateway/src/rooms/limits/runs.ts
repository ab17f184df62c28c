// Admit: runs of web origins, each with a budget of calls. A run that is unknown or has ended has no budget at all.
import { BoundedMap, limits, SallyportError } from '@sallyport/protocol';

/** What a run may still do. */
export interface Budget {
  readonly runId: string;
  readonly origin: string;
  readonly maxCalls: number;
  readonly callsMade: number;
  readonly callsLeft: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt?: number;
}

interface Run {
  readonly id: string;
  readonly origin: string;
  readonly maxCalls: number;
  readonly startedAt: number;
  callsMade: number;
  lastAt: number;
}

export interface RunsOptions {
  readonly now: () => number;
  readonly createId: () => string;
}

export class Runs {
  readonly #options: RunsOptions;
  /** Oldest first. */
  readonly #runs = new Map<string, Run>();
  /** The run of an origin whose calls name none. */
  readonly #shared = new BoundedMap<string, Run>(limits.webOrigin.runs);

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  create(origin: string, maxCalls: number = limits.webOrigin.callsPerRun): Budget {
    if (!Number.isInteger(maxCalls) || maxCalls < 0) {
      throw new SallyportError('ERR_INPUT_INVALID', 'maxCalls must be a whole number that is not negative.');
    }
    const run = this.#begin(origin, maxCalls);
    this.#makeRoom(origin);
    this.#runs.set(run.id, run);
    return budgetOf(run);
  }

  /** Takes one call out of a run. The returned function puts it back, for a call that did not run after all. */
  spend(origin: string, runId: string): () => void {
    const run = this.#runs.get(runId);
    // The run of another origin is as unknown as one that never was.
    if (run === undefined || run.origin !== origin || this.#isIdle(run)) throw unknownRun();
    return this.#take(run);
  }

  /** The same for a call that names no run: such calls share one, until their origin was quiet for a while. */
  spendShared(origin: string): () => void {
    const known = this.#shared.get(origin);
    const isQuiet = known === undefined || this.#options.now() - known.lastAt >= limits.webOrigin.quietMs;
    const run = isQuiet ? this.#begin(origin, limits.webOrigin.callsPerRun) : known;
    this.#shared.set(origin, run);
    return this.#take(run);
  }

  /** The final budget; undefined for a run that is not there. */
  end(runId: string): Budget | undefined {
    const run = this.#runs.get(runId);
    this.#runs.delete(runId);
    return run === undefined ? undefined : { ...budgetOf(run), endedAt: this.#options.now() };
  }

  #begin(origin: string, maxCalls: number): Run {
    const { now, createId } = this.#options;
    return { id: createId(), origin, maxCalls, startedAt: now(), callsMade: 0, lastAt: now() };
  }

  #take(run: Run): () => void {
    run.lastAt = this.#options.now();
    if (run.callsMade >= run.maxCalls) throw exhausted(run.maxCalls);
    run.callsMade += 1;
    let isBack = false;
    return () => {
      if (!isBack) run.callsMade -= 1;
      isBack = true;
    };
  }

  #isIdle(run: Run): boolean {
    return this.#options.now() - run.lastAt >= limits.webOrigin.runIdleMs;
  }

  #makeRoom(origin: string): void {
    const own = [...this.#runs.values()].filter((run) => run.origin === origin);
    const [oldestOwn] = own;
    if (own.length >= limits.webOrigin.runsPerOrigin && oldestOwn !== undefined) this.#runs.delete(oldestOwn.id);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size >= limits.webOrigin.runs && oldest !== undefined) this.#runs.delete(oldest);
  }
}

function budgetOf({ id, origin, maxCalls, callsMade, startedAt }: Run): Budget {
  return { runId: id, origin, maxCalls, callsMade, callsLeft: maxCalls - callsMade, startedAt };
}

function unknownRun(): SallyportError {
  return new SallyportError('ERR_BUDGET_EXCEEDED', 'This run is unknown or has ended, so it has no calls left.', {
    hint: 'Begin a new run; this call has not run.',
    data: { outcome: 'not_run', limit: 'run' },
  });
}

function exhausted(maxCalls: number): SallyportError {
  return new SallyportError('ERR_BUDGET_EXCEEDED', `This run has used up its ${maxCalls} calls.`, {
    hint: 'Begin a new run; this call has not run.',
    data: { outcome: 'not_run', limit: 'budget', maxCalls },
  });
}
