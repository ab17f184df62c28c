// One socket client: told by its first bytes which dialect it speaks, bounded in what waits for it, gone without a trace.
import type { Socket } from 'node:net';
import { type Clock, encodeFrame, limits, SallyportError, sniffDialect, toWireError } from '@sallyport/protocol';
import { type Log, textOf } from './log.ts';
import { OutputQueue } from './output-queue.ts';

/** What a client speaks once that is known. */
export interface Dialect {
  receive(piece: Uint8Array): void;
  /** The last words before we close. */
  encodeFailure(error: SallyportError): Uint8Array;
  /** A message for all framed clients; others ignore it. */
  broadcast(body: Record<string, unknown>): void;
  sweep(): void;
  close(): void;
}

export interface ClientOptions {
  readonly socket: Socket;
  /** The seed's path asks framed clients for no token; our own socket does. */
  readonly isSeedPath: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly openDialect: (dialect: 'framed' | 'lines', client: Client) => Dialect;
  /** Numbers the client and tells the browser of it. */
  readonly onAdmitted: (client: Client) => number;
  /** Once, for every client; its number is undefined if it was never admitted. */
  readonly onGone: (client: Client) => void;
}

/** How long a client that is being closed may take to read its last words. */
const FAREWELL_MS = 2000;

export class Client {
  readonly isSeedPath: boolean;
  readonly queue: OutputQueue;
  readonly #options: ClientOptions;
  readonly #stopSilence: () => void;
  #number: number | undefined;
  #head: Uint8Array = new Uint8Array(0);
  #dialect: Dialect | undefined;
  #isClosing = false;

  constructor(options: ClientOptions) {
    const { socket, isSeedPath, clock } = options;
    this.#options = options;
    this.isSeedPath = isSeedPath;
    this.queue = new OutputQueue(socket);
    socket.on('data', (piece: Uint8Array) => this.#receive(piece));
    socket.on('error', (error) => this.#onError(error));
    socket.on('close', () => this.#onClose());
    // On the seed's path a silent client counts as framed and hears what all hear.
    this.#stopSilence = isSeedPath ? () => {} : clock.after(limits.host.silentClientMs, () => this.#endSilence());
    if (isSeedPath) this.admit();
  }

  /** Undefined until it is admitted. */
  get number(): number | undefined {
    return this.#number;
  }

  /** How log lines name it. */
  get name(): string {
    return this.#number === undefined ? 'without a token' : String(this.#number);
  }

  /** It has proved that it may speak. May be called again. */
  admit(): number {
    this.#stopSilence();
    this.#number ??= this.#options.onAdmitted(this);
    return this.#number;
  }

  write(frame: Uint8Array): void {
    if (!this.#isClosing) this.queue.push(frame);
  }

  /** Closes it, told why, when it leaves too much unread. Called after each message with all that waits for it. */
  checkBound(waitingBytes: number): void {
    if (this.#isClosing || waitingBytes <= limits.host.clientQueueMaxBytes) return;
    this.#options.log(`Failed to send to client ${this.name}: it does not read, ${waitingBytes} bytes wait`);
    this.queue.clear();
    this.refuse(
      new SallyportError('ERR_RATE_LIMITED', 'The connection was closed: you do not read what you asked for.', {
        hint: 'Connect again, and read replies while you send.',
      }),
    );
  }

  /** Last words, then the end. */
  refuse(error: SallyportError): void {
    if (this.#isClosing) return;
    if (this.#dialect !== undefined) this.write(this.#dialect.encodeFailure(error));
    else if (this.isSeedPath) this.write(encodeFrame(JSON.stringify({ error: toWireError(error) })));
    this.end();
  }

  /** Lets it read what was written, for a short time. */
  end(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const { socket, clock } = this.#options;
    const stopTimer = clock.after(FAREWELL_MS, () => socket.destroy());
    socket.once('close', stopTimer);
    void this.queue.finish().then(() => socket.destroySoon());
  }

  onceGone(listener: () => void): void {
    this.#options.socket.once('close', listener);
  }

  broadcast(body: Record<string, unknown>): void {
    try {
      if (this.#dialect !== undefined) this.#dialect.broadcast(body);
      else if (this.isSeedPath) this.write(encodeFrame(JSON.stringify(body)));
      this.checkBound(this.queue.waitingBytes);
    } catch (error) {
      // One that cannot take it is no reason for the others to miss it.
      this.#options.log(`Failed to send to client ${this.name}: ${textOf(error)}`);
    }
  }

  sweep(): void {
    this.#dialect?.sweep();
  }

  #receive(piece: Uint8Array): void {
    if (this.#isClosing) return;
    try {
      if (this.#dialect !== undefined) this.#dialect.receive(piece);
      else this.#sniff(piece);
    } catch (error) {
      // A fault of ours with one client is no reason to leave the others.
      this.#options.log(`Client ${this.name} error: ${textOf(error)}`);
      this.refuse(new SallyportError('ERR_INTERNAL', toWireError(error).message));
    }
  }

  #sniff(piece: Uint8Array): void {
    const bytes = Buffer.concat([this.#head, piece]);
    const dialect = sniffDialect(bytes);
    if (dialect === 'undecided') {
      this.#head = bytes;
      return;
    }
    this.#head = new Uint8Array(0);
    if (dialect === 'unknown') {
      this.#options.log(`Client ${this.name} speaks neither frames nor lines; closed`);
      this.#options.socket.destroy();
      return;
    }
    this.#dialect = this.#options.openDialect(dialect, this);
    this.#dialect.receive(bytes);
  }

  #endSilence(): void {
    this.#options.log(`Client ${this.name} stayed silent; closed`);
    this.#options.socket.destroy();
  }

  #onError(error: NodeJS.ErrnoException): void {
    const isWrite = error.syscall === 'write' || error.code === 'EPIPE';
    this.#options.log(
      isWrite
        ? `Failed to send to client ${this.name}: ${error.message}`
        : `Client ${this.name} error: ${error.message}`,
    );
  }

  #onClose(): void {
    this.#isClosing = true;
    this.#stopSilence();
    this.queue.clear();
    this.#dialect?.close();
    this.#options.onGone(this);
  }
}
