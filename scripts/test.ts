// npm test: every stage in order, then the plain line with the counts of all of them together. `--stage NAME` chooses
// stages; `--repeat N` runs them N times and prints what failed how often, `--resume` goes on with an interrupted repetition,
// `--write` puts its table into docs/benchmarks.md.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { repeatStages } from './stages/repeat-stages.ts';
import { runStage } from './stages/run-stage.ts';
import { chooseStages, type Stage, stages } from './stages/stages.ts';

const { due, times, ...choices } = readArguments();
const root = fileURLToPath(new URL('..', import.meta.url));
if (!due.some(({ name }) => name === 'check')) buildFirst();
const isGreen = times === undefined ? runOnce(due) : repeatStages({ root, stages: due, times, ...choices });
process.exitCode = isGreen ? 0 : 1;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: 'string', multiple: true, default: [] },
        repeat: { type: 'string' },
        resume: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    });
    const times = values.repeat === undefined ? undefined : Number(values.repeat);
    if (times !== undefined && !(Number.isInteger(times) && times > 0)) throw new Error('--repeat wants a number.');
    return { due: chooseStages(stages, values.stage), times, mayResume: values.resume, isWritten: values.write };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('Usage: npm test -- [--stage NAME]… [--repeat N [--resume] [--write]]');
    process.exit(2);
  }
}

/** Stages use what the check builds. */
function buildFirst(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--quiet'], { cwd: root, stdio: 'inherit' });
}

function runOnce(chosen: readonly Stage[]): boolean {
  const runs = chosen.map((stage) => {
    console.log(`\n── ${stage.title} ──`);
    return { ...stage, ...runStage(stage, 'inherit') };
  });
  for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`\nFailed: ${failure}`);
  const times = runs.map(({ title, seconds, budgetS }) => `${title} ${Math.round(seconds)} s of ${budgetS}`);
  console.log(`\nTimes: ${times.join(', ')}`);
  const sum = (key: 'passed' | 'failed' | 'skipped') => runs.reduce((total, run) => total + run[key], 0);
  const red = runs.filter(({ isGreen }) => !isGreen).map(({ title }) => title);
  // A stage that fails outside its tests (types, lint) must not close with "0 failed"; nor may a skipped test pass silently.
  const failed = Math.max(sum('failed'), red.length) + sum('skipped');
  if (red.length > 0) console.log(`\nFailed stages: ${red.join(', ')}`);
  if (sum('skipped') > 0) console.log(`\n${sum('skipped')} tests were skipped, which counts as failed.`);
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
  return failed === 0;
}
