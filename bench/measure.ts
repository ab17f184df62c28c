// Fair timing: contenders take turns within every round, so that a slow second of the machine hits all of them alike.
import { cpuUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Contender<Name extends string, Sample> {
  readonly name: Name;
  /** Takes one sample and returns it, in whatever unit the benchmark compares. */
  sample(): Sample | Promise<Sample>;
}

export interface Rounds {
  readonly rounds: number;
  /** Samples taken first and thrown away, while the code is not compiled yet. */
  readonly warmUpRounds: number;
  /** Runs before each sample, untimed: to collect garbage, for example. */
  readonly beforeEach?: () => void;
}

export type Samples<Name extends string, Sample> = (name: Name) => readonly Sample[];

export async function interleave<Name extends string, Sample>(
  contenders: readonly Contender<Name, Sample>[],
  { rounds, warmUpRounds, beforeEach }: Rounds,
): Promise<Samples<Name, Sample>> {
  const samples = new Map<Name, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const contender of rotated(contenders, round + warmUpRounds)) {
      beforeEach?.();
      const sample = await contender.sample();
      if (round >= 0) samples.get(contender.name)?.push(sample);
    }
  }
  return (name) => samples.get(name) ?? [];
}

/** Nobody always comes first: the one that follows a heavy contender meets its garbage. */
function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/** Milliseconds of processor time, of all threads: what else the machine does meanwhile does not count. */
export function processorMs(run: () => void): number {
  const before = cpuUsage();
  run();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

/** How often to run something in one sample, so that the sample lasts long enough for the clock. */
export function repeatsFor(minMs: number, run: () => void, msOf = processorMs): number {
  let repeats = 1;
  const sampleMs = () => msOf(() => repeat(repeats, run));
  while (sampleMs() < minMs) repeats *= 2;
  return repeats;
}

export function repeat(times: number, run: () => void): void {
  for (let done = 0; done < times; done += 1) run();
}

/** The value below which the share `q` of the samples lies (nearest rank). */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(q * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Collects all garbage now. Turned on from inside, so that `npm run bench` needs no flag. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    if (typeof collect === 'function') collect();
  };
}
