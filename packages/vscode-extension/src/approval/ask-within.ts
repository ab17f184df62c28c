// Waits for the user's answer as long as the agent does: with progress up to the hard cap, else less than a minute.
import { limits, type Progress, SallyportError } from '@sallyport/protocol';
import { nothingDone } from '../closing.ts';

export interface AskingCall {
  readonly signal: AbortSignal;
  /** With it the question waits up to the hard cap. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** `what` completes "Waiting for the user to decide about". Rejects with ERR_CONSENT_TIMEOUT at the deadline. */
export async function askWithin<T>(
  { signal, onProgress }: AskingCall,
  what: string,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const deadline = AbortSignal.timeout(
    onProgress === undefined ? limits.editor.reviewPendingMs : limits.agent.hardCapMs,
  );
  let progress = 0;
  const ticker = setInterval(() => {
    progress += 1;
    onProgress?.({ progress, message: `Waiting for the user to decide about ${what}` });
  }, limits.editor.reviewProgressMs);
  try {
    return await ask(AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (!deadline.aborted || signal.aborted) throw nothingDone(error);
    throw new SallyportError('ERR_CONSENT_TIMEOUT', `The user did not decide about ${what} in time`, {
      hint: 'Nothing was done. Ask the user, then call again.',
    });
  } finally {
    clearInterval(ticker);
  }
}
