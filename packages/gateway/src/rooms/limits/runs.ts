// Admit: runs of web origins, each with a budget of calls. An unknown or ended run has no budget.
import { BoundedMap, limits, SallyportError } from '@sallyport/protocol';
import { Pace } from './pace.ts';

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
  /** Opened by a page: its calls count towards the page's calls per minute. */
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
  /** By origin, the run for calls without one. */
  readonly #shared = new BoundedMap<string, Run>(limits.webOrigin.runs);
  /** Calls in runs that pages opened. */
  readonly #minutes: Pace;
  /** Calls in runs that pages opened, and of those that name no run. */
  readonly #hours: Pace;

  constructor(options: RunsOptions) {
    this.#options = options;
    const { now } = options;
    this.#minutes = new Pace({ now, spanMs: limits.webOrigin.quietMs, max: CALLS_PER_MINUTE });
    this.#hours = new Pace({ now, spanMs: limits.webOrigin.hourMs, max: limits.webOrigin.callsPerHour });
  }

  create(origin: string, maxCalls: number = limits.webOrigin.callsPerRun): Budget {
    if (!Number.isInteger(maxCalls) || maxCalls < 0) {
      throw new SallyportError('ERR_INPUT_INVALID', 'maxCalls must be 0 or a positive integer.');
    }
    return this.#open(this.#begin(origin, maxCalls));
  }

  /** For a page: any number of runs, but a limited number of calls per minute and hour in all of them. */
  createForPage(origin: string, maxCalls: number = limits.webOrigin.callsPerRun): Budget {
    const isValid = Number.isInteger(maxCalls) && maxCalls >= 1 && maxCalls <= limits.webOrigin.callsPerRun;
    if (!isValid) {
      const range = `an integer from 1 to ${limits.webOrigin.callsPerRun}`;
      throw new SallyportError('ERR_INPUT_INVALID', `max_calls must be ${range}.`);
    }
    return this.#open({ ...this.#begin(origin, maxCalls), isPaced: true });
  }

  callsThisHour(origin: string): number {
    return this.#hours.callsOf(origin);
  }

  /** Spends one call of a run. The returned function refunds it, for a call that did not run. */
  spend(origin: string, runId: string): () => void {
    const run = this.#runs.get(runId);
    // Another origin's run counts as unknown.
    if (run === undefined || run.origin !== origin || this.#isIdle(run)) throw unknownRun();
    return run.isPaced ? this.#takePaced(run) : this.#take(run);
  }

  /** The same for calls without a run: they share one until their origin was quiet for a while. */
  spendShared(origin: string): () => void {
    const known = this.#shared.get(origin);
    const isQuiet = known === undefined || this.#options.now() - known.lastAt >= limits.webOrigin.quietMs;
    const run = isQuiet ? this.#begin(origin, limits.webOrigin.callsPerRun) : known;
    this.#shared.set(origin, run);
    return this.#takePaced(run);
  }

  /** The final budget; undefined for an unknown run. */
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

  /** Counts a call of this hour, and in a page's own run one of this minute. */
  #pace(origin: string, isPaced: boolean): () => void {
    const endHour = this.#hours.take(origin);
    if (endHour === undefined) throw tooManyCalls(limits.webOrigin.callsPerHour, 'hour');
    const endMinute = isPaced ? this.#minutes.take(origin) : () => {};
    if (endMinute === undefined) {
      endHour();
      throw tooManyCalls(CALLS_PER_MINUTE, 'minute');
    }
    return () => {
      endHour();
      endMinute();
    };
  }

  #takePaced(run: Run): () => void {
    const uncount = this.#pace(run.origin, run.isPaced);
    try {
      const refund = this.#take(run);
      return () => {
        uncount();
        refund();
      };
    } catch (thrown) {
      uncount();
      throw thrown;
    }
  }

  #take(run: Run): () => void {
    run.lastAt = this.#options.now();
    if (run.callsMade >= run.maxCalls) throw exhausted(run.maxCalls);
    run.callsMade += 1;
    let isRefunded = false;
    return () => {
      if (!isRefunded) run.callsMade -= 1;
      isRefunded = true;
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

function tooManyCalls(calls: number, span: 'minute' | 'hour'): SallyportError {
  return new SallyportError('ERR_BUDGET_EXCEEDED', `This origin has used its ${calls} calls per ${span}.`, {
    hint: `Wait until the ${span} is over; this call has not run.`,
    data: { outcome: 'not_run', limit: 'budget' },
  });
}

function exhausted(maxCalls: number): SallyportError {
  return new SallyportError('ERR_BUDGET_EXCEEDED', `This run has used up its ${maxCalls} calls.`, {
    hint: 'Begin a new run; this call has not run.',
    data: { outcome: 'not_run', limit: 'budget', maxCalls },
  });
}
