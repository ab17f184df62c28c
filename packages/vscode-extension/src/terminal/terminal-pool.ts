// Chooses a terminal for a command: a free one in its folder, or a new one; limits their number.
import { SallyportError } from '@sallyport/protocol';

export interface Pooled<Terminal> {
  readonly terminal: Terminal;
  /** Where it was opened. */
  readonly cwd: string;
  /** Its shell turned out to have no integration, so nobody waits for it again. */
  isPlain?: boolean;
}

export interface TerminalPoolOptions<Terminal> {
  readonly open: (cwd: string) => Terminal;
  readonly close: (terminal: Terminal) => void;
  /** The current folder of its shell. */
  readonly folderOf: (pooled: Pooled<Terminal>) => string;
}

interface Use {
  /** By a command of ours, until all of its output has arrived. */
  isHeld: boolean;
  /** By shell integration: the user may run commands there too. */
  isRunning: boolean;
}

/** Idle terminals to keep, so that the user can read them. */
const IDLE_KEPT = 8;
const MAX_OPEN = 40;

export class TerminalPool<Terminal> {
  readonly #options: TerminalPoolOptions<Terminal>;
  /** Least recently used first. */
  readonly #uses = new Map<Pooled<Terminal>, Use>();

  constructor(options: TerminalPoolOptions<Terminal>) {
    this.#options = options;
  }

  /** Returns a terminal held for the caller. Throws ERR_RATE_LIMITED when all are busy. */
  take(cwd: string): Pooled<Terminal> {
    const free = [...this.#uses].flatMap(([pooled, { isHeld, isRunning }]) => (isHeld || isRunning ? [] : [pooled]));
    const fitting = free.findLast((pooled) => this.#options.folderOf(pooled) === cwd);
    if (fitting !== undefined) {
      this.#uses.set(fitting, { isHeld: true, isRunning: false });
      return fitting;
    }
    for (const idle of free.slice(0, Math.max(free.length - IDLE_KEPT + 1, this.#uses.size - MAX_OPEN + 1, 0))) {
      this.#uses.delete(idle);
      this.#options.close(idle.terminal);
    }
    if (this.#uses.size >= MAX_OPEN) {
      throw new SallyportError('ERR_RATE_LIMITED', `${MAX_OPEN} agent terminals are open and busy`, {
        hint: 'Nothing ran. Ask the user to close those that are no longer needed.',
      });
    }
    const opened = { terminal: this.#options.open(cwd), cwd };
    this.#uses.set(opened, { isHeld: true, isRunning: false });
    return opened;
  }

  /** After the end of the command. */
  release(pooled: Pooled<Terminal>): void {
    const use = this.#uses.get(pooled);
    if (use === undefined) return;
    this.#uses.delete(pooled);
    this.#uses.set(pooled, { ...use, isHeld: false });
  }

  /** Something started or ended in it, also by the user. */
  mark(terminal: Terminal, isRunning: boolean): void {
    const use = this.#find(terminal)?.[1];
    if (use !== undefined) use.isRunning = isRunning;
  }

  forget(terminal: Terminal): void {
    const pooled = this.#find(terminal)?.[0];
    if (pooled !== undefined) this.#uses.delete(pooled);
  }

  #find(terminal: Terminal): [Pooled<Terminal>, Use] | undefined {
    return [...this.#uses].find(([pooled]) => pooled.terminal === terminal);
  }
}
