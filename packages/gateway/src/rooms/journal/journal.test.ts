import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import type { CallEntry } from './entry.ts';
import { openJournal } from './journal.ts';
import { Stats, type ToolCallMetric } from './stats.ts';

const metric: ToolCallMetric = {
  toolName: 'files/read',
  serverId: 'files',
  origin: 'https://a.example',
  durationMs: 10,
  success: true,
  timestamp: 1,
};

it(verifies('the figures are those of the seed', 'S4-api-stats'), () => {
  const stats = new Stats();
  stats.count(metric);
  stats.count({ ...metric, durationMs: 30, success: false, errorCode: 'ERR_TOOL_FAILED' });
  stats.count({ ...metric, toolName: 'get', serverId: 'web', origin: 'https://b.example', durationMs: 20 });
  expect(stats.read()).toEqual({
    totalCalls: 3,
    successfulCalls: 2,
    failedCalls: 1,
    avgDurationMs: 20,
    p50DurationMs: 20,
    p95DurationMs: 30,
    callsByTool: { 'files/read': 2, 'web/get': 1 },
    callsByOrigin: { 'https://a.example': 2, 'https://b.example': 1 },
  });
  expect(new Stats().read()).toMatchObject({ totalCalls: 0, avgDurationMs: 0, p50DurationMs: 0, p95DurationMs: 0 });
});

it('a percentile is a value that so many calls did not exceed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 999 }), (durations) => {
      const stats = new Stats();
      for (const durationMs of durations) stats.count({ ...metric, durationMs });
      const { p50DurationMs, p95DurationMs } = stats.read();
      const notAbove = (limit: number) => durations.filter((ms) => ms <= limit).length / durations.length;
      expect(notAbove(p50DurationMs)).toBeGreaterThanOrEqual(0.5);
      expect(notAbove(p95DurationMs)).toBeGreaterThanOrEqual(0.95);
      expect(p50DurationMs).toBeLessThanOrEqual(p95DurationMs);
    }),
  );
});

it('the room that names take is bounded, and nothing is lost of the sum', () => {
  const stats = new Stats();
  for (let n = 0; n < 5000; n += 1) stats.count({ ...metric, toolName: `s/${n}`, origin: `https://${n}.example` });
  const { callsByTool, callsByOrigin, totalCalls } = stats.read();
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
  expect([Object.keys(callsByTool).length, sum(callsByTool), sum(callsByOrigin), totalCalls]).toEqual([
    1001, 5000, 5000, 5000,
  ]);
});

it('an entry is one line, and a call counts, as failed also when the tool says so', () => {
  const lines: string[] = [];
  const journal = openJournal({ write: (line) => lines.push(line), close: () => {} }, () => 0);
  const entry: CallEntry = {
    kind: 'call',
    at: '2026-01-01T00:00:00.000Z',
    callId: 'c1',
    agent: { id: 'agent_1', name: 'two\nlines' },
    tool: 'files/read',
    server: 'files',
    outcome: 'tool_error',
    durationMs: 5,
  };
  journal.record(entry);
  journal.record({ kind: 'gateway', at: entry.at, event: 'started' });
  expect(lines.map((line) => JSON.parse(line))).toEqual([entry, { kind: 'gateway', at: entry.at, event: 'started' }]);
  expect(lines.join('')).not.toContain('\n');
  expect(journal.stats()).toMatchObject({ totalCalls: 1, failedCalls: 1, callsByOrigin: { 'agent:two\nlines': 1 } });
});
