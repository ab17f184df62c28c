// A server's process with all its descendants: started in its own group, ended to the last member.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { limits, SallyportError } from '@sallyport/protocol';
import { MARKER_VARIABLE, membersOf, signalTree, type TreeId } from './process-table.ts';
import { startLineOf } from './windows-command.ts';

export interface TreeOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Random; in the environment of every descendant. */
  readonly marker: string;
  readonly platform: NodeJS.Platform;
}

/** First and longest pause between two checks for remaining processes; a check reads the whole process table. */
const POLL_MS = 10;
const POLL_MAX_MS = 160;

export class ProcessTree {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #options: TreeOptions;
  readonly pid: number;
  /** Resolves with how the first process ended. Others of the tree may live on until `end`. */
  readonly exited: Promise<string>;
  #ending: Promise<void> | undefined;

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, pid: number, options: TreeOptions) {
    this.#child = child;
    this.#options = options;
    this.pid = pid;
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, killedBy) => resolve(killedBy === null ? `exit code ${code}` : `signal ${killedBy}`));
    });
  }

  /** Rejects when the program cannot be started at all. */
  static async start(options: TreeOptions): Promise<ProcessTree> {
    const { cwd, marker, platform } = options;
    const { command, args, isVerbatim } = startLineOf(options.command, options.args, platform, options.env.COMSPEC);
    const child = spawn(command, [...args], {
      env: { ...options.env, [MARKER_VARIABLE]: marker },
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own group, so that a signal reaches what `sh -c` and `npx` leave between us and the server.
      detached: platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
    // Writing to an ended process fails here; `exited` reports the end.
    child.stdin.on('error', () => {});
    return new Promise((resolve, reject) => {
      child.once('error', (error) => reject(notStarted(options.command, error)));
      child.once('spawn', () => {
        if (child.pid !== undefined) resolve(new ProcessTree(child, child.pid, options));
      });
    });
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  get stderr(): Readable {
    return this.#child.stderr;
  }

  /** Closes stdin, then sends SIGTERM, then SIGKILL. Resolves when no process of the tree runs. May be called again. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const { marker, platform } = this.#options;
    const tree: TreeId = { groupId: this.pid, marker, platform };
    const isGone = () => membersOf(tree).length === 0;
    this.#child.stdin.destroy();
    if (!(await isTrueWithin(isGone, limits.server.stdinGraceMs))) {
      signalTree(tree, 'SIGTERM');
      if (!(await isTrueWithin(isGone, limits.server.termGraceMs))) {
        signalTree(tree, 'SIGKILL');
        await isTrueWithin(isGone, limits.server.killGraceMs);
      }
    }
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

/** True after two checks in a row: a process in the middle of exec shows no environment, so one check can miss it. */
async function isTrueWithin(isTrue: () => boolean, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  let seen = 0;
  for (let pauseMs = POLL_MS; ; pauseMs = Math.min(2 * pauseMs, POLL_MAX_MS)) {
    seen = isTrue() ? seen + 1 : 0;
    if (seen === 2) return true;
    if (seen === 0 && performance.now() >= giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, seen === 1 ? POLL_MS : pauseMs));
  }
}

function notStarted(command: string, error: Error): SallyportError {
  const isMissing = 'code' in error && error.code === 'ENOENT';
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `The program "${command}" could not be started.`, {
    hint: isMissing
      ? 'It is not on the PATH, or its working directory is missing. Correct the entry in config.json.'
      : 'Try the same command in a terminal.',
    data: { outcome: 'not_run' },
    cause: error,
  });
}
