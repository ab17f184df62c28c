// The measurements of the native host as tables, and the aims they are held against.
import type { Aim, Report, Table } from '../bench.ts';
import { median, quantile, type Samples } from '../measure.ts';
import { ratio, short } from '../table.ts';
import type { Memory } from './measures.ts';
import type { SubjectName } from './subjects.ts';
import type { Passage, Waits } from './transfer.ts';

const AIM_OF_LIMIT = 2.5;
/** Two runs of one and the same host differ by so much. */
const NOISE = 0.05;
const AIM_PING_MS = 25;
const AIM_OF_BARE_START = 1.6;
const AIM_GROWTH_BYTES = 10_000_000;

/** One thing measured of all three: milliseconds (less is better) or MB/s (more is better). */
export interface Comparison {
  readonly name: string;
  readonly unit: 'ms' | 'MB/s';
  readonly p50: Readonly<Record<SubjectName, number>>;
  readonly p99: Readonly<Record<SubjectName, number>>;
  /** How many times as long as the limit and as the seed ours takes: 1 is as fast, more is slower. */
  readonly toLimit: number;
  readonly toSeed: number;
}

export function compare(name: string, unit: Comparison['unit'], samples: Samples<SubjectName, number>): Comparison {
  const each = (q: number) => ({
    limit: quantile(samples('limit'), q),
    seed: quantile(samples('seed'), q),
    ours: quantile(samples('ours'), q),
  });
  const p50 = each(0.5);
  const to = (other: number) => (unit === 'ms' ? p50.ours / other : other / p50.ours);
  return { name, unit, p50, p99: each(0.99), toLimit: to(p50.limit), toSeed: to(p50.seed) };
}

export interface Findings {
  readonly speeds: readonly Comparison[];
  readonly starts: Samples<SubjectName | 'bare', number>;
  readonly memory: Readonly<Record<SubjectName, Memory>>;
  readonly passages: { readonly seed: Passage; readonly ours: Passage };
  readonly waits: { readonly oneFrame: Waits; readonly chunks: Waits };
  /** The core everything ran on; undefined when nothing was pinned. */
  readonly core: number | undefined;
}

export function reportOf(findings: Findings): Report {
  const { speeds, starts, memory, passages, waits, core } = findings;
  return {
    title: 'Native host: ours beside a raw relay of the same hops (limit) and seed 000 (seed)',
    tables: [tripTable(speeds), throughputTable(speeds), startTable(starts), memoryTable(memory), waitTable(waits)],
    aims: [
      limitAim(speeds),
      seedAim(speeds),
      passageAim(passages),
      waitAim(waits.chunks),
      startAim(starts),
      memoryAim(memory.ours),
    ],
    notes: [
      'A round trip goes client → host → browser side → host → client, with a call and an answer of that size.',
      'The limit reads lengths and nothing else. The rig is the clients and the browser side, and parses nothing either.',
      core === undefined
        ? 'Not pinned: this system has no taskset.'
        : 'All processes on one core; the hosts take turns.',
    ],
  };
}

function tripTable(speeds: readonly Comparison[]): Table {
  const pair = ({ p50, p99 }: Comparison, name: SubjectName) => `${short(p50[name])} / ${short(p99[name])}`;
  return {
    caption: 'Round trip, p50 / p99 in ms',
    head: ['', 'limit', 'seed', 'ours', 'ours : limit', 'ours : seed'],
    rows: speeds
      .filter(({ unit }) => unit === 'ms')
      .map((line) => [
        line.name,
        pair(line, 'limit'),
        pair(line, 'seed'),
        pair(line, 'ours'),
        ratio(line.toLimit),
        ratio(line.toSeed),
      ]),
  };
}

function throughputTable(speeds: readonly Comparison[]): Table {
  return {
    caption: 'Throughput at one client, MB/s',
    head: ['', 'limit', 'seed', 'ours', 'ours / limit', 'ours / seed'],
    rows: speeds
      .filter(({ unit }) => unit === 'MB/s')
      .map(({ name, p50, toLimit, toSeed }) => [
        name,
        short(p50.limit),
        short(p50.seed),
        short(p50.ours),
        ratio(1 / toLimit),
        ratio(1 / toSeed),
      ]),
  };
}

function startTable(starts: Findings['starts']): Table {
  const bareMs = startMs(starts, 'bare');
  const row = (title: string, name: SubjectName | 'bare') => {
    const ms = startMs(starts, name);
    return [title, short(ms), ratio(ms / bareMs)];
  };
  return {
    caption: 'Start to the first pong, the least disturbed of 31, in ms',
    head: ['', 'ms', 'to node -e 0'],
    rows: [row('node -e 0, start to end', 'bare'), row('seed', 'seed'), row('ours', 'ours')],
  };
}

/** Whatever else the machine does only makes a start longer, and a longer one more so. */
function startMs(starts: Findings['starts'], name: SubjectName | 'bare'): number {
  return Math.min(...starts(name));
}

function memoryTable({ limit, seed, ours }: Findings['memory']): Table {
  const row = (name: string, { idleBytes, afterBytes }: Memory) =>
    [name, idleBytes, afterBytes, afterBytes - idleBytes].map((cell) =>
      typeof cell === 'string' ? cell : short(cell / 1e6),
    );
  return {
    caption: 'Resident memory, MB',
    head: ['', 'idle', 'after 1,000 connects, a call each', 'more than idle'],
    rows: [row('limit', limit), row('seed', seed), row('ours', ours)],
  };
}

function waitTable({ oneFrame, chunks }: Findings['waits']): Table {
  const pair = (samples: readonly number[]) => `${short(median(samples))} / ${short(quantile(samples, 0.99))}`;
  const row = (name: string, { pings, calls, transferMs }: Waits) => [
    name,
    pair(pings),
    pair(calls),
    short(transferMs),
  ];
  return {
    caption: 'Waiting while an answer of 32 MiB passes, p50 / p99 in ms (ours; the seed takes no more than 1 MiB)',
    head: ['', 'ping of the browser', 'short call of another client', 'the large answer'],
    rows: [row('in one frame', oneFrame), row('in chunks', chunks)],
  };
}

function limitAim(speeds: readonly Comparison[]): Aim {
  const counted = speeds.filter(({ unit }) => unit === 'ms');
  const worst = counted.reduce((a, b) => (b.toLimit > a.toLimit ? b : a));
  return {
    what: `p50 within ${AIM_OF_LIMIT} times the limit`,
    measured: `${ratio(worst.toLimit)} at the most (${worst.name})`,
    holds: worst.toLimit <= AIM_OF_LIMIT,
  };
}

function seedAim(speeds: readonly Comparison[]): Aim {
  const worst = speeds.reduce((a, b) => (b.toSeed > a.toSeed ? b : a));
  return {
    what: 'not slower than the seed up to 1 MB',
    measured: `${ratio(worst.toSeed)} its time at the most (${worst.name})`,
    holds: worst.toSeed <= 1 + NOISE,
  };
}

function passageAim({ seed, ours }: Findings['passages']): Aim {
  const say = ({ latencyMs, hostLives }: Passage) =>
    latencyMs === undefined ? `no answer, host ${hostLives ? 'lives' : 'gone'}` : `passes in ${short(latencyMs)} ms`;
  return {
    what: 'an answer of 5 MB passes',
    measured: `ours ${say(ours)}; seed: ${say(seed)}`,
    holds: ours.latencyMs !== undefined && ours.hostLives,
  };
}

function waitAim({ pings, calls }: Waits): Aim {
  return {
    what: `a ping during 32 MiB waits under ${AIM_PING_MS} ms at the median`,
    measured: `${short(median(pings))} ms; a short call ${short(median(calls))} ms`,
    holds: median(pings) < AIM_PING_MS,
  };
}

function startAim(starts: Findings['starts']): Aim {
  const times = startMs(starts, 'ours') / startMs(starts, 'bare');
  return {
    what: `start under ${AIM_OF_BARE_START} times node -e 0`,
    measured: ratio(times),
    holds: times < AIM_OF_BARE_START,
  };
}

function memoryAim({ idleBytes, afterBytes }: Memory): Aim {
  const grownBytes = afterBytes - idleBytes;
  return {
    what: 'within 10 MB of idle after 1,000 connects',
    measured: `${short(grownBytes / 1e6)} MB more`,
    // Not a number where the system tells no memory: then nothing is claimed.
    holds: grownBytes <= AIM_GROWTH_BYTES,
  };
}
