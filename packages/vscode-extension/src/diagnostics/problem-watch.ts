// Waits for the editor to look at a change: which problems are new, and whether it had finished looking.
import { limits } from '@sallyport/protocol';
import type { NewProblems, ProblemWatch } from '../review/review-port.ts';
import type { Problem } from '../tools/context.ts';

export interface ProblemSource {
  /** Errors and warnings of the file, as they are shown now. */
  read(): readonly Problem[];
  /** Called for each change of this file's problems. Returns the function that ends it. */
  onChanged(listener: () => void): () => void;
  /** Whether anything has ever reported on a file of this language in this window. */
  readonly hasAnswered: boolean;
  /** The last look at this language was in vain: a whole wait would be, too. */
  readonly isSilent: boolean;
  /** Nobody reported, all the wait long. */
  markSilent(): void;
  render(problem: Problem): string;
}

export interface ProblemWatchOptions {
  readonly source: ProblemSource;
  /** `sallyport.diagnosticDelay`: the wait is never longer. */
  readonly maxMs: number;
  readonly now: () => number;
}

/** Begins to listen at once: what is wrong now is not new, and an early answer is not missed. */
export function watchProblems({ source, maxMs, now }: ProblemWatchOptions): ProblemWatch {
  const before = countOf(source.read());
  const wasWarm = source.hasAnswered;
  let lastChangeMs: number | undefined;
  let wake = () => {};
  const end = source.onChanged(() => {
    lastChangeMs = now();
    wake();
  });

  /** When there is reason to believe that no more comes; undefined while there is none. */
  function settlesAt(sinceMs: number): number | undefined {
    const quietMs = limits.editor.diagnosticQuietMs;
    if (lastChangeMs === undefined) {
      // A language that has answered before, and has nothing new to say, says nothing.
      if (wasWarm) return sinceMs + 2 * quietMs;
      return source.isSilent ? sinceMs + quietMs : undefined;
    }
    // The first answer of a language that was not ready is an empty list, whatever is wrong.
    if (!wasWarm && source.read().length === 0) return undefined;
    return Math.max(lastChangeMs, sinceMs) + quietMs;
  }

  async function settle(): Promise<NewProblems> {
    const sinceMs = now();
    const deadlineMs = sinceMs + maxMs;
    try {
      for (;;) {
        const target = settlesAt(sinceMs);
        const nowMs = now();
        if (target !== undefined && nowMs >= target)
          return found(lastChangeMs === undefined && !wasWarm ? 'no_provider' : 'settled');
        if (nowMs >= deadlineMs) return found(lastChangeMs !== undefined || wasWarm ? 'timed_out' : 'no_provider');
        await sleep(Math.min(target ?? deadlineMs, deadlineMs) - nowMs);
      }
    } finally {
      end();
    }
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function found(state: NewProblems['state']): NewProblems {
    if (state === 'no_provider') source.markSilent();
    const left = new Map(before);
    const fresh = source.read().filter((problem) => {
      const key = keyOf(problem);
      const known = left.get(key) ?? 0;
      left.set(key, known - 1);
      return known <= 0;
    });
    return { state, lines: fresh.map((problem) => source.render(problem)) };
  }

  return { settle };
}

/** Lines move with an edit; a problem is known by what it says. */
function keyOf({ severity, source = '', message }: Problem): string {
  return `${severity}\n${source}\n${message}`;
}

function countOf(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  return counts;
}
