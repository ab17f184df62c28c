// One socket client: its dialect is detected from the first bytes, its output queue is bounded, and nothing of it is kept.
import type { Socket } from 'node:net';
import { type Clock, encodeFrame, limits, SallyportError, sniffDialect, toWireError } from '@sallyport/protocol';
import { type Log, textOf } from './log.ts';
import { OutputQueue } from './output-queue.ts';

/** The client's protocol, once it is known. */
export interface Dialect {
  receive(piece: Uint8Array): void;
  /** The error that is sent before the connection closes. */
  encodeFailure(error: SallyportError): Uint8Array;
  /** A message for all framed clients; others ignore it. */
  broadcast(body: Record<string, unknown>): void;
  sweep(): void;
  close(): void;
}

export interface ClientOptions {
  readonly socket: Socket;
  /** The legacy socket accepts framed clients without a token; our own socket does not. */
  readonly isLegacySocket: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly openDialect: (dialect: 'framed' | 'lines', client: Client) => Dialect;
  /** Numbers the client and announces it to the browser. */
  readonly onAdmitted: (client: Client) => number;
  /** Called once for every client. Its number is undefined if it was never admitted. */
  readonly onGone: (client: Client) => void;
}

/** How long a client that is being closed may take to read the final error. */
const CLOSE_GRACE_MS = 2000;

export class Client {
  readonly isLegacySocket: boolean;
  readonly queue: OutputQueue;
  readonly #options: ClientOptions;
  readonly #stopSilence: () => void;
  #number: number | undefined;
  #head: Uint8Array = new Uint8Array(0);
  #dialect: Dialect | undefined;
  #isClosing = false;

  constructor(options: ClientOptions) {
    const { socket, isLegacySocket, clock } = options;
    this.#options = options;
    this.isLegacySocket = isLegacySocket;
    this.queue = new OutputQueue(socket);
    socket.on('data', (piece: Uint8Array) => this.#receive(piece));
    socket.on('error', (error) => this.#onError(error));
    socket.on('close', () => this.#onClose());
    // A silent client of the legacy socket counts as framed and receives broadcasts.
    this.#stopSilence = isLegacySocket ? () => {} : clock.after(limits.host.silentClientMs, () => this.#endSilence());
    if (isLegacySocket) this.admit();
  }

  /** Undefined until it is admitted. */
  get number(): number | undefined {
    return this.#number;
  }

  /** How log lines name it. */
  get name(): string {
    return this.#number === undefined ? 'without a token' : String(this.#number);
  }

  /** The client is authorised. May be called again. */
  admit(): number {
    this.#stopSilence();
    this.#number ??= this.#options.onAdmitted(this);
    return this.#number;
  }

  write(frame: Uint8Array): void {
    if (!this.#isClosing) this.queue.push(frame);
  }

  /** Closes the client with an error when it leaves too much unread. Called after each message. */
  checkBound(waitingBytes: number): void {
    if (this.#isClosing || waitingBytes <= limits.host.clientQueueMaxBytes) return;
    this.#options.log(`Failed to send to client ${this.name}: it is not reading, ${waitingBytes} bytes are queued`);
    this.queue.clear();
    this.refuse(
      new SallyportError('ERR_RATE_LIMITED', 'The connection was closed because you do not read the replies.', {
        hint: 'Connect again and read replies while you send.',
      }),
    );
  }

  /** Sends the error and closes the connection. */
  refuse(error: SallyportError): void {
    if (this.#isClosing) return;
    if (this.#dialect !== undefined) this.write(this.#dialect.encodeFailure(error));
    else if (this.isLegacySocket) this.write(encodeFrame(JSON.stringify({ error: toWireError(error) })));
    this.end();
  }

  /** Closes the connection after a short time for the client to read what was written. */
  end(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const { socket, clock } = this.#options;
    const stopTimer = clock.after(CLOSE_GRACE_MS, () => socket.destroy());
    socket.once('close', stopTimer);
    void this.queue.finish().then(() => socket.destroySoon());
  }

  onceGone(listener: () => void): void {
    this.#options.socket.once('close', listener);
  }

  broadcast(body: Record<string, unknown>): void {
    try {
      if (this.#dialect !== undefined) this.#dialect.broadcast(body);
      else if (this.isLegacySocket) this.write(encodeFrame(JSON.stringify(body)));
      this.checkBound(this.queue.waitingBytes);
    } catch (error) {
      // A failure with one client must not keep the message from the others.
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
      // A bug that one client triggers must not affect the others.
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
