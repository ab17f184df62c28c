// sallyport journal: reads the journal files, without a gateway.
import { join } from 'node:path';
import {
  type CallEntry,
  type Entry,
  isEntryKind,
  type JournalFilter,
  readJournal,
  statsOf,
  toOtelSpan,
} from '@sallyport/gateway';
import { locateFolders } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import { columns } from '../columns.ts';
import type { CommandFrame } from '../context.ts';
import { parseLast } from './options.ts';
import { parseAge } from './time.ts';

interface JournalOptions {
  readonly kind?: string;
  readonly agent?: string;
  readonly origin?: string;
  readonly site?: string;
  readonly tool?: string;
  readonly failed?: boolean;
  readonly since?: string;
  readonly last: string;
  readonly stats?: boolean;
  readonly otel?: boolean;
}

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .option('--kind <kind>', 'only this kind: call, read, permission, limit, server, tool or gateway')
    .option('--agent <name>', 'only agents whose name or id contains this')
    .option('--origin <origin>', 'only this web origin')
    .option('--site <origin>', 'only browser calls and decisions on this site')
    .option('--tool <app/tool>', 'only this tool or app')
    .option('--failed', 'only what failed or was denied')
    .option('--since <time>', 'only entries newer than this, such as 30m, 8h or 7d')
    .option('-n, --last <count>', 'how many of the newest entries', '50')
    .option('--stats', 'statistics of the matching calls')
    .option('--otel', 'matching calls as OpenTelemetry spans, one JSON object per line')
    .action((options: JournalOptions) => runJournal(options, frame()));
}

function runJournal(options: JournalOptions, { machine, now, output }: CommandFrame): void {
  const path = join(locateFolders(machine).data, 'journal.jsonl');
  const last = parseLast(options.last);
  const entries = readJournal(path, {
    ...filterOf(options, now()),
    ...(options.otel === true ? { kind: 'call' } : {}),
    ...(options.stats === true ? {} : { last }),
  });
  if (options.stats === true) {
    output.result({ stats: statsOf(callsOf(entries)) }, ({ stats }) => describeStats(stats));
  } else if (options.otel === true) {
    for (const entry of callsOf(entries)) output.value(toOtelSpan(entry));
  } else {
    output.result({ entries }, () => (entries.length === 0 ? 'No matching entries.' : columns(entries.map(rowOf))));
  }
}

function filterOf({ kind, agent, origin, site, tool, failed, since }: JournalOptions, nowMs: number): JournalFilter {
  if (kind !== undefined && !isEntryKind(kind)) {
    throw new SallyportError('ERR_INPUT_INVALID', 'There is no such kind of entry.', {
      hint: 'The kinds are call, read, permission, limit, server, tool and gateway.',
    });
  }
  const sinceMs = since === undefined ? undefined : nowMs - parseAge(since);
  return { kind, agent, origin, site, tool, onlyFailed: failed, sinceMs };
}

function callsOf(entries: readonly Entry[]): readonly CallEntry[] {
  return entries.flatMap((entry) => (entry.kind === 'call' ? [entry] : []));
}

function rowOf(entry: Entry): readonly string[] {
  const at = `${entry.at.slice(0, 19).replace('T', ' ')}Z`;
  switch (entry.kind) {
    case 'call': {
      const outcome = entry.code ?? (entry.outcome === 'result' ? 'ok' : entry.outcome);
      return [
        at,
        'call',
        whoOf(entry),
        [entry.tool ?? '(no such tool)', entry.site ?? ''].join(' ').trimEnd(),
        outcome,
        `${entry.durationMs} ms`,
        entry.direct === true ? 'direct' : (entry.allowedBy ?? ''),
      ];
    }
    case 'read': {
      const outcome = entry.code ?? 'ok';
      const what = `${entry.server} ${entry.method}`;
      return [at, 'read', whoOf(entry), what, outcome, `${entry.durationMs} ms`, entry.allowedBy ?? ''];
    }
    case 'limit':
      return [at, 'limit', whoOf(entry), entry.tool ?? '', entry.limit, entry.blocked ? 'blocked' : 'passed', ''];
    case 'permission':
      return [at, 'permission', whoOf(entry), permissionOf(entry), entry.action, entry.result, entry.by ?? ''];
    case 'server':
      return [at, 'server', entry.server, '', entry.state, entry.restarts === 0 ? '' : `restart ${entry.restarts}`, ''];
    case 'tool':
      return [at, 'tool', '', entry.tool, entry.event, '', ''];
    case 'gateway':
      return [at, 'gateway', entry.who ?? '', '', entry.event, '', ''];
  }
}

function permissionOf({ scope, site, tool }: Extract<Entry, { kind: 'permission' }>): string {
  return [scope, site ?? tool ?? ''].join(' ').trimEnd();
}

function whoOf(entry: Extract<Entry, { kind: 'call' | 'read' | 'limit' | 'permission' }>): string {
  if ('origin' in entry) return entry.origin;
  return 'agent' in entry ? entry.agent.name : entry.agentKey.slice(0, 14);
}

function describeStats(stats: ReturnType<typeof statsOf>): string {
  const { totalCalls, successfulCalls, failedCalls, avgDurationMs, p50DurationMs, p95DurationMs } = stats;
  const counts = (title: string, by: Readonly<Record<string, number>>) =>
    Object.entries(by)
      .sort(([, a], [, b]) => b - a)
      .map(([name, count], i) => [i === 0 ? title : '', name, String(count)]);
  return [
    `${totalCalls} calls: ${successfulCalls} succeeded, ${failedCalls} failed.`,
    `${Math.round(avgDurationMs)} ms on average, median ${p50DurationMs} ms, 95th percentile ${p95DurationMs} ms.`,
    columns([...counts('by tool', stats.callsByTool), ...counts('by caller', stats.callsByOrigin)]),
  ]
    .join('\n')
    .trimEnd();
}
