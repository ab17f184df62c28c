// What repeated stages have shown: the table of runs and what failed how often, for a terminal and for docs/benchmarks.md.
import { median } from '../../bench/measure.ts';
import { markdownTable, renderTable } from '../../bench/table.ts';
import type { RepeatedRun } from './repeat.ts';

const head = ['stage', 'runs', 'green', 'median s', 'max s'];

export function renderRepeats(stages: readonly string[], runs: readonly RepeatedRun[]): string {
  const rows = stages.map((stage) => rowOf(stage, runs));
  const failures = stages.flatMap((stage) => failuresOf(stage, runs));
  return [renderTable({ caption: '', head, rows }), ...failures.map((line) => `  ${line}`)].join('\n');
}

export interface WrittenRepeats {
  /** All stages, in their usual order. */
  readonly order: readonly string[];
  /** Those that were run on this code. */
  readonly stages: readonly string[];
  readonly runs: readonly RepeatedRun[];
  readonly commit: string;
}

/** The section of docs/benchmarks.md with the rows of these stages replaced: stages are repeated on different days. */
export function mergeRepeats(section: string, { order, stages, runs, commit }: WrittenRepeats): string {
  const lines = section.split('\n');
  const isReplaced = (line: string) =>
    stages.some((stage) => line.startsWith(`| ${stage} |`) || line.startsWith(`- ${stage}:`));
  const kept = lines.filter((line) => order.some((stage) => line.startsWith(`| ${stage} |`)) && !isReplaced(line));
  const own = stages.map((stage) => [...rowOf(stage, runs), commit]);
  const rows = [...kept.map(cellsOf), ...own].sort(([a = ''], [b = '']) => order.indexOf(a) - order.indexOf(b));
  const failures = [
    ...lines.filter((line) => line.startsWith('- ') && !isReplaced(line)),
    ...stages.flatMap((stage) => failuresOf(stage, runs).map((line) => `- ${line}`)),
  ];
  return [markdownTable({ caption: '', head: [...head, 'commit'], rows }), '', ...failures].join('\n').trimEnd();
}

function cellsOf(line: string): string[] {
  return line.slice(2, -2).split(' | ');
}

function rowOf(stage: string, runs: readonly RepeatedRun[]): string[] {
  const own = runs.filter((run) => run.stage === stage);
  const seconds = own.map((run) => run.seconds);
  const green = own.filter(({ failures }) => failures.length === 0).length;
  const times = own.length === 0 ? ['–', '–'] : [median(seconds).toFixed(0), Math.max(...seconds).toFixed(0)];
  return [stage, `${own.length}`, `${green}`, ...times];
}

/** Each failed test with how often it failed, the worst first. */
function failuresOf(stage: string, runs: readonly RepeatedRun[]): string[] {
  const own = runs.filter((run) => run.stage === stage);
  const counts = new Map<string, number>();
  for (const failure of own.flatMap(({ failures }) => [...new Set(failures)])) {
    counts.set(failure, (counts.get(failure) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([failure, count]) => `${stage}: ${count} of ${own.length} failed: ${failure}`);
}
