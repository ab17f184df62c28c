// What the site guard costs: the same calls in a browser that asks about sites, where the user has allowed the site, and in one
// that does not ask.

import { type NamedAgent, NamedAgents } from '../tests/e2e/browser/named-agents.ts';
import { Person } from '../tests/e2e/browser/person.ts';
import { BrowserStage, refOf } from '../tests/e2e/browser/stage.ts';
import type { Bench, BenchOptions, Report } from './bench.ts';
import { type BenchSite, openBenchSite, type PageName, PRESS } from './browser/pages.ts';
import { interleave, median, type Samples } from './measure.ts';
import { ratio, short } from './table.ts';

const names = ['unrestricted', 'allowed'] as const;
type Name = (typeof names)[number];

const actions = ['snapshot', 'click'] as const;
type Round = Readonly<Record<(typeof actions)[number], number>>;

const pages: readonly PageName[] = ['small', 'article'];
const rounds = { rounds: 25, warmUpRounds: 3 };
const AIM_RATIO = 1.05;

interface Subject {
  readonly name: Name;
  readonly agent: NamedAgent;
  close(): Promise<void>;
}

export const guardBench: Bench = {
  name: 'guard',
  isOnDemand: true,
  async run(options): Promise<Report> {
    const site = await openBenchSite();
    const subjects: Subject[] = [];
    try {
      for (const name of names) {
        subjects.push(await openSubject(name, site));
        options.onProgress(`${name} is up`);
      }
      return reportOf(await measure(subjects, site, options));
    } finally {
      await Promise.all(subjects.map((subject) => subject.close()));
      site.close();
    }
  },
};

/** Both browsers are driven, so that they differ in the guard alone. */
async function openSubject(name: Name, { origin }: BenchSite): Promise<Subject> {
  const stage = await BrowserStage.open('chromium', {}, { asksAboutSites: name === 'allowed', isDriven: true });
  const agents = await NamedAgents.open(stage.home, stage.host);
  const agent = agents.agent('Bench');
  const opened = agent.call('navigate', { url: `${origin}/small` });
  if (name === 'allowed') {
    opened.catch(() => {});
    const person = await Person.open('chromium', stage);
    await person.click(`Always allow: Bench, ${origin}`, '#asking');
    person.close();
  }
  await opened;
  return {
    name,
    agent,
    async close() {
      agents.close();
      await stage.close();
    },
  };
}

async function measure(
  subjects: readonly Subject[],
  { origin }: BenchSite,
  { onProgress }: BenchOptions,
): Promise<ReadonlyMap<PageName, Samples<Name, Round>>> {
  const measured = new Map<PageName, Samples<Name, Round>>();
  for (const page of pages) {
    onProgress(page);
    for (const { agent } of subjects) await agent.call('navigate', { url: `${origin}/${page}` });
    const contenders = subjects.map(({ name, agent }) => ({ name, sample: () => roundOf(agent) }));
    measured.set(page, await interleave<Name, Round>(contenders, rounds));
  }
  return measured;
}

async function roundOf(agent: NamedAgent): Promise<Round> {
  const startedAt = performance.now();
  const { text } = await agent.call('snapshot');
  const readAt = performance.now();
  await agent.call('click', { ref: refOf(text, PRESS) });
  return { snapshot: readAt - startedAt, click: performance.now() - readAt };
}

function reportOf(measured: ReadonlyMap<PageName, Samples<Name, Round>>): Report {
  const ms = (page: PageName, name: Name, action: keyof Round) =>
    median((measured.get(page)?.(name) ?? []).map((round) => round[action]));
  const cost = (page: PageName, action: keyof Round) => ms(page, 'allowed', action) / ms(page, 'unrestricted', action);
  return {
    title: 'The site guard: a browser that asks about sites beside one that does not',
    tables: [
      {
        caption: 'Milliseconds at the median',
        head: ['page, call', ...names, 'allowed / unrestricted'],
        rows: pages.flatMap((page) =>
          actions.map((action) => [
            `${page}, ${action}`,
            ...names.map((name) => short(ms(page, name, action))),
            ratio(cost(page, action)),
          ]),
        ),
      },
    ],
    aims: actions.map((action) => {
      const highest = Math.max(...pages.map((page) => cost(page, action)));
      return {
        what: `the guard costs at most 5 % of a ${action}`,
        measured: ratio(highest),
        holds: highest <= AIM_RATIO,
      };
    }),
    notes: [
      'Two Chromium browsers take turns within every round, each with the extension, a native host and one agent at its socket.',
      'Allowed: the user chose "Always allow" for the site, so every call is checked against rules and the document it runs in.',
      'The aim takes the page on which it costs most.',
    ],
  };
}
