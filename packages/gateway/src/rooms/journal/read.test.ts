import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRotatedLog } from '@sallyport/native-host/run-directory';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import type { CallEntry } from './entry.ts';
import { openJournal } from './journal.ts';
import { toOtelSpan } from './otel.ts';
import { type JournalFilter, readJournal } from './read.ts';

function entry(n: number, more: object = {}): CallEntry {
  return {
    kind: 'call',
    at: new Date(n * 1000).toISOString(),
    callId: `c${n}`,
    agent: { id: `agent_${n % 3}`, name: `Agent ${n % 3}` },
    tool: n % 2 === 0 ? 'files/read' : 'web/get',
    server: n % 2 === 0 ? 'files' : 'web',
    outcome: 'result',
    durationMs: n,
    ...more,
  };
}

function open() {
  const path = join(temporaryFolder(), 'journal.jsonl');
  const journal = openJournal(openRotatedLog({ path, maxBytes: 2000, files: 5 }), () => 0);
  return { path, journal };
}

const idsOf = (path: string, filter?: JournalFilter) =>
  readJournal(path, filter).flatMap((each) => (each.kind === 'call' ? [each.callId] : []));

it('is read over all its files, in order, and never holds more than its bound', () => {
  const { path, journal } = open();
  for (let n = 0; n < 200; n += 1) journal.record(entry(n));
  const ids = idsOf(path);
  expect(ids.at(-1)).toBe('c199');
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => `c${200 - ids.length + i}`));
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.length).toBeLessThan(60);
});

it('a line that a crash cut short is passed over', () => {
  const { path, journal } = open();
  journal.record(entry(1));
  journal.close();
  appendFileSync(path, '{"kind":"call","at":"2026\n[1]\n"text"\n{"kind":"rumour","at":"x"}\n');
  journal.record(entry(2));
  expect(idsOf(path)).toEqual(['c1', 'c2']);
  writeFileSync(path, '');
  expect(readJournal(path)).toEqual([]);
  expect(readJournal(`${path}.none`)).toEqual([]);
});

it.each<[JournalFilter, readonly string[]]>([
  [{ tool: 'files/read' }, ['c2', 'c4']],
  [{ tool: 'files' }, ['c2', 'c4']],
  [{ tool: 'file' }, []],
  [{ agent: 'Agent 1' }, ['c1', 'c4']],
  [{ agent: 'agent_1' }, ['c1', 'c4']],
  [{ origin: 'https://a.example' }, []],
  [{ sinceMs: 3000 }, ['c3', 'c4']],
  [{ onlyFailed: true }, ['c3']],
  [{ kind: 'call', last: 1 }, ['c4']],
  [{ kind: 'gateway' }, []],
  [{ tool: 'web', agent: 'Agent 1' }, ['c1']],
])('asked for %j it tells %j', (filter, ids) => {
  const { path, journal } = open();
  for (const n of [1, 2, 3, 4])
    journal.record(entry(n, n === 3 ? { outcome: 'failure', code: 'ERR_TOOL_TIMEOUT' } : {}));
  journal.record({ kind: 'server', at: new Date(0).toISOString(), server: 'files', state: 'running', restarts: 0 });
  expect(idsOf(path, filter)).toEqual(ids);
});

it('a call has the names of OpenTelemetry', () => {
  expect(toOtelSpan(entry(2, { outcome: 'failure', code: 'ERR_TOOL_TIMEOUT', traceId: 'f'.repeat(32) }))).toEqual({
    name: 'tools/call files/read',
    startTime: '1970-01-01T00:00:02.000Z',
    duration: 0.002,
    traceId: 'f'.repeat(32),
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'files/read',
      'gen_ai.tool.call.id': 'c2',
      'server.address': 'files',
      'gen_ai.agent.name': 'Agent 2',
      'error.type': 'ERR_TOOL_TIMEOUT',
    },
  });
});
