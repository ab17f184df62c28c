// npm run faults [name…] [--shard i/n] [--stage name…] [--resume] [--list]: plants each fault of tests/faults in a copy of the
// project and expects a test that cites the broken promise to fail by an assertion. Exit code 1 unless every fault is caught.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectCitations } from '../tests/support/citations.ts';
import { projectRoot, readTestSources } from '../tests/support/test-sources.ts';
import { citingFiles, projectOrder } from './faults/citing-tests.ts';
import { choosePatches, type FaultPatch, parseFaultPatch, shardOf } from './faults/fault-patch.ts';
import { PatchedCopy } from './faults/patched-copy.ts';
import {
  type CitingFiles,
  type Judgement,
  judgeRun,
  notGreen,
  renderSum,
  renderVerdict,
  type Verdict,
  verdictOf,
} from './faults/verdict.ts';
import { VerdictLog } from './faults/verdict-log.ts';

const PATCH_LIMIT_MS = 5 * 60_000;
const BASELINE_LIMIT_MS = 30 * 60_000;
const folder = join(projectRoot, 'tests', 'faults');

/** A patch on its way through the stages. */
interface Trial extends FaultPatch {
  readonly file: string;
  readonly log: VerdictLog;
  /** The citing test files by project, for each promise. */
  readonly stages: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly judgements: Judgement[];
  elapsedMs: number;
  verdict?: Verdict;
}

interface Chosen {
  readonly patches: readonly FaultPatch[];
  readonly stages: readonly string[];
  readonly mayResume: boolean;
}

const { isList, ...chosen } = readArguments();
if (isList) {
  for (const { name, promises, fault } of chosen.patches) console.log(`${name} (${promises.join(', ')}): ${fault}`);
} else process.exitCode = await runAll(chosen);

function readArguments(): Chosen & { readonly isList: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: {
        shard: { type: 'string' },
        stage: { type: 'string', multiple: true, default: [] },
        resume: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const files = readdirSync(folder).filter((file) => file.endsWith('.patch'));
    const names = files.map((file) => file.slice(0, -'.patch'.length)).sort();
    const wanted = shardOf(choosePatches(names, positionals), values.shard);
    const patches = wanted.map((name) => parseFaultPatch(name, readFileSync(join(folder, `${name}.patch`), 'utf8')));
    const stages = projectOrder.filter((project) => values.stage.length === 0 || values.stage.includes(project));
    if (stages.length === 0) throw new Error(`--stage wants one of ${projectOrder.join(', ')}.`);
    return { patches, stages, mayResume: values.resume, isList: values.list };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('Usage: npm run faults -- [name…] [--shard i/n] [--stage name…] [--resume] [--list]');
    process.exit(2);
  }
}

async function runAll({ patches, stages, mayResume }: Chosen): Promise<number> {
  const startedAt = performance.now();
  const log = new VerdictLog(projectRoot, { mayResume });
  const copy = new PatchedCopy(projectRoot);
  const stop = () => process.exit(130);
  process.once('exit', () => copy.close());
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const broken = await copy.build();
  if (broken !== undefined) throw new Error(`The project ${broken}`);
  const trials = await prepare({ copy, log, patches, stages });
  for (const project of stages) {
    const due = trials.filter((trial) => trial.verdict === undefined && wantedIn(project, trial).size > 0);
    if (due.length > 0) await runStage(copy, project, due);
  }
  for (const trial of trials)
    if (trial.verdict === undefined) settle(trial, verdictOf(trial.promises, trial.judgements));
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`\n${renderSum(trials.flatMap(({ verdict }) => verdict ?? []))}, ${minutes} min`);
  return trials.every(({ verdict }) => verdict?.kind === 'caught') ? 0 : 1;
}

interface Preparation {
  readonly copy: PatchedCopy;
  readonly log: VerdictLog;
  readonly patches: readonly FaultPatch[];
  readonly stages: readonly string[];
}

/** Patches that no test of the chosen stages could catch are left out; of all stages, they are an error. */
async function prepare({ copy, log, patches, stages }: Preparation): Promise<readonly Trial[]> {
  const sources = readTestSources();
  const known = { sources, citations: collectCitations(sources), files: await copy.testFiles() };
  return patches.flatMap((patch): Trial[] => {
    const file = join(folder, `${patch.name}.patch`);
    const cited = new Map(patch.promises.map((promise) => [promise, citingFiles(promise, known)]));
    const trial: Trial = { ...patch, file, log, stages: cited, judgements: [], elapsedMs: 0 };
    const earlier = log.earlier(readFileSync(file, 'utf8'));
    const uncited = patch.promises.filter((promise) => cited.get(promise)?.size === 0);
    if (earlier !== undefined) trial.verdict = earlier.verdict;
    else if (uncited.length > 0) settle(trial, { kind: 'error', why: `no test cites ${uncited.join(', ')}` });
    else if (!stages.some((project) => wantedIn(project, trial).size > 0)) return [];
    return [trial];
  });
}

/** All patches that need a project take their turn in it, after one run of their tests without any patch. */
async function runStage(copy: PatchedCopy, project: string, due: readonly Trial[]): Promise<void> {
  const wanted = new Map(due.flatMap((trial) => [...wantedIn(project, trial)]));
  console.error(`  … ${project}: tests of ${wanted.size} promises, without a patch`);
  const baseline = await copy.test({ project, wanted, limitMs: BASELINE_LIMIT_MS, mayEndEarly: false });
  for (const trial of due) {
    const why = notGreen(baseline, wantedIn(project, trial));
    if (why === undefined) await runPatch(copy, project, trial);
    else settle(trial, { kind: 'error', why });
  }
  // What the next stage runs without a patch must be built without one.
  await copy.build();
}

async function runPatch(copy: PatchedCopy, project: string, trial: Trial): Promise<void> {
  const startedAt = performance.now();
  const failure = await copy.apply(trial.file);
  const wanted = wantedIn(project, trial);
  const problem = failure ?? (await (runsSourcesAlone(project, wanted) ? copy.compile() : copy.build()));
  if (problem === undefined) {
    const run = await copy.test({ project, wanted, limitMs: PATCH_LIMIT_MS, mayEndEarly: true });
    trial.judgements.push(judgeRun(run, wanted));
  }
  if (failure === undefined) await copy.revert(trial.file);
  trial.elapsedMs += performance.now() - startedAt;
  if (problem !== undefined) settle(trial, { kind: 'error', why: problem });
  else if (uncaughtOf(trial).length === 0) settle(trial, verdictOf(trial.promises, trial.judgements));
}

/** Whether no test of them starts or reads what is bundled. */
function runsSourcesAlone(project: string, wanted: CitingFiles): boolean {
  return project === 'check' && [...wanted.values()].flat().every((file) => file.startsWith('packages/'));
}

/** The promises of a patch that nothing caught so far, with the test files of a project that cite them. */
function wantedIn(project: string, trial: Trial): CitingFiles {
  return new Map(
    uncaughtOf(trial).flatMap((promise) => {
      const files = trial.stages.get(promise)?.get(project);
      return files === undefined ? [] : [[promise, files] as const];
    }),
  );
}

function uncaughtOf({ promises, judgements }: Trial): readonly string[] {
  return promises.filter((promise) => !judgements.some(({ caughtBy }) => caughtBy.has(promise)));
}

function settle(trial: Trial, verdict: Verdict): void {
  trial.verdict = verdict;
  trial.log.add(readFileSync(trial.file, 'utf8'), verdict, trial.elapsedMs / 1000);
  console.log(renderVerdict(trial.name, verdict, trial.elapsedMs / 1000));
}
