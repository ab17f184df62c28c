// A running browser: its process group, the end of its stderr, and a reliable shutdown.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { SallyportError } from '@sallyport/protocol';
import type { DebuggingPipe } from './debugging-pipe.ts';
import { askToEnd, hasEndedWithin, killGroup, type ProcessGroup } from './process-group.ts';
import { openWatchdog, type Watchdog } from './watchdog.ts';

/** How long a browser may take to exit before its processes are killed. */
const END_MS = 5_000;
/** How long processes it left behind, such as a native host, may take to exit. */
const LEFT_BEHIND_MS = 1_500;
const KILLED_MS = 2_000;
/** How much of stderr is kept, to explain a failed start. */
const STDERR_MAX_CHARS = 16 * 1024;

export interface BrowserCommand {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Opens file descriptors 3 and 4, over which Chromium takes commands and answers. */
  readonly hasDebuggingPipe?: boolean;
  /** How long it may take to exit. */
  readonly endMs?: number;
}

export interface BrowserExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts it in its own process group; throws when the program cannot be started. */
export async function openBrowserProcess(command: BrowserCommand): Promise<BrowserProcess> {
  const { path, args, env, hasDebuggingPipe = false } = command;
  const child = spawn(path, args, {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', ...(hasDebuggingPipe ? (['pipe', 'pipe'] as const) : [])],
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `The browser ${path} could not be started.`, {
      hint: 'Check that the file exists and is executable, or choose another with --browser.',
      cause: error,
    });
  }
  return new BrowserProcess(child, command);
}

export class BrowserProcess {
  /** Resolves when the browser's first process exits, for whatever reason. Never rejects. */
  readonly exited: Promise<BrowserExit>;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #group: ProcessGroup;
  readonly #watchdog: Watchdog;
  readonly #endMs: number;
  #stderr = '';
  #hasExited = false;
  #closing: Promise<void> | undefined;

  /** The child must be spawned detached; use `openBrowserProcess`. */
  constructor(child: ChildProcess, { platform, endMs = END_MS }: BrowserCommand) {
    if (child.pid === undefined) throw new TypeError('The child has not been spawned.');
    this.pid = child.pid;
    this.#child = child;
    this.#group = { leaderPid: child.pid, platform };
    this.#endMs = endMs;
    this.#watchdog = openWatchdog(child.pid, platform);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_MAX_CHARS);
    });
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    // The user closed it or it crashed: ends the processes it left behind.
    void this.exited.then(() => {
      this.#hasExited = true;
      return this.close();
    });
  }

  /** The end of its stderr. */
  get stderrTail(): string {
    return this.#stderr;
  }

  /** Both directions of the debugging pipe, if it was requested. */
  get debuggingPipe(): DebuggingPipe | undefined {
    const [, , , commands, answers] = this.#child.stdio;
    return commands instanceof Writable && answers instanceof Readable ? { commands, answers } : undefined;
  }

  /**
   * Asks it to exit, kills what is left after the deadline, and resolves when its process group is empty. Crash handlers are
   * outside the group and exit on their own. Idempotent.
   */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    // After its exit the pid may be reused; the group id stays ours while a member runs.
    if (!this.#hasExited) {
      askToEnd(this.#group);
      await Promise.race([this.exited, delay(this.#endMs, undefined, { ref: false })]);
    }
    if (!this.#hasExited || !(await hasEndedWithin(this.#group, Math.min(this.#endMs, LEFT_BEHIND_MS)))) {
      killGroup(this.#group);
      await hasEndedWithin(this.#group, KILLED_MS);
    }
    await this.exited;
    await this.#watchdog.close();
  }
}
