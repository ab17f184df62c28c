// The native host beside a raw relay of the same hops (the limit) and seed 000's algorithm, pinned to one core.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, BenchOptions, Report } from './bench.ts';
import { measureMemory, measureRoundTrips, measureStart, measureThroughput } from './host/measures.ts';
import { pinToOneCore } from './host/pinning.ts';
import { type Comparison, compare, reportOf } from './host/report.ts';
import { Rig, type RigOptions } from './host/rig.ts';
import { buildSubjects, type Subject, type SubjectName } from './host/subjects.ts';
import { measureWaits, tryPassage, type Waits } from './host/transfer.ts';
import { median } from './measure.ts';

const MB = 1_000_000;
const MiB = 1024 * 1024;

const trips = [
  { name: '200 B, 1 client', bytes: 200, clients: 1, callsEach: 400, rounds: 15, warmUpRounds: 3 },
  { name: '200 B, 50 clients', bytes: 200, clients: 50, callsEach: 20, rounds: 7, warmUpRounds: 2 },
  { name: '100 KB, 1 client', bytes: 100_000, clients: 1, callsEach: 50, rounds: 15, warmUpRounds: 3 },
  { name: '100 KB, 50 clients', bytes: 100_000, clients: 50, callsEach: 2, rounds: 7, warmUpRounds: 1 },
] as const;
const throughput = { bytes: MB, calls: 20, inFlight: 4, rounds: 11, warmUpRounds: 2 };
const start = { rounds: 31, warmUpRounds: 2 };
const CONNECTS = 1000;
const TRANSFERS = 3;

type Subjects = Readonly<Record<SubjectName, Subject>>;

export const nativeHostBench: Bench = {
  name: 'native-host',
  async run(options): Promise<Report> {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
    const pinning = pinToOneCore(options.pid);
    try {
      const subjects = await buildSubjects({ root: options.root, folder, user: `bench-${options.pid}` });
      return await measure(subjects, options, pinning?.core);
    } finally {
      pinning?.release();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  subjects: Subjects,
  { node, onProgress }: BenchOptions,
  core: number | undefined,
): Promise<Report> {
  const rigs = [subjects.limit, subjects.seed, subjects.ours].map((subject) => new Rig({ subject, node }));
  const speeds: Comparison[] = [];
  try {
    for (const { name, ...trip } of trips) {
      onProgress(`round trips, ${name}`);
      const latencies = await measureRoundTrips(rigs, trip);
      speeds.push(compare(name, 'ms', latencies));
    }
    onProgress('throughput');
    speeds.push(compare('1 MB answers', 'MB/s', await measureThroughput(rigs, throughput)));
  } finally {
    await Promise.all(rigs.map((rig) => rig.close()));
  }

  onProgress('start');
  const starts = await measureStart(node, [subjects.seed, subjects.ours], start);
  onProgress('memory');
  const memory = {
    limit: await measureMemory(node, subjects.limit, CONNECTS),
    seed: await measureMemory(node, subjects.seed, CONNECTS),
    ours: await measureMemory(node, subjects.ours, CONNECTS),
  };
  onProgress('large answers');
  const passages = {
    seed: await tryPassage({ subject: subjects.seed, node }, 5 * MB),
    ours: await tryPassage({ subject: subjects.ours, node }, 5 * MB),
  };
  const waits = {
    oneFrame: await repeatWaits({ subject: subjects.ours, node }, false),
    chunks: await repeatWaits({ subject: subjects.ours, node }, true),
  };
  return reportOf({ speeds, starts, memory, passages, waits, core });
}

async function repeatWaits(options: RigOptions, inChunks: boolean): Promise<Waits> {
  const all: Waits[] = [];
  for (let count = 0; count < TRANSFERS; count += 1) all.push(await measureWaits(options, 32 * MiB, inChunks));
  return {
    pings: all.flatMap(({ pings }) => pings),
    calls: all.flatMap(({ calls }) => calls),
    transferMs: median(all.map(({ transferMs }) => transferMs)),
  };
}
