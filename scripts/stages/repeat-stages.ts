// npm test -- --repeat N: runs stages again and again, remembers each run, and goes on where it was interrupted.
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { benchmarksPage, readSection, replaceSection } from '../../bench/benchmarks-page.ts';
import { stateOfCode } from './code-state.ts';
import { parseRuns, type RepeatedRun, repeatedRun, runsToDo } from './repeat.ts';
import { mergeRepeats, renderRepeats, type WrittenRepeats } from './repeat-table.ts';
import { runStage } from './run-stage.ts';
import { stages as allStages, type Stage } from './stages.ts';

export interface RepeatOptions {
  readonly root: string;
  readonly stages: readonly Stage[];
  readonly times: number;
  readonly mayResume: boolean;
  /** Whether the table goes to docs/benchmarks.md. */
  readonly isWritten: boolean;
}

/** Returns whether every run was green. Its state and the output of red runs are kept in `.repeat/<state of the code>`. */
export function repeatStages({ root, stages, times, mayResume, isWritten }: RepeatOptions): boolean {
  const state = stateOfCode(root);
  const folder = join(root, '.repeat', state);
  if (!mayResume) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stateFile = join(folder, 'runs.jsonl');
  const runs: RepeatedRun[] = readRuns(stateFile);
  if (runs.length > 0) console.log(`Going on after ${runs.length} runs of this code.`);
  const names = stages.map(({ name }) => name);
  for (const name of runsToDo(names, times, runs)) {
    const stage = stages.find((each) => each.name === name);
    if (stage === undefined) continue;
    const count = runs.filter((run) => run.stage === name).length + 1;
    const log = join(folder, `${name}-${count}.log`);
    const ran = runLogged(stage, log);
    if (ran.isInterrupted) {
      console.log(`${name} ${count}/${times}: interrupted, and not counted; --resume goes on with it.`);
      return false;
    }
    const run = repeatedRun(name, ran);
    runs.push(run);
    appendFileSync(stateFile, `${JSON.stringify(run)}\n`);
    const isGreen = run.failures.length === 0;
    if (isGreen) rmSync(log);
    console.log(`${name} ${count}/${times}: ${isGreen ? 'green' : `red, see ${log}`}, ${run.seconds.toFixed(0)} s`);
  }
  const own = runs.filter(({ stage }) => names.includes(stage));
  console.log(`\n${renderRepeats(names, own)}`);
  if (isWritten)
    writeRepeats(root, { order: allStages.map(({ name }) => name), stages: names, runs: own, commit: state });
  return own.every(({ failures }) => failures.length === 0);
}

function writeRepeats(root: string, repeats: WrittenRepeats): void {
  const path = join(root, benchmarksPage);
  const page = readFileSync(path, 'utf8');
  const written = replaceSection(page, 'stages', mergeRepeats(readSection(page, 'stages') ?? '', repeats));
  if (written !== undefined) writeFileSync(path, written);
}

function runLogged(stage: Stage, log: string): ReturnType<typeof runStage> {
  const file = openSync(log, 'w');
  try {
    return runStage(stage, ['ignore', file, file]);
  } finally {
    closeSync(file);
  }
}

/** The finished runs; what an interruption left of a line is cut off, or the next one would be joined to it. */
function readRuns(stateFile: string): RepeatedRun[] {
  if (!existsSync(stateFile)) return [];
  const text = readFileSync(stateFile, 'utf8');
  truncateSync(stateFile, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)));
  return [...parseRuns(text)];
}
