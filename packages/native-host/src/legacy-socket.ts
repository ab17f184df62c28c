// The legacy socket, whose fixed path earlier clients know: held by one live host of a user, taken over only from a dead one.
import { linkSync, lstatSync, renameSync } from 'node:fs';
import type { Server } from 'node:net';
import { type Clock, limits } from '@sallyport/protocol';
import { type Log, textOf } from './log.ts';
import type { Machine } from './run-directory/machine.ts';
import { createPrivateFile, removeFile } from './run-directory/private-file.ts';
import { reasonOf } from './run-directory/private-folder.ts';
import { listenPrivately, probeSocket, removeDeadSocket } from './run-directory/socket.ts';

export interface LegacySocketOptions {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Log;
  /** Unique to this host, for names of temporary files. */
  readonly nonce: string;
  readonly createServer: () => Server;
  /** Own sockets of hosts whose records claim the path. Probed first: a probe of the path itself would be announced to that
   * host's browser as a client. */
  readonly otherHolders: (path: string) => readonly string[];
  readonly onHeld: (path: string | undefined) => void;
}

/** The path contains USER, USERNAME, the OS account's name or "unknown": the first that is set. */
export function legacySocketPath({ platform, env, accountName }: Machine): string {
  const user = env.USER || env.USERNAME || accountName || 'unknown';
  return platform === 'win32' ? `\\\\.\\pipe\\claude-code-mcp-${user}` : `/tmp/claude-code-mcp-${user}.sock`;
}

/** The longest pause between two probes of another program's socket. */
const FOREIGN_PAUSE_MAX_MS = 5 * 60_000;

export class LegacySocket {
  readonly path: string;
  readonly #options: LegacySocketOptions;
  #server: Server | undefined;
  /** The inode of our socket file, so that no other is removed. */
  #inode: number | undefined;
  #lastObstacle: string | undefined;
  /** The living socket of another program, and when to connect to it again. */
  #foreign: { readonly identity: string; readonly pauseMs: number; readonly until: number } | undefined;
  #stopTimer: () => void = () => {};
  #opening: Promise<void> | undefined;
  #attempting: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: LegacySocketOptions) {
    this.#options = options;
    this.path = legacySocketPath(options.machine);
  }

  get isHeld(): boolean {
    return this.#server !== undefined;
  }

  /** Why the path is not held; undefined while it is. */
  get obstacle(): string | undefined {
    return this.isHeld ? undefined : this.#lastObstacle;
  }

  /** Tries at once and then every few seconds until `close`. May be called again. */
  open(): Promise<void> {
    this.#opening ??= this.#attempt().then(() => this.#schedule());
    return this.#opening;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimer();
    this.#release();
  }

  /** Resolves when the current attempt is over. */
  settled(): Promise<void> {
    return this.#attempting;
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#stopTimer = this.#options.clock.after(limits.host.legacySocketRetryMs, () => {
      this.#attempting = this.#attempt().then(() => this.#schedule());
    });
  }

  async #attempt(): Promise<void> {
    try {
      if (this.#server !== undefined && this.#isStillOurs()) return;
      this.#release();
      const obstacle = await this.#take();
      if (obstacle !== undefined) this.#note(obstacle);
    } catch (error) {
      this.#note(`cannot be bound: ${textOf(error)}`);
    }
  }

  /** Returns undefined on success, otherwise the reason. */
  async #take(): Promise<string | undefined> {
    const { machine, otherHolders } = this.#options;
    if (machine.platform === 'win32') return this.#bindPipe();
    if (Buffer.byteLength(this.#temporaryPath) > limits.runDirectory.socketPathMaxBytes) return 'is too long';
    for (const socket of otherHolders(this.path)) {
      if ((await probeSocket(socket)) === 'alive') return 'is held by another host';
    }
    const found = lstatSync(this.path, { throwIfNoEntry: false });
    if (found !== undefined) {
      if (!found.isSocket()) return 'is occupied by something that is not a socket; it was not touched';
      if (found.uid !== machine.uid) return 'is occupied by a socket of another user';
      if (await this.#isForeignAlive(`${found.ino} ${found.ctimeMs}`)) return 'is held by another program';
      if (!(await this.#removeDead())) return 'is being taken over by another host';
    }
    return this.#bind();
  }

  /** That program's extension sees each probe as a client that comes and goes, so probes become rare. */
  async #isForeignAlive(identity: string): Promise<boolean> {
    const { clock } = this.#options;
    const known = this.#foreign?.identity === identity ? this.#foreign : undefined;
    if (known !== undefined && clock.now() < known.until) return true;
    const isAlive = (await probeSocket(this.path)) === 'alive';
    const pauseMs = Math.min(2 * (known?.pauseMs ?? limits.host.legacySocketRetryMs), FOREIGN_PAUSE_MAX_MS);
    this.#foreign = isAlive ? { identity, pauseMs, until: clock.now() + pauseMs } : undefined;
    return isAlive;
  }

  /** Only the holder of the takeover file removes a dead socket, after probing it again. */
  async #removeDead(): Promise<boolean> {
    const takeover = `${this.path}.takeover`;
    const { nonce, machine } = this.#options;
    try {
      createPrivateFile(takeover, nonce);
    } catch {
      // A takeover file of another user, which in /tmp only its owner can remove, must not block our path.
      return this.#isForeign(takeover) ? removeDeadSocket(this.path, machine) : false;
    }
    try {
      return await removeDeadSocket(this.path, machine);
    } finally {
      removeFile(takeover);
    }
  }

  /** True for another user's takeover file, or a stale one that cannot be removed. Removes what a crash left behind. */
  #isForeign(takeover: string): boolean {
    const found = lstatSync(takeover, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (found.uid !== this.#options.machine.uid) return true;
    const isStale = this.#options.clock.now() - found.mtimeMs > limits.runDirectory.takeoverStaleMs;
    // The next attempt finds it removed.
    return isStale && !removeFile(takeover);
  }

  /**
   * Binds to a temporary name and links that to the path: link(2) fails when another host was faster. Closing the server
   * removes only the temporary name, never the socket of a later host.
   */
  async #bind(): Promise<string | undefined> {
    const server = this.#options.createServer();
    const temporary = this.#temporaryPath;
    try {
      await listenPrivately(server, temporary);
      publish(temporary, this.path);
      this.#inode = lstatSync(this.path).ino;
    } catch (error) {
      if (server.listening) server.close();
      if (reasonOf(error) === 'EEXIST') return 'was taken by another host';
      throw error;
    } finally {
      removeFile(temporary);
    }
    return this.#hold(server);
  }

  async #bindPipe(): Promise<string | undefined> {
    const server = this.#options.createServer();
    try {
      await listenPrivately(server, this.path);
    } catch (error) {
      if (reasonOf(error) === 'EADDRINUSE') return 'is held by another host';
      throw error;
    }
    return this.#hold(server);
  }

  #hold(server: Server): undefined {
    this.#server = server;
    if (this.#isClosed) {
      this.#release();
      return undefined;
    }
    this.#lastObstacle = undefined;
    this.#options.log(`Listening at ${this.path}`);
    this.#options.onHeld(this.path);
    return undefined;
  }

  /** False when the file was removed from /tmp, or another host has bound the path since then. */
  #isStillOurs(): boolean {
    if (this.#options.machine.platform === 'win32') return true;
    return lstatSync(this.path, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  #release(): void {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const isOurs = this.#options.machine.platform !== 'win32' && this.#isStillOurs();
    if (isOurs) removeFile(this.path);
    server.close();
    this.#options.onHeld(undefined);
  }

  /** Logs each obstacle once, not at every attempt. */
  #note(obstacle: string): void {
    if (obstacle !== this.#lastObstacle) this.#options.log(`The path ${this.path} ${obstacle}`);
    this.#lastObstacle = obstacle;
  }

  get #temporaryPath(): string {
    return `${this.path}.${this.#options.nonce.slice(0, 8)}`;
  }
}

function publish(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (reasonOf(error) === 'EEXIST' || lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw error;
    // This file system cannot link sockets. A rename also publishes it, but not exclusively.
    renameSync(temporary, path);
  }
}
