// One at a time, in order: for servers whose questions do not say which call they belong to.

export class Lane {
  #last: Promise<void> = Promise.resolve();

  /** Runs when all before it have ended. Rejects with the signal's reason when that comes first. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last;
    let leave = () => {};
    const own = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#last = before.then(() => own);
    try {
      await turn(before, signal);
      return await work();
    } finally {
      leave();
    }
  }
}

async function turn(before: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  try {
    await Promise.race([
      before,
      new Promise<never>((_, reject) => {
        onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort);
      }),
    ]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
