// The zoo of widgets, run by our tools and by two other MCP servers in the same Chromium: what is solved, and what it costs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '../tests/e2e/widgets/product.ts';
import { createDevtools } from '../tests/e2e/widgets/products/devtools.ts';
import { createOurs } from '../tests/e2e/widgets/products/ours.ts';
import { createPlaywright } from '../tests/e2e/widgets/products/playwright.ts';
import { type Outcome, runTask } from '../tests/e2e/widgets/run-task.ts';
import { openWidgetSite } from '../tests/e2e/widgets/site.ts';
import { tasks } from '../tests/e2e/widgets/tasks/all.ts';
import type { Bench, BenchOptions, Report } from './bench.ts';
import { openDevtools, openOurs, openPlaywright, type Subject, type SubjectOptions } from './browser/subjects.ts';
import { within } from './host/deadline.ts';
import { type Score, widgetReport } from './widgets/report.ts';

const TASK_MS = 60_000;

type Open = (options: SubjectOptions) => Promise<{ readonly subject: Subject; readonly product: Product }>;

const contenders: readonly Open[] = [
  async (options) => {
    const subject = await openOurs(options);
    return { subject, product: createOurs({ name: 'ours', call: subject.call }) };
  },
  async (options) => {
    const subject = await openPlaywright(options);
    return { subject, product: createPlaywright({ call: subject.call, save: saverIn(options.folder) }) };
  },
  async (options) => {
    const subject = await openDevtools(options);
    return { subject, product: createDevtools({ call: subject.call, save: saverIn(options.folder) }) };
  },
];

export const widgetsBench: Bench = {
  name: 'widgets',
  isOnDemand: true,
  async run(options): Promise<Report> {
    // Hundreds of megabytes that no other benchmark needs.
    const setup = [join(options.root, 'scripts', 'setup.mjs'), '--browser=chromium', '--with=tests/e2e/widgets'];
    if (spawnSync(options.node, setup, { stdio: 'inherit' }).status !== 0) throw new Error('The zoo is not installed.');
    const scores: Score[] = [];
    for (const open of contenders) scores.push(await scoreOf(open, options));
    return widgetReport(tasks, scores);
  },
};

/** One after the other: a product that waits for the page would wait for its neighbours' work too. */
async function scoreOf(open: Open, options: BenchOptions): Promise<Score> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  const site = await openWidgetSite();
  const outcomes = new Map<string, Outcome>();
  try {
    const { subject, product } = await open({ ...options, folder });
    try {
      for (const task of tasks) {
        options.onProgress(`${product.name}: ${task.title}`);
        // One whose product does not even open the page is not solved; the others go on.
        const outcome = await within(TASK_MS, task.title, runTask(task, product, site)).catch(() => undefined);
        if (outcome !== undefined) outcomes.set(task.title, outcome);
      }
    } finally {
      await subject.close();
    }
    return { name: product.name, outcomes };
  } finally {
    site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function saverIn(folder: string): (name: string, text: string) => string {
  return (name, text) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
}
