// The table of a soak, and what must hold: nothing grows between its middle and its end, and every link comes back in time.
import type { ProcessFigures } from './process-figures.ts';

export interface Sample extends ProcessFigures {
  readonly atMs: number;
}

export interface SoakFacts {
  readonly minutes: number;
  readonly agents: number;
  readonly servers: number;
  readonly isBusy: boolean;
  readonly calls: number;
  readonly away: number;
  readonly wrong: readonly string[];
  /** How long each restarted browser took to be linked again. */
  readonly backMs: readonly number[];
  readonly samples: readonly Sample[];
  readonly journalBytes: number;
}

const rows: readonly (readonly [keyof ProcessFigures, string])[] = [
  ['gatewayMib', 'gateway, MiB'],
  ['gatewayHandles', 'gateway, open files and sockets'],
  ['hostMib', 'largest native host, MiB'],
  ['hostHandles', 'largest native host, open files and sockets'],
  ['shimMib', 'largest shim, MiB'],
  ['processes', 'processes of ours and of servers'],
];

/** Collections come when they want to, and a server may just be starting. */
const GROWTH_PART = 0.15;
const GROWTH_FIXED = 10;
/** On a machine that does much else, Firefox alone takes half a minute to start. */
const BACK_MAX_MS = 60_000;

export function reportOf(facts: SoakFacts): string {
  const { middle, end } = thirdsOf(facts.samples);
  const { minutes, agents, servers, calls, away, wrong, backMs, isBusy } = facts;
  const longest = (Math.max(0, ...backMs) / 1000).toFixed(1);
  return [
    `${minutes} minutes, ${agents} agents, ${servers} servers, two browsers, one window of VS Code${isBusy ? ', beside twice as many busy processes as cores' : ''}: ${calls} calls, of which ${away} met a crashed server or a browser that was away, ${wrong.length} went wrong. Browsers restarted: ${backMs.length}, linked again after at most ${longest} s from their start. Journal: ${Math.round(facts.journalBytes / 2 ** 20)} MiB.`,
    '',
    '|  | second third | last third | most |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(([key, title]) => {
      const most = Math.max(...facts.samples.map((sample) => sample[key]));
      return `| ${title} | ${medianOf(middle, key)} | ${medianOf(end, key)} | ${most} |`;
    }),
  ].join('\n');
}

export function checksOf({ samples, wrong, backMs }: SoakFacts): { readonly what: string; readonly holds: boolean }[] {
  const { middle, end } = thirdsOf(samples);
  return [
    { what: 'every call has a right answer', holds: wrong.length === 0 },
    { what: 'every browser is linked within 60 s of its start', holds: Math.max(0, ...backMs) <= BACK_MAX_MS },
    ...rows.map(([key, title]) => ({
      what: `flat: ${title}`,
      holds: medianOf(end, key) <= medianOf(middle, key) * (1 + GROWTH_PART) + GROWTH_FIXED,
    })),
  ];
}

function thirdsOf(samples: readonly Sample[]) {
  const third = Math.floor(samples.length / 3);
  return { middle: samples.slice(third, 2 * third), end: samples.slice(2 * third) };
}

function medianOf(samples: readonly Sample[], key: keyof ProcessFigures): number {
  const sorted = samples.map((sample) => sample[key]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
