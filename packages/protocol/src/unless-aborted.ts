// Waits for a promise until a signal is aborted.

/** Settles like `working`, or rejects with the signal's reason when it is aborted. Does not stop the work. */
export function unlessAborted<T>(signal: AbortSignal, working: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    const leave = () => signal.removeEventListener('abort', stop);
    working.then(
      (value) => {
        leave();
        resolve(value);
      },
      (thrown: unknown) => {
        leave();
        reject(thrown);
      },
    );
  });
}
