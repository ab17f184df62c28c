// Frames that wait to be written to a stream: in order, one write each, and none before the stream has drained.
import type { Writable } from 'node:stream';

const EMPTY = new Uint8Array(0);

/** Unbounded: the owner checks `waitingBytes`. */
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

  /** Bytes in this queue and in the stream's own buffer. */
  get waitingBytes(): number {
    return this.#queuedBytes + this.#stream.writableLength;
  }

  push(frame: Uint8Array): void {
    this.#frames.push(frame);
    this.#queuedBytes += frame.byteLength;
    this.#flush();
  }

  /** Drops frames that were not passed to the stream yet; a frame is never cut. */
  clear(): void {
    this.#frames = [];
    this.#next = 0;
    this.#queuedBytes = 0;
  }

  /** Resolves when everything is written. Never resolves when the reader has stopped reading, so callers set a deadline. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      // The callback of an empty write runs after all earlier writes, and at once on a failed stream.
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

  /** Frees written frames while the queue is long. */
  #dropWritten(): void {
    if (this.#next < 64) return;
    this.#frames = this.#frames.slice(this.#next);
    this.#next = 0;
  }
}
