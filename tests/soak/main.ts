// npm run soak: many agents at work for a long time, while servers crash and browsers restart (docs/soak.md).
import { type ChildProcess, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { benchmarksPage, replaceSection } from '../../bench/benchmarks-page.ts';
import { projectRoot } from '../support/test-sources.ts';
import { keepCalling } from './agent-load.ts';
import { readFigures } from './process-figures.ts';
import { checksOf, reportOf, type Sample } from './soak-report.ts';
import { engines, openSoakWorld } from './soak-world.ts';

const MINUTE_MS = 60_000;
const SAMPLE_MS = 10_000;
/** The time between two calls of one agent. */
const PAUSE_MS = 5_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    agents: { type: 'string', default: '100' },
    servers: { type: 'string', default: '20' },
    // Twice as many busy processes as cores beside it.
    busy: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [minutes, agents, servers] = [values.minutes, values.agents, values.servers].map(Number) as [
  number,
  number,
  number,
];
if (!(minutes > 0 && agents > 0 && servers > 0)) {
  console.error('Usage: npm run soak -- [--minutes M] [--agents N] [--servers N] [--busy] [--write]');
  process.exit(2);
}
const say = (line: string) => console.error(`  … soak: ${line}`);
const busy: ChildProcess[] = values.busy ? cpus().flatMap(() => [spinning(), spinning()]) : [];
const world = await openSoakWorld({ agents, servers, onProgress: say });
try {
  const over = new AbortController();
  // Every agent waits on it.
  setMaxListeners(0, over.signal);
  const calling = keepCalling(world, { pauseMs: PAUSE_MS, signal: over.signal });
  const [samples, backMs] = await Promise.all([sampleUntilOver(), restartBrowsers()]);
  over.abort();
  const { calls, away, wrong } = await calling;
  const journalBytes = statSync(join(world.home, 'data', 'journal.jsonl'), { throwIfNoEntry: false })?.size ?? 0;
  const facts = {
    minutes,
    agents,
    servers,
    isBusy: values.busy,
    calls,
    away,
    wrong,
    backMs,
    samples,
    journalBytes,
  };
  const report = reportOf(facts);
  console.log(report);
  const checks = checksOf(facts);
  for (const { what, holds } of checks) console.log(`${holds ? '✓' : '✗'} ${what}`);
  for (const line of wrong) console.log(`  wrong: ${line}`);
  if (values.write) {
    const path = join(projectRoot, benchmarksPage);
    const page = replaceSection(readFileSync(path, 'utf8'), 'soak', report);
    if (page !== undefined) writeFileSync(path, page);
  }
  process.exitCode = checks.every(({ holds }) => holds) ? 0 : 1;
} finally {
  for (const child of busy) child.kill('SIGKILL');
  await world.close();
}

async function sampleUntilOver(): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedAt = Date.now();
  while (Date.now() - startedAt < minutes * MINUTE_MS) {
    await pause(SAMPLE_MS);
    samples.push({ atMs: Date.now() - startedAt, ...readFigures(world.home) });
    if (samples.length % 6 === 0) say(`minute ${samples.length / 6}: ${JSON.stringify(samples.at(-1))}`);
  }
  return samples;
}

/** Each browser three times in a run, within its first three quarters. */
async function restartBrowsers(): Promise<number[]> {
  const backMs: number[] = [];
  const stepMs = (minutes * MINUTE_MS * 0.75) / 6;
  for (const engine of [...engines, ...engines, ...engines]) {
    await pause(stepMs);
    backMs.push(await world.restartBrowser(engine));
    say(`${engine} is back after ${backMs.at(-1)} ms`);
  }
  return backMs;
}

function spinning(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' });
}
