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
  /** Of a run that a page opened itself: its calls count towards what the page may call in a minute. */
  readonly isPaced: boolean;
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
  /** Calls of the present minute in runs that pages opened, by origin. */
  readonly #paces = new BoundedMap<string, { readonly startedAt: number; calls: number }>(limits.webOrigin.runs);

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  create(origin: string, maxCalls: number = limits.webOrigin.callsPerRun): Budget {
    if (!Number.isInteger(maxCalls) || maxCalls < 0) {
      throw new SallyportError('ERR_INPUT_INVALID', 'maxCalls must be a whole number that is not negative.');
    }
    return this.#open(this.#begin(origin, maxCalls));
  }

  /** For a page that asks for it: as many as it likes, but only so many calls a minute in all of them. */
  createForPage(origin: string): Budget {
    return this.#open({ ...this.#begin(origin, limits.webOrigin.callsPerRun), isPaced: true });
  }

  /** Takes one call out of a run. The returned function puts it back, for a call that did not run after all. */
  spend(origin: string, runId: string): () => void {
    const run = this.#runs.get(runId);
    // The run of another origin is as unknown as one that never was.
    if (run === undefined || run.origin !== origin || this.#isIdle(run)) throw unknownRun();
    const slowDown = run.isPaced ? this.#pace(origin) : () => {};
    try {
      const putBack = this.#take(run);
      return () => {
        slowDown();
        putBack();
      };
    } catch (thrown) {
      slowDown();
      throw thrown;
    }
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
    return { id: createId(), origin, maxCalls, startedAt: now(), isPaced: false, callsMade: 0, lastAt: now() };
  }

  #open(run: Run): Budget {
    this.#makeRoom(run.origin);
    this.#runs.set(run.id, run);
    return budgetOf(run);
  }

  /** Counts a call of this minute; the returned function takes it back, once. */
  #pace(origin: string): () => void {
    const { now } = this.#options;
    const known = this.#paces.get(origin);
    const isOver = known === undefined || now() - known.startedAt >= limits.webOrigin.quietMs;
    const pace = isOver ? { startedAt: now(), calls: 0 } : known;
    this.#paces.set(origin, pace);
    if (pace.calls >= CALLS_PER_MINUTE) throw hurried();
    pace.calls += 1;
    let isBack = false;
    return () => {
      if (!isBack) pace.calls -= 1;
      isBack = true;
    };
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

const CALLS_PER_MINUTE = limits.webOrigin.runsPerMinute * limits.webOrigin.callsPerRun;

function budgetOf({ id, origin, maxCalls, callsMade, startedAt }: Run): Budget {
  return { runId: id, origin, maxCalls, callsMade, callsLeft: maxCalls - callsMade, startedAt };
}

function unknownRun(): SallyportError {
  return new SallyportError('ERR_BUDGET_EXCEEDED', 'This run is unknown or has ended, so it has no calls left.', {
    hint: 'Begin a new run; this call has not run.',
    data: { outcome: 'not_run', limit: 'run' },
  });
}

function hurried(): SallyportError {
  return new SallyportError(
    'ERR_BUDGET_EXCEEDED',
    `This origin has made its ${CALLS_PER_MINUTE} calls of this minute in runs of its own.`,
    { hint: 'Wait a minute; this call has not run.', data: { outcome: 'not_run', limit: 'budget' } },
  );
}

function exhausted(maxCalls: number): SallyportError {
  return new SallyportError('ERR_BUDGET_EXCEEDED', `This run has used up its ${maxCalls} calls.`, {
    hint: 'Begin a new run; this call has not run.',
    data: { outcome: 'not_run', limit: 'budget', maxCalls },
  });
}
