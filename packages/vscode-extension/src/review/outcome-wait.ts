// How a call waits for the user: with progress for as long as it takes, otherwise until `pending`.
import { limits, systemClock } from '@sallyport/protocol';
import { nothingDone } from '../closing.ts';
import type { AgentState, OpenReview } from './open-review.ts';
import type { ReviewCall, ReviewOutcome } from './review-port.ts';

const WAITS_THERE =
  'Nothing was written. Propose the same change again when the window is back: its review waits there.';

/**
 * Resolves with the next outcome, or with `pending` after a while if the agent takes no progress. Rejects when a signal aborts;
 * the review itself stays open. `onAgent` reports the agent's state.
 */
export function waitForOutcome(
  review: OpenReview,
  { signal, onProgress }: Pick<ReviewCall, 'signal' | 'onProgress'>,
  { onAgent, closing }: { readonly onAgent: (state: AgentState) => void; readonly closing: AbortSignal },
): Promise<ReviewOutcome> {
  if (review.outcome !== undefined) {
    review.isDelivered = true;
    return Promise.resolve(review.outcome);
  }
  return new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    const end = (finish: () => void) => {
      for (const step of undo) step();
      finish();
    };
    undo.push(
      review.listen((outcome) => {
        // The call of an agent that lost its connection goes on, and its reply reaches nobody.
        review.isDelivered = review.agentState !== 'gone';
        end(() => resolve(outcome));
      }),
    );
    undo.push(
      onProgress === undefined
        ? systemClock.after(limits.editor.reviewPendingMs, () => {
            end(() => resolve({ status: 'pending', reviewId: review.facts.id }));
            onAgent('away');
          })
        : reportProgress(review, onProgress),
    );
    undo.push(
      onAbort(signal, () => {
        end(() => reject(nothingDone(signal.reason, WAITS_THERE)));
        onAgent('gone');
      }),
    );
    undo.push(onAbort(closing, () => end(() => reject(nothingDone(closing.reason, WAITS_THERE)))));
    if (!signal.aborted) onAgent('waiting');
  });
}

function reportProgress({ facts }: OpenReview, onProgress: NonNullable<ReviewCall['onProgress']>): () => void {
  let progress = 0;
  const report = () => {
    onProgress({ progress, message: `Waiting for the user to review ${facts.shownPath}` });
    progress += 1;
  };
  report();
  const timer = setInterval(report, limits.editor.reviewProgressMs);
  return () => clearInterval(timer);
}

function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) queueMicrotask(run);
  signal.addEventListener('abort', run, { once: true });
  return () => signal.removeEventListener('abort', run);
}
