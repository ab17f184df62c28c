// Runs calls one at a time, for servers whose questions do not say which call they belong to.
import { unlessAborted } from '@sallyport/protocol';

export class Lane {
  #last: Promise<void> = Promise.resolve();

  /** Runs after everything before it. Rejects with the signal's reason when that aborts first. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last;
    let release = () => {};
    const own = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#last = before.then(() => own);
    try {
      signal.throwIfAborted();
      await unlessAborted(signal, before);
      return await work();
    } finally {
      release();
    }
  }
}
