// Waiting for something no longer than a signal lets us.

/** What the work comes to, or the signal's reason as soon as that is aborted. The work itself goes on. */
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
