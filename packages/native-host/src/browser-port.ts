// The browser's end: native messaging on stdin and stdout.
import type { Readable, Writable } from 'node:stream';
import { type Clock, type DecodeProblem, limits, type Outgoing, SallyportError } from '@sallyport/protocol';
import { FramedChannel } from './framed-channel.ts';
import { OutputQueue } from './output-queue.ts';

export interface BrowserPortOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly clock: Clock;
  readonly onMessage: (message: unknown, json: string) => void;
  readonly onProblem: (problem: DecodeProblem, byteLength: number) => void;
  /** The browser closed stdin, or no longer reads stdout. Told once. */
  readonly onEnd: () => void;
}

export class BrowserPort {
  readonly #options: BrowserPortOptions;
  readonly #channel: FramedChannel;
  readonly #queue: OutputQueue;
  #isEnded = false;
  #isPaused = false;

  /** Reads nothing before `start`, so that whoever gets an answer finds the sockets open. */
  constructor(options: BrowserPortOptions) {
    const { stdin, stdout, clock, onMessage, onProblem } = options;
    this.#options = options;
    this.#queue = new OutputQueue(stdout);
    this.#channel = new FramedChannel({
      queue: this.#queue,
      maxInBytes: limits.frame.fromBrowserMaxBytes,
      maxOutBytes: limits.frame.toBrowserMaxBytes,
      now: clock.now,
      onMessage,
      onProblem,
    });
    stdin.on('error', () => this.#end());
    stdout.on('error', () => this.#end());
    stdout.on('drain', () => this.#resume());
  }

  start(): void {
    const { stdin } = this.#options;
    stdin.on('end', () => this.#end());
    stdin.on('data', (piece: Uint8Array) => {
      this.#channel.receive(piece);
      // A browser that asks and never reads is not read either, until it does.
      if (this.#isFull) this.#pause();
    });
  }

  /** A text is JSON already. Throws when the message cannot be sent: too large for a frame, or too much waits already. */
  send(message: object | string, outgoing?: Outgoing): void {
    if (this.#isFull) {
      throw new SallyportError('ERR_RATE_LIMITED', 'The browser does not read: too much waits for it already.', {
        hint: 'Try again when the browser answers.',
      });
    }
    this.#channel.send(message, outgoing);
  }

  allowChunks(): void {
    this.#channel.allowChunks();
  }

  leaveUnread(isLeftUnread: (json: string) => boolean): void {
    this.#channel.leaveUnread(isLeftUnread);
  }

  sweep(): void {
    this.#channel.sweep();
  }

  /** Reads no more, and waits until what was sent is written, or until a reader that is gone had its time. */
  async close(graceMs: number): Promise<void> {
    const { stdin, clock } = this.#options;
    this.#isEnded = true;
    stdin.pause();
    let stopTimer = () => {};
    const grace = new Promise<void>((resolve) => {
      stopTimer = clock.after(graceMs, resolve);
    });
    await Promise.race([this.#queue.finish(), grace]);
    stopTimer();
    this.#channel.close();
  }

  #pause(): void {
    this.#isPaused = true;
    this.#options.stdin.pause();
  }

  #resume(): void {
    if (!this.#isPaused || this.#isFull) return;
    this.#isPaused = false;
    this.#options.stdin.resume();
  }

  get #isFull(): boolean {
    return this.#channel.waitingBytes >= limits.host.browserQueueMaxBytes;
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.onEnd();
  }
}
