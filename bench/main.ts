// npm run bench [name…] [--json] [--write]: runs the benchmarks one after the other; exit code 1 when an aim is missed. With
// --against COMMIT [--rounds N] it measures that commit too, and prints ratios instead.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchAgainst } from './against/against.ts';
import { batchBench } from './batch.ts';
import type { Bench, Report } from './bench.ts';
import { benchmarksPage, replaceSection } from './benchmarks-page.ts';
import { browserBench } from './browser.ts';
import { chainBench } from './chain.ts';
import { doorsBench } from './doors.ts';
import { editorBench } from './editor.ts';
import { framesBench } from './frames.ts';
import { gatewayBench } from './gateway.ts';
import { guardBench } from './guard.ts';
import { nativeHostBench } from './native-host.ts';
import { registryBench } from './registry.ts';
import { renderMarkdown, renderReport } from './table.ts';
import { readPageCosts, renderTokenChart, tokenChart } from './token-chart.ts';
import { widgetsBench } from './widgets.ts';

const benches: readonly Bench[] = [
  framesBench,
  nativeHostBench,
  gatewayBench,
  registryBench,
  doorsBench,
  chainBench,
  browserBench,
  batchBench,
  guardBench,
  widgetsBench,
  editorBench,
];
const root = fileURLToPath(new URL('..', import.meta.url));

/** Others at work on the same machine make every number worse; a reader should know. */
const BUSY = 2;
const [loadBefore = 0] = loadavg();
const load = loadBefore < BUSY ? '' : `, busy with other work (load ${loadBefore.toFixed(0)})`;

const known = benches.map(({ name }) => name);
const usual = benches.filter(({ isOnDemand = false }) => !isOnDemand).map(({ name }) => name);
const { names, ...options } = readArguments();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        against: { type: 'string' },
        rounds: { type: 'string', default: '3' },
      },
      allowPositionals: true,
    });
    const unknown = positionals.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}.`);
    if (values.against !== undefined && values.write) throw new Error(`--against writes nothing to ${benchmarksPage}.`);
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds wants a whole number.');
    return { ...values, rounds, names: positionals.length === 0 ? usual : positionals };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`Usage: npm run bench -- [${known.join('|')}…] [--json] [--write] [--against COMMIT [--rounds N]]`);
    process.exit(2);
  }
}

function writeToPage(name: string, report: Report): void {
  const file = join(root, benchmarksPage);
  const { length, 0: first } = cpus();
  const processors = `${length} × ${first?.model.trim() ?? 'unknown processor'}`;
  const machine = `Node ${process.version}, ${process.platform}, ${processors}${load}`;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = replaceSection(before, name, renderMarkdown(report, machine));
  if (text === undefined) {
    console.error(`${benchmarksPage} has no <!-- bench:${name} --> … <!-- /bench:${name} -->: nothing written.`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(file, text);
  if (name === browserBench.name) writeFileSync(join(root, tokenChart), renderTokenChart(readPageCosts(text)));
  console.error(`${benchmarksPage}: section ${name} written.`);
}

async function measureAll(): Promise<void> {
  const reports: Record<string, Report> = {};
  for (const bench of benches.filter(({ name }) => names.includes(name))) {
    const report = await bench.run({
      root,
      node: process.execPath,
      pid: process.pid,
      onProgress: (what) => console.error(`  … ${bench.name}: ${what}`),
    });
    reports[bench.name] = report;
    if (!options.json) console.log(`\n${renderReport(report)}\n`);
    if (options.write) writeToPage(bench.name, report);
    if (!report.aims.every(({ holds }) => holds)) process.exitCode = 1;
  }
  if (options.json) console.log(JSON.stringify(reports, undefined, 2));
}

const { against: revision, rounds } = options;
if (revision === undefined) await measureAll();
else {
  const onProgress = (what: string) => console.error(`  … ${what}`);
  console.log(`\n${await benchAgainst({ root, names, revision, rounds, onProgress })}\n`);
}
