// The view Activity: the journal as it grows, newest first, with filters and a chart.
import type { PanelEntry } from '../base/panel-gateway.ts';
import type { PanelState } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';
import { chartOf } from './chart.ts';
import type { Fill } from './lists.ts';
import { elementById, make } from './parts.ts';

const SHOWN = 100;

const outcomes: Readonly<Record<string, string>> = {
  result: 'outcomeResult',
  tool_error: 'outcomeToolError',
  failure: 'outcomeFailure',
  limit: 'outcomeLimit',
  grant: 'outcomeGrant',
  revoke: 'outcomeRevoke',
  expire: 'outcomeExpire',
  check: 'outcomeCheck',
};

const bad = ['tool_error', 'failure', 'limit', 'crashed', 'failed', 'grants_lost', 'changed', 'ambiguous'];

export interface Filter {
  readonly words: string;
  readonly kind: string;
}

export function fits(
  { words, kind }: Filter,
  { who, what, site = '', outcome, kind: own, result }: PanelEntry,
): boolean {
  const isFailed = bad.includes(outcome) || result === 'refused' || result === 'DENY';
  if (kind === 'calls' && own !== 'call') return false;
  if (kind === 'failed' && !isFailed) return false;
  if (kind === 'decisions' && own !== 'permission') return false;
  return [who, what, site].some((field) => field.toLowerCase().includes(words.trim().toLowerCase()));
}

export function showActivity({ gateway: { isHere, entries } }: PanelState, fill: Fill, nowMs: number): void {
  const filter = filterNow();
  const shown = entries
    .filter((entry) => fits(filter, entry))
    .slice(-SHOWN)
    .reverse();
  fill(
    'activity',
    shown.map((entry) => ({ id: String(entry.number), ...entry })),
    entryRow,
  );
  const empty = elementById('activity').querySelector('.empty');
  if (empty !== null)
    empty.textContent = text(isHere ? (entries.length > 0 ? 'nothingFits' : 'activityEmpty') : 'noGateway');
  const chart = chartOf(entries, nowMs);
  elementById('chart').replaceChildren(...(chart === undefined ? [] : [chart, legend()]));
}

function filterNow(): Filter {
  const words = elementById('filter');
  const kind = elementById('filter-kind');
  return {
    words: words instanceof HTMLInputElement ? words.value : '',
    kind: kind instanceof HTMLSelectElement ? kind.value : 'all',
  };
}

/** Calls `onChange` when the user changes a filter. */
export function offerFilters(onChange: () => void): void {
  const words = elementById('filter');
  if (words instanceof HTMLInputElement) words.placeholder = text('filterHint');
  for (const id of ['filter', 'filter-kind']) elementById(id).addEventListener('input', onChange);
}

function entryRow({ at, who, what, site, outcome, code, result, durationMs }: PanelEntry): HTMLElement {
  const item = make('li', 'row entry');
  const words = make('div', '');
  const name = outcomes[outcome];
  const end = make('span', bad.includes(outcome) ? 'deny' : 'allow', name === undefined ? outcome : text(name));
  const facts = make('p', 'detail');
  facts.append(end, ...[code, result].flatMap((more) => (more === undefined ? [] : [` ${more}`])));
  if (durationMs !== undefined) facts.append(` · ${text('durationMs', Math.round(durationMs))}`);
  if (site !== undefined && site !== who) facts.append(` · ${site}`);
  words.append(make('strong', '', [who, what].filter((part) => part !== '').join(' · ')), facts);
  const time = make('time', 'detail', new Date(at).toLocaleTimeString());
  time.setAttribute('datetime', at);
  item.append(words, time);
  return item;
}

function legend(): HTMLElement {
  const line = make('p', 'detail legend');
  line.setAttribute('aria-hidden', 'true');
  line.append(make('span', 'key bar-key'), text('chartCalls'), make('span', 'key latency-key'), text('chartLatency'));
  return line;
}
