// One review at a time for each file: whoever comes second waits in line, for a bounded time.
import { limits, SallyportError } from '@sallyport/protocol';

interface Waiter {
  enter(): void;
}

interface Lock {
  /** The review that holds the file, once it is open. */
  reviewId?: string;
  readonly line: Waiter[];
}

export interface Held {
  name(reviewId: string): void;
  /** Lets the next one in. May be called again. */
  release(): void;
}

export class PathLocks {
  readonly #locks = new Map<string, Lock>();

  /** Resolves when the file is free; rejects with ERR_RATE_LIMITED at the deadline, or with the signal's reason. */
  async acquire(path: string, shownPath: string, signal: AbortSignal): Promise<Held> {
    signal.throwIfAborted();
    const lock = this.#locks.get(path);
    if (lock !== undefined) await this.#wait(lock, shownPath, signal);
    const held: Lock = this.#locks.get(path) ?? { line: [] };
    delete held.reviewId;
    this.#locks.set(path, held);
    let isHeld = true;
    return {
      name: (reviewId) => {
        held.reviewId = reviewId;
      },
      release: () => {
        if (isHeld) this.#pass(path, held);
        isHeld = false;
      },
    };
  }

  #pass(path: string, lock: Lock): void {
    const next = lock.line.shift();
    if (next === undefined) this.#locks.delete(path);
    else next.enter();
  }

  #wait(lock: Lock, shownPath: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        lock.line.splice(lock.line.indexOf(waiter), 1);
        done();
        reject(reason);
      };
      const onAbort = () => leave(signal.reason);
      const timer = setTimeout(() => leave(busy(shownPath, lock.reviewId)), limits.editor.pathLockMs);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        enter: () => {
          done();
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      lock.line.push(waiter);
    });
  }
}

function busy(shownPath: string, reviewId: string | undefined): SallyportError {
  return new SallyportError(
    'ERR_RATE_LIMITED',
    `Another edit of ${shownPath} is under review and was not decided within ${limits.editor.pathLockMs / 1000} s.`,
    {
      hint: 'The user has it open as a diff. Ask for it with get_review, or edit another file meanwhile.',
      data: { path: shownPath, ...(reviewId === undefined ? {} : { review_id: reviewId }) },
    },
  );
}
