// The ssh process of one remote host: started, watched, started again after a growing pause, and ended with its owner.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { SallyportError } from '@sallyport/protocol';
import { READY, scriptExits } from './ssh-command.ts';

export interface LinkStatus {
  readonly state: 'connecting' | 'up' | 'down';
  /** Why the last connection failed or ended. */
  readonly problem?: string;
}

export interface RemoteLinkOptions {
  /** What ssh is started with, and the record that its script reads; new for each connection. */
  readonly command: () => { readonly args: readonly string[]; readonly record: object };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly onStatus: (status: LinkStatus) => void;
  /** For tests. */
  readonly program?: string;
  readonly firstPauseMs?: number;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** A connection that held this long was good: the next pause is the first again. */
const GOOD_MS = 30_000;
/** From the start of ssh to the script's word; ssh's own limit for connecting is shorter. */
const READY_MS = 45_000;
const TERM_MS = 2_000;
const TEXT_MAX_LENGTH = 4_096;

export class RemoteLink {
  readonly #options: RemoteLinkOptions;
  #status: LinkStatus = { state: 'connecting' };
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs: number;
  #isClosed = false;

  constructor(options: RemoteLinkOptions) {
    this.#options = options;
    this.#pauseMs = options.firstPauseMs ?? FIRST_PAUSE_MS;
    this.#connect();
  }

  get status(): LinkStatus {
    return this.#status;
  }

  /** Resolves when its ssh has ended. May be called again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // Its script ends with its input; a signal alone would leave that to the host.
    child.stdin?.end();
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), TERM_MS);
    await ended;
    clearTimeout(killing);
  }

  #connect(): void {
    const { command, env, program = 'ssh', now } = this.#options;
    const { args, record } = command();
    const child = spawn(program, args, { stdio: 'pipe', env: { ...env } });
    this.#child = child;
    let said = '';
    let complaint = '';
    let upAtMs: number | undefined;
    const silence = setTimeout(() => child.kill('SIGKILL'), READY_MS);
    child.stdin.on('error', () => {});
    child.stdin.write(`${JSON.stringify(record)}\n`);
    child.stdout.on('data', (bytes: Buffer) => {
      if (upAtMs !== undefined) return;
      said = (said + bytes.toString()).slice(-TEXT_MAX_LENGTH);
      if (!said.includes(READY)) return;
      clearTimeout(silence);
      upAtMs = now();
      this.#tell({ state: 'up' });
    });
    child.stderr.on('data', (bytes: Buffer) => {
      complaint = (complaint + bytes.toString()).slice(-TEXT_MAX_LENGTH);
    });
    let hasEnded = false;
    const end = (problem: string) => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(silence);
      this.#ended(problem, upAtMs);
    };
    child.once('error', () => end('ssh could not be started. Install OpenSSH, or put it on the PATH.'));
    child.once('close', (code) => end(problemOf(code, complaint)));
  }

  #ended(problem: string, upAtMs: number | undefined): void {
    const { now, firstPauseMs = FIRST_PAUSE_MS } = this.#options;
    if (this.#isClosed) return;
    if (upAtMs !== undefined && now() - upAtMs >= GOOD_MS) this.#pauseMs = firstPauseMs;
    this.#tell({ state: 'down', problem });
    this.#timer = setTimeout(() => this.#connect(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
  }

  #tell(status: LinkStatus): void {
    this.#status = status;
    this.#options.onStatus(status);
  }
}

function problemOf(code: number | null, complaint: string): string {
  if (code === scriptExits.noFolder) return 'The files on the host are gone.';
  if (code === scriptExits.noSocket)
    return 'The host refused to forward a socket: AllowStreamLocalForwarding may be off in its sshd.';
  const line = complaint.trim().split('\n').at(-1)?.trim();
  return line ? line.slice(0, 200) : 'The connection ended.';
}

/** Remote hosts need sockets in the file system, which ssh on Windows cannot forward to. */
export function requireSockets(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return;
  throw new SallyportError('ERR_INPUT_INVALID', 'Remote hosts cannot be connected from Windows.', {
    hint: 'docs/elsewhere.md shows how to forward the HTTP port instead.',
  });
}
