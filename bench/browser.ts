// Our hands in a browser beside those of two other MCP servers: how long a call takes, and what it costs an agent to read.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@sallyport/protocol';
import type { Bench, BenchOptions, Report } from './bench.ts';
import { effects } from './browser/effects.ts';
import { type BenchSite, FIELD, openBenchSite, type PageName, PRESS, pageNames } from './browser/pages.ts';
import { type Counter, openCounter, readToTheEnd, unreachedTasks } from './browser/reading.ts';
import { type Measured, type Round, reportOf, type Size } from './browser/report.ts';
import { openDevtools, openOurs, openPlaywright, type Subject, type SubjectName } from './browser/subjects.ts';
import { tasks } from './browser/tasks.ts';
import { within } from './host/deadline.ts';
import { interleave, type Samples } from './measure.ts';

const rounds = { rounds: 9, warmUpRounds: 1 };
const ROUND_MS = 60_000;

export const browserBench: Bench = {
  name: 'browser',
  async run(options): Promise<Report> {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
    const subjects: Subject[] = [];
    const site = await openBenchSite();
    try {
      for (const open of [openOurs, openPlaywright, openDevtools]) {
        subjects.push(await open({ ...options, folder }));
        options.onProgress(`${subjects.at(-1)?.name} is up`);
      }
      return reportOf(await measure(subjects, site, options));
    } finally {
      await Promise.all(subjects.map((subject) => subject.close()));
      site.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

async function measure(
  subjects: readonly Subject[],
  { origin }: BenchSite,
  { onProgress }: BenchOptions,
): Promise<Measured> {
  const [ours] = subjects;
  if (ours === undefined) throw new Error('Ours was not opened.');
  const tokens = openCounter();
  onProgress('effects and tasks');
  const missedEffects = await effectsMissed(ours, origin);
  const unreached = await unreachedTasks(ours, origin);
  const snapshots = new Map<string, Size>();
  const whole = new Map<PageName, { tokens: number; calls: number }>();
  const times = new Map<PageName, Samples<SubjectName, Round>>();
  const replies = new Map<string, Size[]>();
  const note = (subject: SubjectName, action: string, size: Size) => {
    replies.set(`${subject} ${action}`, [...(replies.get(`${subject} ${action}`) ?? []), size]);
  };
  for (const page of pageNames) {
    const url = `${origin}/${page}`;
    onProgress(page);
    for (const subject of subjects) {
      // A tab of its own, so that refs are as short as they are for whoever comes first.
      if (subject === ours) await ours.call('tabs', { action: 'open', url });
      else await subject.navigate(url);
      const first = await subject.snapshot();
      snapshots.set(`${page} ${subject.name}`, sizeOf(first, tokens));
    }
    const reading = await readToTheEnd(ours);
    whole.set(page, { tokens: tokens(reading.text), calls: reading.calls });
    const contenders = subjects.map((subject) => ({
      name: subject.name,
      sample: () =>
        within(
          ROUND_MS,
          `${subject.name} on ${page}`,
          roundOf(subject, url, (action, answer) => note(subject.name, action, sizeOf(answer, tokens))),
        ),
    }));
    times.set(page, await interleave<SubjectName, Round>(contenders, rounds));
  }
  return {
    rounds: (page, subject) => times.get(page)?.(subject) ?? [],
    snapshots: (page, subject) => snapshots.get(`${page} ${subject}`) ?? { tokens: Number.NaN, bytes: Number.NaN },
    whole: (page) => whole.get(page) ?? { tokens: Number.NaN, calls: 0 },
    budgetTokens: limits.page.snapshotTokens,
    replies: (subject, action) => replies.get(`${subject} ${action}`) ?? [],
    missedEffects,
    taskCount: tasks.length,
    unreached,
  };
}

type Answer = Awaited<ReturnType<Subject['snapshot']>>;

function sizeOf({ text, bytes }: Answer, tokens: Counter): Size {
  return { tokens: tokens(text), bytes };
}

async function roundOf(
  subject: Subject,
  url: string,
  onReply: (action: string, answer: Answer) => void,
): Promise<Round> {
  const timed = async (action: () => Promise<Answer>): Promise<[number, Answer]> => {
    const startedAt = performance.now();
    const answer = await action();
    return [performance.now() - startedAt, answer];
  };
  const [navigate] = await timed(() => subject.navigate(url));
  const [snapshot, { text }] = await timed(() => subject.snapshot());
  const [button, field] = [subject.refOf(text, 'button', PRESS), subject.refOf(text, 'textbox', FIELD)];
  const [click, clicked] = await timed(() => subject.click(button));
  const [type, typed] = await timed(() => subject.type(field, 'Oak and iron'));
  onReply('click', clicked);
  onReply('type', typed);
  return { navigate, snapshot, click, type };
}

/** Without them a short wait would be no merit. */
async function effectsMissed(ours: Subject, origin: string): Promise<string[]> {
  await ours.navigate(`${origin}/effects`);
  const { text } = await ours.snapshot();
  const missed: string[] = [];
  for (const { button, shows } of effects) {
    const reply = await ours.click(ours.refOf(text, 'button', button));
    if (!reply.text.includes(shows)) missed.push(button);
  }
  return missed;
}
