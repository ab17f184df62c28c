// Keeps one server running: starts it, restarts it after crashes with growing pauses, and finally gives up.
import { limits, SallyportError, unlessAborted } from '@sallyport/protocol';
import { isSignInNeeded } from './sign-in/sign-in.ts';

/** `signed-out` waits until a person signs in; a restart would change nothing. */
export type ServerState = 'stopped' | 'starting' | 'running' | 'crashed' | 'restarting' | 'failed' | 'signed-out';

export interface Supervised {
  readonly closed: Promise<SallyportError>;
  close(): Promise<void>;
}

export interface SupervisorOptions<T extends Supervised> {
  /** Must reject when the signal is aborted. */
  readonly connect: (signal: AbortSignal) => Promise<T>;
  readonly onState: (state: ServerState) => void;
  readonly onCrash: (attempt: number, maxAttempts: number) => void;
  readonly onRestarted: () => void;
  readonly onFailed: (error: SallyportError) => void;
  readonly times?: SupervisorTimes;
}

export interface SupervisorTimes {
  readonly startMs?: number;
  readonly backoffMs?: number;
  readonly sustainedMs?: number;
}

export class Supervisor<T extends Supervised> {
  readonly #options: SupervisorOptions<T>;
  readonly #life = new AbortController();
  #state: ServerState = 'stopped';
  #live: T | undefined;
  /** The start under way, shared by everyone who needs the server. */
  #starting: Promise<T> | undefined;
  /** The pause before the next start. */
  #pause: { readonly timer: NodeJS.Timeout; readonly ended: Promise<void>; readonly end: () => void } | undefined;
  #sustained: NodeJS.Timeout | undefined;
  #attempts = 0;
  #restarts = 0;
  #error: SallyportError | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: SupervisorOptions<T>) {
    this.#options = options;
  }

  get state(): ServerState {
    return this.#state;
  }

  get live(): T | undefined {
    return this.#live;
  }

  /** Restarts since the gateway started. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Why it is not running. */
  get error(): SallyportError | undefined {
    return this.#state === 'running' ? undefined : this.#error;
  }

  start(): void {
    this.#start('starting').catch(() => {});
  }

  /**
   * The running server. Waits while it starts or pauses before its next start, and starts a failed one once more. Rejects with
   * the reason when that start fails.
   */
  async ready(signal: AbortSignal): Promise<T> {
    if (this.#live !== undefined) return this.#live;
    if (this.#life.signal.aborted) throw stopped();
    signal.throwIfAborted();
    const pause = Promise.resolve(this.#pause?.ended);
    return unlessAborted(
      signal,
      pause.then(() => this.#live ?? this.#start('starting')),
    );
  }

  /** Stops it if it runs, and starts it with a fresh count of attempts. */
  async restart(): Promise<void> {
    this.#endPause();
    while (this.#starting !== undefined) await this.#starting.catch(() => {});
    const live = this.#live;
    this.#live = undefined;
    clearTimeout(this.#sustained);
    this.#attempts = 0;
    this.#restarts += 1;
    // Closing the old one is part of the start: callers wait for it and do not start another.
    await this.#start('restarting', () => live?.close());
  }

  /** Replaces a connection whose MCP session ended. The server lives, so this is not a crash. */
  async renew(lost: T, signal: AbortSignal): Promise<T> {
    if (this.#live === lost) {
      this.#live = undefined;
      this.#start('restarting').catch(() => {});
      lost.close().catch(() => {});
    }
    return this.ready(signal);
  }

  /** May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#life.abort(stopped());
    this.#endPause();
    clearTimeout(this.#sustained);
    await this.#starting?.catch(() => {});
    await this.#live?.close();
    this.#live = undefined;
    this.#enter('stopped');
  }

  /** Concurrent callers share one start. */
  #start(as: 'starting' | 'restarting', before?: () => Promise<void> | undefined): Promise<T> {
    if (this.#life.signal.aborted) return Promise.reject(stopped());
    this.#starting ??= this.#connect(as, before).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #connect(as: 'starting' | 'restarting', before?: () => Promise<void> | undefined): Promise<T> {
    const wasFailed = this.#state === 'failed';
    this.#enter(as);
    await before?.();
    const { connect, times = {} } = this.#options;
    const deadline = new AbortController();
    const startMs = times.startMs ?? limits.server.startMs;
    const timer = setTimeout(() => deadline.abort(tooSlow(startMs)), startMs);
    try {
      const live = await connect(AbortSignal.any([deadline.signal, this.#life.signal]));
      if (this.#life.signal.aborted) {
        await live.close();
        throw stopped();
      }
      this.#settle(live, as);
      return live;
    } catch (thrown) {
      const error = asUnavailable(thrown);
      if (!this.#life.signal.aborted) this.#onStopped(error, wasFailed);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #settle(live: T, as: 'starting' | 'restarting'): void {
    this.#live = live;
    this.#error = undefined;
    this.#enter('running');
    clearTimeout(this.#sustained);
    this.#sustained = setTimeout(() => {
      this.#attempts = 0;
    }, this.#options.times?.sustainedMs ?? limits.server.sustainedMs);
    this.#sustained.unref();
    if (as === 'restarting') this.#options.onRestarted();
    live.closed
      .then((why) => {
        if (this.#live !== live || this.#life.signal.aborted) return;
        this.#live = undefined;
        clearTimeout(this.#sustained);
        this.#onStopped(why, false);
      })
      .catch(() => {});
  }

  /** It crashed or did not start: schedules the next start, or gives up. */
  #onStopped(why: SallyportError, wasFailed: boolean): void {
    this.#error = why;
    if (isSignInNeeded(why)) {
      this.#enter('signed-out');
      this.#options.onFailed(why);
      return;
    }
    const attempt = this.#attempts + 1;
    if (!wasFailed) {
      this.#enter('crashed');
      this.#options.onCrash(attempt, limits.server.restartAttempts);
    }
    if (wasFailed || attempt > limits.server.restartAttempts) {
      this.#enter('failed');
      this.#options.onFailed(why);
      return;
    }
    this.#attempts = attempt;
    this.#pauseFor((this.#options.times?.backoffMs ?? limits.server.restartBackoffMs) * attempt);
  }

  #pauseFor(ms: number): void {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const timer = setTimeout(() => {
      this.#endPause();
      this.#restarts += 1;
      this.#start('restarting').catch(() => {});
    }, ms);
    this.#pause = { timer, ended, end };
  }

  #endPause(): void {
    clearTimeout(this.#pause?.timer);
    const pause = this.#pause;
    this.#pause = undefined;
    // Waiters resume after the next start has begun.
    queueMicrotask(() => pause?.end());
  }

  #enter(state: ServerState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}

/** A call that waited for a failed start has not run. */
function asUnavailable(thrown: unknown): SallyportError {
  const known = thrown instanceof SallyportError ? thrown : undefined;
  const { hint } = known?.data?.outcome === 'unknown' ? { hint: undefined } : (known ?? {});
  return new SallyportError('ERR_SERVER_UNAVAILABLE', known?.message ?? 'The server could not be started.', {
    hint: hint ?? 'The call has not run. "sallyport servers list" shows its state.',
    data: { ...known?.data, outcome: 'not_run' },
    cause: thrown,
  });
}

function tooSlow(startMs: number): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `The server was not ready within ${startMs / 1000} s.`, {
    hint: 'Try its command in a terminal, or raise "startTimeoutMs" of its entry in config.json.',
  });
}

function stopped(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The server was stopped.', {
    hint: 'The call has not run.',
    data: { outcome: 'not_run' },
  });
}
