// One at a time, in order: for servers whose questions do not say which call they belong to.
import { unlessAborted } from '@sallyport/protocol';

export class Lane {
  #last: Promise<void> = Promise.resolve();

  /** Runs when all before it have ended. Rejects with the signal's reason when that comes first. */
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
