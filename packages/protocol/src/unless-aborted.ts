// Waits for a promise until a signal is aborted.

/** Settles like `working`, or rejects with the signal's reason when it is aborted. Does not stop the work. */
export async function unlessAborted<T>(signal: AbortSignal, working: Promise<T>): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([working, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
