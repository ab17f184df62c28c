// Our gateway beside a server alone and beside three other gateways, all in front of the same reference server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, BenchOptions, Report } from './bench.ts';
import { type Line, reportOf, type Turn } from './gateway/report.ts';
import { openDirect, openHub, openOurs, openProxy, openSupergateway, type Subject } from './gateway/subjects.ts';
import { within } from './host/deadline.ts';
import { interleave, median } from './measure.ts';

const CALLS = { one: 300, sixteen: 1600 } as const;
const rounds = { rounds: 5, warmUpRounds: 2 };
const TURN_MS = 60_000;

export const gatewayBench: Bench = {
  name: 'gateway',
  async run(options): Promise<Report> {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
    const subjects: Subject[] = [];
    try {
      for (const open of [openDirect, openOurs, openProxy, openSupergateway, openHub]) {
        subjects.push(await open({ ...options, folder }));
        options.onProgress(`${subjects.at(-1)?.name} is up`);
      }
      return reportOf(await measure(subjects, options));
    } finally {
      await Promise.all(subjects.map((subject) => subject.close()));
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(subjects: readonly Subject[], { onProgress }: BenchOptions): Promise<Line[]> {
  const sample = (concurrency: number, calls: number) => {
    onProgress(`${concurrency} at a time`);
    return interleave(
      subjects.map((subject) => ({ name: subject.name, sample: () => takeTurn(subject, concurrency, calls) })),
      rounds,
    );
  };
  const one = await sample(1, CALLS.one);
  const sixteen = await sample(16, CALLS.sixteen);
  return subjects.map((subject) => ({
    name: subject.name,
    one: one(subject.name),
    sixteen: sixteen(subject.name),
    residentBytes: subject.residentBytes(),
  }));
}

async function takeTurn(subject: Subject, concurrency: number, calls: number): Promise<Turn> {
  const cpuBefore = subject.cpuMs() ?? Number.NaN;
  const startedAt = performance.now();
  const latencies: number[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < calls) {
      begun += 1;
      const sentAt = performance.now();
      await subject.client.call(subject.tool, { message: 'hello' });
      latencies.push(performance.now() - sentAt);
    }
  };
  await within(TURN_MS, `a turn of ${subject.name}`, Promise.all(Array.from({ length: concurrency }, worker)));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    callsPerSecond: calls / seconds,
    p50Ms: median(latencies),
    cpuMsPerCall: ((subject.cpuMs() ?? Number.NaN) - cpuBefore) / calls,
  };
}
