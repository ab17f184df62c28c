// The measurements of the gateways as tables, and the aims they are held against.
import type { Aim, Report } from '../bench.ts';
import { median } from '../measure.ts';
import { ratio, short } from '../table.ts';
import type { SubjectName } from './subjects.ts';

const AIM_CPU_MS = 0.35;
const AIM_OF_CHEAPEST = 0.4;
const AIM_OF_PEERS_SPEED = 2;
const AIM_RESIDENT_BYTES = 120_000_000;

/** One turn of a subject at one concurrency. */
export interface Turn {
  readonly callsPerSecond: number;
  readonly p50Ms: number;
  readonly cpuMsPerCall: number;
}

export interface Line {
  readonly name: SubjectName;
  readonly one: readonly Turn[];
  readonly sixteen: readonly Turn[];
  readonly residentBytes: number | undefined;
}

interface Summary {
  readonly name: SubjectName;
  readonly oneSpeed: number;
  readonly oneMs: number;
  readonly speed: number;
  readonly ms: number;
  readonly cpuMs: number;
  readonly residentBytes: number;
}

export function reportOf(lines: readonly Line[]): Report {
  const all = lines.map(summaryOf);
  const ours = all.find(({ name }) => name === 'ours');
  const peers = all.filter(({ name }) => name !== 'ours' && name !== 'direct');
  if (ours === undefined) throw new Error('Ours was not measured.');
  return {
    title: "Gateway: calls of server-everything's echo, alone and behind gateways",
    tables: [
      {
        caption: 'Calls, medians of the rounds',
        head: ['', 'calls/s at 1', 'p50 ms', 'calls/s at 16', 'p50 ms', 'CPU ms/call', 'RSS MB', 'ours : it, at 16'],
        rows: all.map((line) => [
          line.name,
          ...[line.oneSpeed, line.oneMs, line.speed, line.ms, line.cpuMs, line.residentBytes / 1e6].map(short),
          ratio(ours.speed / line.speed),
        ]),
      },
    ],
    aims: aimsOf(ours, peers),
    notes: [
      'Ours is called through its shim over stdio, with policy, limits and journal on; mcp-proxy and supergateway over ' +
        'Streamable HTTP, mcp-hub over SSE. CPU and memory are those of the gateway process alone, without the server behind it.',
      'The gateways take turns within every round.',
    ],
  };
}

function summaryOf({ name, one, sixteen, residentBytes = Number.NaN }: Line): Summary {
  return {
    name,
    oneSpeed: median(one.map(({ callsPerSecond }) => callsPerSecond)),
    oneMs: median(one.map(({ p50Ms }) => p50Ms)),
    speed: median(sixteen.map(({ callsPerSecond }) => callsPerSecond)),
    ms: median(sixteen.map(({ p50Ms }) => p50Ms)),
    cpuMs: median(sixteen.map(({ cpuMsPerCall }) => cpuMsPerCall)),
    residentBytes,
  };
}

function aimsOf(ours: Summary, peers: readonly Summary[]): Aim[] {
  const cheapest = Math.min(...peers.map(({ cpuMs }) => cpuMs));
  const fastest = Math.max(...peers.map(({ speed }) => speed));
  return [
    {
      what: `CPU per call at most ${AIM_CPU_MS} ms`,
      measured: `${short(ours.cpuMs)} ms`,
      holds: ours.cpuMs <= AIM_CPU_MS,
    },
    {
      what: `CPU per call at most ${AIM_OF_CHEAPEST} of the cheapest peer`,
      measured: ratio(ours.cpuMs / cheapest),
      holds: ours.cpuMs <= AIM_OF_CHEAPEST * cheapest,
    },
    {
      what: `at least ${AIM_OF_PEERS_SPEED} times the calls/s of every peer at 16`,
      measured: `${ratio(ours.speed / fastest)} the fastest`,
      holds: ours.speed >= AIM_OF_PEERS_SPEED * fastest,
    },
    {
      what: 'memory under 120 MB',
      measured: `${short(ours.residentBytes / 1e6)} MB`,
      holds: ours.residentBytes < AIM_RESIDENT_BYTES,
    },
  ];
}
