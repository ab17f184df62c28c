// Repeated runs of stages: what is remembered of each, and what is still to do after an interruption.
import type { StageRun } from './run-stage.ts';

/** One finished run, as it stands in the state file. */
export interface RepeatedRun {
  readonly stage: string;
  readonly seconds: number;
  /** The tests that failed, or what else was wrong; empty when it was green. */
  readonly failures: readonly string[];
}

export function repeatedRun(stage: string, { isGreen, seconds, skipped, failures }: StageRun): RepeatedRun {
  const named = failures.map((failure) => failure.split('\n', 1)[0] ?? '');
  if (skipped > 0) named.push(`${skipped} tests were skipped`);
  if (!isGreen && named.length === 0) named.push('it failed outside of its tests');
  return { stage, seconds, failures: named };
}

/** The runs that are finished, from the lines of a state file; a line that an interruption cut short does not count. */
export function parseRuns(text: string): readonly RepeatedRun[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** The stages still to run, round by round, so that an early end has seen all of them about equally often. */
export function runsToDo(stages: readonly string[], times: number, done: readonly RepeatedRun[]): readonly string[] {
  const rounds = Array.from({ length: times }, (_, round) =>
    stages.filter((stage) => done.filter((run) => run.stage === stage).length <= round),
  );
  return rounds.flat();
}
