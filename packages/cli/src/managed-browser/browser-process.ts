// A running browser as its owner holds it: the whole process tree, its last words, and a sure end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { SallyportError } from '@sallyport/protocol';
import type { DebuggingPipe } from './debugging-pipe.ts';
import { askToEnd, hasEndedWithin, killGroup, type ProcessGroup } from './process-group.ts';
import { openWatchdog, type Watchdog } from './watchdog.ts';

/** A browser that was asked to end gets so long; then all of its processes are killed. */
const END_MS = 5_000;
/** What a browser leaves behind, as a native host that tidies up, gets so long; longer would only delay its owner. */
const LEFT_BEHIND_MS = 1_500;
const KILLED_MS = 2_000;
/** What is kept of stderr, to say why a browser did not start. */
const STDERR_MAX_CHARS = 16 * 1024;

export interface BrowserCommand {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Opens the file descriptors 3 and 4, which Chromium reads commands from and answers on. */
  readonly hasDebuggingPipe?: boolean;
  /** How long it may take to end when asked. */
  readonly endMs?: number;
}

export interface BrowserExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts it in a process group of its own; throws when the program cannot be started at all. */
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
  /** Settles when the browser's first process ends, by whoever's hand. Never rejects. */
  readonly exited: Promise<BrowserExit>;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #group: ProcessGroup;
  readonly #watchdog: Watchdog;
  readonly #endMs: number;
  #stderr = '';
  #hasExited = false;
  #closing: Promise<void> | undefined;

  /** Takes a child that has been spawned, detached; `openBrowserProcess` makes one. */
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
    // The user closed the last window, or it crashed: what it left behind goes too.
    void this.exited.then(() => {
      this.#hasExited = true;
      return this.close();
    });
  }

  /** The end of what it wrote to stderr. */
  get stderrTail(): string {
    return this.#stderr;
  }

  /** Both ends of the debugging pipe, where it was asked for. */
  get debuggingPipe(): DebuggingPipe | undefined {
    const [, , , commands, answers] = this.#child.stdio;
    return commands instanceof Writable && answers instanceof Readable ? { commands, answers } : undefined;
  }

  /**
   * Asks it to end, kills what has not ended in time, and resolves when nothing of its group runs. The browsers' crash
   * handlers stand outside of it, whatever the flags, and follow by themselves a moment later. May be called again.
   */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    // Once it has exited its number may be somebody else's; the group's stays ours while a member lives.
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
