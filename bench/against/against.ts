// npm run bench -- NAME --against COMMIT: measures this version and another one in turns, and prints the ratios.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Report } from '../bench.ts';
import { renderTable } from '../table.ts';
import { compareReports } from './comparison.ts';
import { openOtherVersion } from './other-version.ts';

const RUN_LIMIT_MS = 30 * 60_000;

export interface AgainstOptions {
  readonly root: string;
  readonly names: readonly string[];
  readonly revision: string;
  readonly rounds: number;
  readonly onProgress: (what: string) => void;
}

interface Side {
  readonly root: string;
  readonly title: string;
  readonly reports: Report[];
}

/** Each version is measured by its own benchmarks. Every round takes both, the one that went first last the next time. */
export async function benchAgainst(options: AgainstOptions): Promise<string> {
  const { root, names, revision, rounds, onProgress } = options;
  onProgress(`building ${revision}`);
  const other = openOtherVersion(root, revision);
  // An interrupted run leaves no second tree behind.
  const stop = () => process.exit(130);
  process.once('SIGINT', stop).once('SIGTERM', stop).once('exit', other.close);
  try {
    const sections: string[] = [];
    for (const name of names) {
      const here: Side = { root, title: 'this', reports: [] };
      const there: Side = { root: other.root, title: other.commit, reports: [] };
      for (let round = 0; round < rounds; round += 1) {
        for (const side of round % 2 === 0 ? [here, there] : [there, here]) {
          onProgress(`${name}, round ${round + 1} of ${rounds}: ${side.title}`);
          side.reports.push(await measure(side.root, name));
        }
      }
      sections.push(render(name, other.commit, here.reports, there.reports));
    }
    return sections.join('\n\n');
  } finally {
    other.close();
  }
}

async function measure(root: string, name: string): Promise<Report> {
  const args = [join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'bench/main.ts', name, '--json'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: RUN_LIMIT_MS,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  const [status] = await once(child, 'close');
  // A missed aim is exit code 1 as well, and its numbers are there all the same.
  if (output === '') throw new Error(`The benchmark ${name} in ${root} ended with ${status ?? 'a signal'}.`);
  const reports: Readonly<Record<string, Report>> = JSON.parse(output);
  const report = reports[name];
  if (report === undefined) throw new Error(`The benchmark ${name} in ${root} made no report.`);
  return report;
}

function render(name: string, commit: string, these: readonly Report[], those: readonly Report[]): string {
  const tables = compareReports(these, those).map((table) => `${table.caption}\n${renderTable(table)}`);
  return [`${name}: this version beside ${commit}, medians of ${these.length} rounds`, ...tables].join('\n\n');
}
