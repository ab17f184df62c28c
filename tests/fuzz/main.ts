// npm run fuzz: feeds odd inputs to everything that reads what others wrote, and prints what went wrong (docs/fuzzing.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPrograms } from '../support/build-programs.ts';
import { projectRoot } from '../support/test-sources.ts';
import { type Finding, keepFinding, readFinding } from './run/findings.ts';
import { runFuzz, type TargetSummary } from './run/run-fuzz.ts';
import { TargetRun } from './run/target-run.ts';
import { targetNamed, targets } from './targets/all.ts';

const MINUTE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'sallyport-fuzz-'));
let found = 0;

try {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string', default: '1' },
      target: { type: 'string', multiple: true, default: [] },
      replay: { type: 'string' },
    },
  });
  const programs = buildPrograms(folder);
  if (values.replay !== undefined) await replay(values.replay);
  else {
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
    const durationMs = Number(values.minutes) * MINUTE_MS;
    if (!Number.isInteger(seed) || !(durationMs > 0)) throw new Error('--seed and --minutes want a number.');
    const chosen = values.target.length === 0 ? targets : values.target.map(targetNamed);
    console.log(`Seed ${seed}, ${values.minutes} min, targets: ${chosen.map(({ name }) => name).join(', ')}`);
    const summaries = await runFuzz({
      seed,
      durationMs,
      targets: chosen,
      programs,
      folder,
      now: Date.now,
      onFinding: print,
    });
    for (const line of summaries.flatMap(describe)) console.log(line);
    console.log(`\n${found === 0 ? 'Nothing was found.' : `${found} found.`}`);
  }

  async function replay(path: string): Promise<void> {
    const finding = readFinding(path);
    const target = targetNamed(finding.target);
    const run = new TargetRun({ target, seed: 0, programs, folder, onFinding: print });
    const problem = await run.problemWith(finding.input);
    await run.close();
    if (problem !== undefined) found += 1;
    console.log(problem ?? 'It does no harm.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('Usage: npm run fuzz -- [--seed N] [--minutes M] [--target NAME]… | --replay FILE');
  found += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = found === 0 ? 0 : 1;

function print(finding: Finding): void {
  found += 1;
  const path = relative(projectRoot, keepFinding(finding, join(projectRoot, '.artifacts', 'fuzz')));
  const text = JSON.stringify(finding.input);
  console.log(`\nFound in ${finding.target}, seed ${finding.seed}, input ${finding.index}: ${finding.problem}`);
  console.log(`  input: ${text.length > 500 ? `${text.slice(0, 500)}… (${text.length} characters)` : text}`);
  console.log(`  again: npm run fuzz -- --replay ${path}\n`);
}

function describe({ target, corpus, inputs, longestMs, memory }: TargetSummary): string[] {
  const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  return [
    `${target.padEnd(15)} ${String(inputs).padStart(9)} inputs, ${corpus} of the corpus, longest ${Math.round(longestMs)} ms`,
    ...memory.map(
      ({ process, before, after }) =>
        `  ${process.padEnd(13)} live ${mebibytes(before.heapBytes)} → ${mebibytes(after.heapBytes)} MiB, ` +
        `resident ${mebibytes(before.residentBytes)} → ${mebibytes(after.residentBytes)} MiB`,
    ),
  ];
}
