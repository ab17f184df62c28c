// Allows one review per file at a time; others queue for a bounded time.
import { limits, SallyportError, unlessAborted } from '@sallyport/protocol';

interface Turn {
  enter(): void;
  /** The review that holds the file, once it is open. */
  reviewId?: string;
}

export interface Held {
  name(reviewId: string): void;
  /** Admits the next in line. Idempotent. */
  release(): void;
}

export class PathLocks {
  /** By path: the holder first, then those who wait. */
  readonly #lines = new Map<string, Turn[]>();

  /** Resolves when the file is free; rejects with ERR_RATE_LIMITED at the deadline, or with the signal's reason. */
  async acquire(path: string, shownPath: string, signal: AbortSignal): Promise<Held> {
    signal.throwIfAborted();
    const line = this.#lines.get(path) ?? [];
    this.#lines.set(path, line);
    const turn: Turn = { enter: () => {} };
    const release = () => {
      if (!line.includes(turn)) return;
      line.splice(line.indexOf(turn), 1);
      if (line.length === 0) this.#lines.delete(path);
      line[0]?.enter();
    };
    let timer: NodeJS.Timeout | undefined;
    const entered = new Promise<void>((resolve, reject) => {
      turn.enter = resolve;
      timer = setTimeout(() => reject(busy(shownPath, line[0]?.reviewId)), limits.editor.pathLockMs);
    });
    line.push(turn);
    line[0]?.enter();
    try {
      await unlessAborted(signal, entered);
    } catch (reason) {
      release();
      throw reason;
    } finally {
      clearTimeout(timer);
    }
    return {
      name: (reviewId) => {
        turn.reviewId = reviewId;
      },
      release,
    };
  }
}

function busy(shownPath: string, reviewId: string | undefined): SallyportError {
  return new SallyportError(
    'ERR_RATE_LIMITED',
    `Another edit of ${shownPath} is under review and undecided after ${limits.editor.pathLockMs / 1000} s.`,
    {
      hint: 'The user has its diff open. Wait for it with get_review, or edit another file meanwhile.',
      data: { path: shownPath, review_id: reviewId },
    },
  );
}
