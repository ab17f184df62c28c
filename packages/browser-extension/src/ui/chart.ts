// A small chart of the last minutes: calls and failures as bars, the median duration as a line.
import type { PanelEntry } from '../base/panel-gateway.ts';
import { text } from '../base/texts.ts';

const MINUTES = 30;
const MINUTE_MS = 60_000;
const WIDTH = 300;
const HEIGHT = 48;
const SVG = 'http://www.w3.org/2000/svg';

interface Bucket {
  readonly calls: number;
  readonly failed: number;
  /** Undefined without a call. */
  readonly medianMs: number | undefined;
}

/** One bucket per minute, oldest first. */
export function bucketsOf(entries: readonly PanelEntry[], nowMs: number): readonly Bucket[] {
  const calls = entries.filter(({ kind }) => kind === 'call');
  return Array.from({ length: MINUTES }, (_, at) => {
    const endMs = nowMs - (MINUTES - 1 - at) * MINUTE_MS;
    const here = calls.filter((entry) => {
      const atMs = Date.parse(entry.at);
      return atMs > endMs - MINUTE_MS && atMs <= endMs;
    });
    return {
      calls: here.length,
      failed: here.filter(({ outcome }) => outcome !== 'result').length,
      medianMs: median(here.map(({ durationMs = 0 }) => durationMs)),
    };
  });
}

export function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

/** Undefined when there was no call. */
export function chartOf(entries: readonly PanelEntry[], nowMs: number): Element | undefined {
  const buckets = bucketsOf(entries, nowMs);
  const calls = sum(buckets.map((bucket) => bucket.calls));
  if (calls === 0) return undefined;
  const failed = sum(buckets.map((bucket) => bucket.failed));
  const times = buckets.flatMap(({ medianMs }) => medianMs ?? []);
  const chart = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', class: 'chart' });
  chart.setAttribute('aria-label', text('chartSummary', MINUTES, calls, failed, median(times) ?? 0));
  const step = WIDTH / MINUTES;
  const most = Math.max(...buckets.map((bucket) => bucket.calls));
  const slowest = Math.max(1, ...times);
  const height = (count: number) => (count / most) * (HEIGHT - 4);
  for (const [at, bucket] of buckets.entries()) {
    for (const [count, look] of [
      [bucket.calls, 'bar'],
      [bucket.failed, 'bar failed'],
    ] as const) {
      const tall = height(count);
      const place = { x: at * step + 1, y: HEIGHT - tall, width: step - 2, height: tall };
      if (count > 0) chart.append(svg('rect', { ...place, class: look }));
    }
  }
  const points = buckets.flatMap(({ medianMs }, at) =>
    medianMs === undefined ? [] : [`${(at + 0.5) * step},${HEIGHT - 3 - (medianMs / slowest) * (HEIGHT - 8)}`],
  );
  chart.append(svg('polyline', { points: points.join(' '), class: 'latency' }));
  for (const point of points) {
    const [cx = '', cy = ''] = point.split(',');
    chart.append(svg('circle', { cx, cy, r: 1.8, class: 'latency-point' }));
  }
  return chart;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function svg(tag: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
