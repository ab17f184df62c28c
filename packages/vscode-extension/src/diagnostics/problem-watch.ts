// Waits for the editor to check a change, and reports new problems.
import { limits } from '@sallyport/protocol';
import type { NewProblems, ProblemWatch } from '../review/review-port.ts';
import type { Problem } from '../tools/context.ts';

export interface ProblemSource {
  /** Current errors and warnings of the file. */
  read(): readonly Problem[];
  /** Current errors of the other files that are open: a change of one file breaks others. */
  readElsewhere(): readonly Problem[];
  /** Fires on each change of the problems of this file, or of one that is open. Returns the unsubscribe function. */
  onChanged(listener: () => void): () => void;
  /** Whether this language has reported anything in this window. */
  readonly hasAnswered: boolean;
  /** The last wait for this language was in vain. */
  readonly isSilent: boolean;
  /** Nothing was reported during the whole wait. */
  markSilent(): void;
  render(problem: Problem): string;
}

export interface ProblemWatchOptions {
  readonly source: ProblemSource;
  /** `sallyport.diagnosticDelay`: the wait is never longer. */
  readonly maxMs: number;
  readonly now: () => number;
}

/** Listens at once, to know the old problems and not to miss an early report. */
export function watchProblems({ source, maxMs, now }: ProblemWatchOptions): ProblemWatch {
  const before = countOf([...source.read(), ...source.readElsewhere()]);
  const hadAnswered = source.hasAnswered;
  let lastChangeMs: number | undefined;
  let wake = () => {};
  const end = source.onChanged(() => {
    lastChangeMs = now();
    wake();
  });

  /** When the reports can be considered complete; undefined if unknown. */
  function settlesAt(sinceMs: number): number | undefined {
    const quietMs = limits.editor.diagnosticQuietMs;
    if (lastChangeMs === undefined) {
      // A language that works but has nothing new reports nothing.
      if (hadAnswered) return sinceMs + 2 * quietMs;
      return source.isSilent ? sinceMs + quietMs : undefined;
    }
    // A language that is still loading first reports an empty list.
    if (!hadAnswered && source.read().length === 0) return undefined;
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
          return found(lastChangeMs === undefined && !hadAnswered ? 'no_provider' : 'settled');
        if (nowMs >= deadlineMs) return found(lastChangeMs !== undefined || hadAnswered ? 'timed_out' : 'no_provider');
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
    const fresh = [...source.read(), ...source.readElsewhere()].filter((problem) => {
      const key = keyOf(problem);
      const known = left.get(key) ?? 0;
      left.set(key, known - 1);
      return known <= 0;
    });
    return { state, lines: fresh.map((problem) => source.render(problem)) };
  }

  return { settle };
}

/** Without the line, which an edit may move. */
function keyOf({ path, severity, source = '', message }: Problem): string {
  return `${path}\n${severity}\n${source}\n${message}`;
}

function countOf(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  return counts;
}
