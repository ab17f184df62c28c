// The seed's path: one socket for all hosts of a user, held by the first that lives, taken over only from the dead.
import { linkSync, lstatSync, renameSync } from 'node:fs';
import type { Server } from 'node:net';
import { type Clock, limits } from '@sallyport/protocol';
import { type Log, textOf } from './log.ts';
import type { Machine } from './run-directory/machine.ts';
import { createPrivateFile, removeFile } from './run-directory/private-file.ts';
import { reasonOf } from './run-directory/private-folder.ts';
import { listenPrivately, probeSocket, removeDeadSocket } from './run-directory/socket.ts';

export interface SeedSocketOptions {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Log;
  /** Ours and nobody else's, for names of temporary files. */
  readonly nonce: string;
  readonly createServer: () => Server;
  /** Own sockets of other hosts that say they hold the path: asked first, since the browser of that host hears of every
   * client of the seed's path. */
  readonly otherHolders: (path: string) => readonly string[];
  readonly onHeld: (path: string | undefined) => void;
}

/** Seed 000's name: USER, USERNAME, the OS account, "unknown". */
export function seedSocketPath({ platform, env, accountName }: Machine): string {
  const user = env.USER || env.USERNAME || accountName || 'unknown';
  return platform === 'win32' ? `\\\\.\\pipe\\claude-code-mcp-${user}` : `/tmp/claude-code-mcp-${user}.sock`;
}

export class SeedSocket {
  readonly path: string;
  readonly #options: SeedSocketOptions;
  #server: Server | undefined;
  /** Which file is ours, so that we remove no other. */
  #inode: number | undefined;
  #lastObstacle: string | undefined;
  #stopTimer: () => void = () => {};
  #opening: Promise<void> | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: SeedSocketOptions) {
    this.#options = options;
    this.path = seedSocketPath(options.machine);
  }

  get isHeld(): boolean {
    return this.#server !== undefined;
  }

  /** Why the path is not held; undefined while it is. */
  get obstacle(): string | undefined {
    return this.isHeld ? undefined : this.#lastObstacle;
  }

  /** Tries once, then again every few seconds until `close`. May be called again. */
  open(): Promise<void> {
    this.#opening ??= this.#look().then(() => this.#schedule());
    return this.#opening;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimer();
    this.#release();
  }

  /** Resolves when the look under way is over. */
  settled(): Promise<void> {
    return this.#looking;
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#stopTimer = this.#options.clock.after(limits.host.seedPathRetryMs, () => {
      this.#looking = this.#look().then(() => this.#schedule());
    });
  }

  async #look(): Promise<void> {
    try {
      if (this.#server !== undefined && this.#isStillOurs()) return;
      this.#release();
      const obstacle = await this.#take();
      if (obstacle !== undefined) this.#note(obstacle);
    } catch (error) {
      this.#note(`cannot be bound: ${textOf(error)}`);
    }
  }

  /** Undefined when the path is ours now, else why it is not. */
  async #take(): Promise<string | undefined> {
    const { machine, otherHolders } = this.#options;
    if (machine.platform === 'win32') return this.#bindPipe();
    if (Buffer.byteLength(this.#temporaryPath) > limits.runDirectory.socketPathMaxBytes) return 'is too long';
    for (const socket of otherHolders(this.path)) {
      if ((await probeSocket(socket)) === 'alive') return 'is held by another host';
    }
    const found = lstatSync(this.path, { throwIfNoEntry: false });
    if (found !== undefined) {
      if (!found.isSocket()) return 'is occupied by something that is no socket; it was left as it is';
      if (found.uid !== machine.uid) return 'is occupied by a socket of another user';
      if ((await probeSocket(this.path)) === 'alive') return 'is held by another program';
      if (!(await this.#removeDead())) return 'is being taken over by another host';
    }
    return this.#bind();
  }

  /** Only whoever holds the takeover file removes a dead socket, after a second look. */
  async #removeDead(): Promise<boolean> {
    const takeover = `${this.path}.takeover`;
    const { nonce, machine } = this.#options;
    try {
      createPrivateFile(takeover, nonce);
    } catch {
      // Nobody of ours made it, and in /tmp nobody but its owner can remove it: it must not keep us from our path.
      return this.#isForeign(takeover) ? removeDeadSocket(this.path, machine) : false;
    }
    try {
      return await removeDeadSocket(this.path, machine);
    } finally {
      removeFile(takeover);
    }
  }

  /** Another user's takeover file, or one that is stale and cannot be removed. What a crash left is removed here. */
  #isForeign(takeover: string): boolean {
    const found = lstatSync(takeover, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (found.uid !== this.#options.machine.uid) return true;
    const isStale = this.#options.clock.now() - found.mtimeMs > limits.runDirectory.takeoverStaleMs;
    // The next look finds it gone.
    return isStale && !removeFile(takeover);
  }

  /**
   * Binds under a name of our own and links that to the path: link(2) fails when another was first, and closing the
   * server, which removes the name it was bound under, can never remove the socket of a host that came after us.
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

  /** A cleaner of /tmp may have removed it, and another host may have taken it then. */
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

  /** Each obstacle is logged once, not at every look. */
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
    // A file system without links for sockets: a rename shows it as well, if not as exclusively.
    renameSync(temporary, path);
  }
}
