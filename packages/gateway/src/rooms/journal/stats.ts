// Record: statistics of calls, in bounded memory.
import type { CallEntry } from './entry.ts';

export interface ToolCallMetric {
  /** `app/tool`, or the tool's own name. */
  readonly toolName: string;
  readonly serverId: string;
  /** A web origin, or `agent:` and its name. */
  readonly origin: string;
  readonly durationMs: number;
  /** False also for a result with isError. */
  readonly success: boolean;
  readonly errorCode?: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

export interface ToolCallStats {
  readonly totalCalls: number;
  readonly successfulCalls: number;
  readonly failedCalls: number;
  readonly avgDurationMs: number;
  /** Of the latest calls. */
  readonly p50DurationMs: number;
  readonly p95DurationMs: number;
  readonly callsByTool: Readonly<Record<string, number>>;
  readonly callsByOrigin: Readonly<Record<string, number>>;
}

/** Enough for stable percentiles, few enough to sort on demand. */
const SAMPLES = 1000;
/** Names with a count of their own; all later ones share one. */
const NAMES = 1000;
const OTHERS = '(others)';

export class Stats {
  #total = 0;
  #failed = 0;
  #durationMs = 0;
  readonly #samples: number[] = [];
  readonly #byTool = new Map<string, number>();
  readonly #byOrigin = new Map<string, number>();

  count({ toolName, serverId, origin, durationMs, success }: ToolCallMetric): void {
    this.#samples[this.#total % SAMPLES] = durationMs;
    this.#total += 1;
    this.#durationMs += durationMs;
    if (!success) this.#failed += 1;
    increment(this.#byTool, toolName.includes('/') ? toolName : `${serverId}/${toolName}`);
    increment(this.#byOrigin, origin);
  }

  read(): ToolCallStats {
    const sorted = [...this.#samples].sort((a, b) => a - b);
    return {
      totalCalls: this.#total,
      successfulCalls: this.#total - this.#failed,
      failedCalls: this.#failed,
      avgDurationMs: this.#total === 0 ? 0 : this.#durationMs / this.#total,
      p50DurationMs: percentile(sorted, 0.5),
      p95DurationMs: percentile(sorted, 0.95),
      callsByTool: Object.fromEntries(this.#byTool),
      callsByOrigin: Object.fromEntries(this.#byOrigin),
    };
  }
}

export function metricOf(entry: CallEntry): ToolCallMetric {
  return {
    toolName: entry.tool ?? '(no such tool)',
    serverId: entry.server ?? '(no such app)',
    origin: 'origin' in entry ? entry.origin : `agent:${entry.agent.name}`,
    durationMs: entry.durationMs,
    success: entry.outcome === 'result',
    errorCode: entry.code,
    timestamp: Date.parse(entry.at),
  };
}

export function statsOf(entries: readonly CallEntry[]): ToolCallStats {
  const stats = new Stats();
  for (const entry of entries) stats.count(metricOf(entry));
  return stats.read();
}

function increment(counts: Map<string, number>, name: string): void {
  const key = counts.has(name) || counts.size < NAMES ? name : OTHERS;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
