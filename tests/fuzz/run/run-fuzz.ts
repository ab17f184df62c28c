// A run: the corpus first, then every target in turns on two cores until the time is over, with its memory watched.
import type { Memory, Programs, Target } from '../base/target.ts';
import type { Finding } from './findings.ts';
import { TargetRun } from './target-run.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly durationMs: number;
  readonly targets: readonly Target[];
  readonly programs: Programs;
  /** For progress files. */
  readonly folder: string;
  readonly now: () => number;
  readonly onFinding: (finding: Finding) => void;
}

export interface TargetSummary {
  readonly target: string;
  readonly corpus: number;
  readonly inputs: number;
  readonly longestMs: number;
  /** By process; only for runs that are longer than the warm-up. */
  readonly memory: readonly MemoryChange[];
}

export interface MemoryChange {
  readonly process: string;
  readonly before: Memory;
  readonly after: Memory;
}

const LANES = 2;
const SLICE_MS = 2000;
/** Before this, caches and code fill up. */
const WARM_UP_MS = 120_000;
const GROWTH_MAX_BYTES = 50 * 1024 * 1024;

export async function runFuzz(options: FuzzOptions): Promise<TargetSummary[]> {
  const { targets, durationMs, now, onFinding } = options;
  const runs = targets.map((target) => new TargetRun({ ...options, target }));
  try {
    await inLanes(runs, (run) => run.begin());
    const startedAt = now();
    const until = (endMs: number) => takeTurns(runs, durationMs, () => startedAt + endMs - now());
    await until(Math.min(WARM_UP_MS, durationMs));
    const isWatched = durationMs > WARM_UP_MS;
    if (isWatched) for (const run of runs) await run.noteBaseline();
    await until(durationMs);
    const summaries: TargetSummary[] = [];
    for (const run of runs) {
      const memory = isWatched ? await changesOf(run) : [];
      for (const change of memory.filter(isGrowth)) onFinding(growth(run.name, options.seed, change));
      summaries.push({ target: run.name, corpus: run.corpus, inputs: run.inputs, longestMs: run.longestMs, memory });
    }
    return summaries;
  } finally {
    await Promise.all(runs.map((run) => run.close()));
  }
}

/** Each lane takes the target whose last turn is longest ago. */
async function takeTurns(runs: readonly TargetRun[], durationMs: number, leftMs: () => number): Promise<void> {
  // Every target has its turn in a short run too.
  const sliceMs = Math.min(SLICE_MS, (durationMs * LANES) / (2 * runs.length));
  const waiting = [...runs];
  const lane = async () => {
    for (;;) {
      const run = leftMs() > 0 ? waiting.shift() : undefined;
      if (run === undefined) return;
      await run.slice(Math.min(sliceMs, leftMs()));
      if (!run.isGivenUp) waiting.push(run);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function changesOf(run: TargetRun): Promise<MemoryChange[]> {
  const { before = {}, after = {} } = (await run.memory()) ?? {};
  return Object.entries(after).flatMap(([process, memory]) => {
    const earlier = before[process];
    return earlier === undefined ? [] : [{ process, before: earlier, after: memory }];
  });
}

function isGrowth({ before, after }: MemoryChange): boolean {
  return (
    after.heapBytes - before.heapBytes > GROWTH_MAX_BYTES ||
    after.residentBytes - before.residentBytes > GROWTH_MAX_BYTES
  );
}

function growth(target: string, seed: number, { process, before, after }: MemoryChange): Finding {
  const mebibytes = ({ heapBytes, residentBytes }: Memory) =>
    `${Math.round(heapBytes / 2 ** 20)} MiB live, ${Math.round(residentBytes / 2 ** 20)} MiB resident`;
  const problem = `The memory of ${process} grew from ${mebibytes(before)} to ${mebibytes(after)}.`;
  return { target, seed, problem, input: null };
}
