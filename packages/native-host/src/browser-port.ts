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
  /** Called once, when the browser closes stdin or stops reading stdout. */
  readonly onEnd: () => void;
}

export class BrowserPort {
  readonly #options: BrowserPortOptions;
  readonly #channel: FramedChannel;
  readonly #queue: OutputQueue;
  #isEnded = false;
  #isPaused = false;

  /** Reads nothing before `start`: an answer to the browser implies that the sockets are open. */
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
      // Stops reading from a browser that sends requests but does not read the answers.
      if (this.#isFull) this.#pause();
    });
  }

  /** A string is sent as it is: JSON already. Throws when the message is too large for a frame or the queue is full. */
  send(message: object | string, outgoing?: Outgoing): void {
    if (this.#isFull) {
      throw new SallyportError('ERR_RATE_LIMITED', 'The browser is not reading: too many messages are queued for it.', {
        hint: 'Try again when the browser responds.',
      });
    }
    this.#channel.send(message, outgoing);
  }

  allowChunks(): void {
    this.#channel.allowChunks();
  }

  skipParsing(isUnparsed: (json: string) => boolean): void {
    this.#channel.skipParsing(isUnparsed);
  }

  sweep(): void {
    this.#channel.sweep();
  }

  /** Stops reading and waits until the queue is written, at most `graceMs`. */
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
