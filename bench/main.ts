// npm run bench [name…] [--json] [--write]: runs the benchmarks one after the other; exit code 1 when an aim is missed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Bench, Report } from './bench.ts';
import { browserBench } from './browser.ts';
import { chainBench } from './chain.ts';
import { doorsBench } from './doors.ts';
import { editorBench } from './editor.ts';
import { framesBench } from './frames.ts';
import { gatewayBench } from './gateway.ts';
import { nativeHostBench } from './native-host.ts';
import { replaceSection } from './readme.ts';
import { registryBench } from './registry.ts';
import { renderMarkdown, renderReport } from './table.ts';

const benches: readonly Bench[] = [
  framesBench,
  nativeHostBench,
  gatewayBench,
  registryBench,
  doorsBench,
  chainBench,
  browserBench,
  editorBench,
];
const root = fileURLToPath(new URL('..', import.meta.url));

/** Others at work on the same machine make every number worse; a reader should know. */
const BUSY = 2;
const [loadBefore = 0] = loadavg();
const load = loadBefore < BUSY ? '' : `, busy with other work (load ${loadBefore.toFixed(0)})`;

const options = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

function choose(): readonly Bench[] {
  const known = benches.map(({ name }) => name);
  const unknown = [
    ...names.filter((name) => !known.includes(name)),
    ...[...options].filter((option) => option !== '--json' && option !== '--write'),
  ];
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Usage: npm run bench -- [${known.join('|')}…] [--json] [--write]`);
    process.exit(2);
  }
  return names.length === 0 ? benches : benches.filter(({ name }) => names.includes(name));
}

function writeToReadme(name: string, report: Report): void {
  const file = join(root, 'README.md');
  const { length, 0: first } = cpus();
  const processors = `${length} × ${first?.model.trim() ?? 'unknown processor'}`;
  const machine = `Node ${process.version}, ${process.platform}, ${processors}${load}`;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = replaceSection(before, name, renderMarkdown(report, machine));
  if (text === undefined) {
    console.error(`README.md has no <!-- bench:${name} --> … <!-- /bench:${name} -->: nothing written.`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(file, text);
  console.error(`README.md: section ${name} written.`);
}

const reports: Record<string, Report> = {};
for (const bench of choose()) {
  const report = await bench.run({
    root,
    node: process.execPath,
    pid: process.pid,
    onProgress: (what) => console.error(`  … ${bench.name}: ${what}`),
  });
  reports[bench.name] = report;
  if (!options.has('--json')) console.log(`\n${renderReport(report)}\n`);
  if (options.has('--write')) writeToReadme(bench.name, report);
  if (!report.aims.every(({ holds }) => holds)) process.exitCode = 1;
}
if (options.has('--json')) console.log(JSON.stringify(reports, undefined, 2));
