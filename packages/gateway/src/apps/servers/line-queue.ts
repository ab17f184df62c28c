// JSON lines for a socket or pipe. Those that are sent before the next tick go out in one write: a write costs more than a line.

/** The part of a stream that is used. */
export interface LineTarget {
  readonly writable: boolean;
  /** What it has not passed on yet, in bytes. */
  readonly writableLength: number;
  write(text: string): unknown;
}

export class LineQueue {
  readonly #target: LineTarget;
  #waiting = '';

  constructor(target: LineTarget) {
    this.#target = target;
  }

  /** About how many bytes have not been passed on yet. */
  get length(): number {
    return this.#waiting.length + this.#target.writableLength;
  }

  send(message: object): void {
    if (this.#waiting === '') process.nextTick(() => this.flush());
    this.#waiting += `${JSON.stringify(message)}\n`;
  }

  /** To be called before the stream is ended. */
  flush(): void {
    const text = this.#waiting;
    this.#waiting = '';
    if (text !== '' && this.#target.writable) this.#target.write(text);
  }
}
