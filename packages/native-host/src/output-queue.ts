// What waits to be written to a stream: whole frames, in order, one write each, none before the stream drained.
import type { Writable } from 'node:stream';

const EMPTY = new Uint8Array(0);

/** Its owner looks at `waitingBytes` and decides what is too much. */
export class OutputQueue {
  readonly #stream: Writable;
  #frames: Uint8Array[] = [];
  #next = 0;
  #queuedBytes = 0;
  #mayWrite = true;
  #onHandedOver: (() => void) | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('drain', () => {
      this.#mayWrite = true;
      this.#flush();
    });
  }

  /** Queued here or in the stream itself. */
  get waitingBytes(): number {
    return this.#queuedBytes + this.#stream.writableLength;
  }

  push(frame: Uint8Array): void {
    this.#frames.push(frame);
    this.#queuedBytes += frame.byteLength;
    this.#flush();
  }

  /** Forgets what has not been handed to the stream; a frame is never cut. */
  clear(): void {
    this.#frames = [];
    this.#next = 0;
    this.#queuedBytes = 0;
  }

  /** Resolves when everything is written; never, when the reader stopped reading: whoever waits sets a bound. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      // An empty write is done when all before it are; a stream that failed says so at once.
      this.#onHandedOver = () => this.#stream.write(EMPTY, () => resolve());
      if (this.#frames.length === 0) this.#onHandedOver();
    });
  }

  #flush(): void {
    while (this.#mayWrite) {
      const frame = this.#frames[this.#next];
      if (frame === undefined) {
        if (this.#next > 0) {
          this.clear();
          this.#onHandedOver?.();
        }
        return;
      }
      this.#next += 1;
      this.#queuedBytes -= frame.byteLength;
      this.#mayWrite = this.#stream.write(frame);
    }
    this.#dropWritten();
  }

  /** Written frames must not stay in memory behind a long queue. */
  #dropWritten(): void {
    if (this.#next < 64) return;
    this.#frames = this.#frames.slice(this.#next);
    this.#next = 0;
  }
}
