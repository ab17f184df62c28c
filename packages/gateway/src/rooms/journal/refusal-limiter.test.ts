import { expect, it } from 'vitest';
import { openJournal } from './journal.ts';
import { createRefusalLimiter } from './refusal-limiter.ts';

it('lets so many of one name through a minute, and says how many it held back', () => {
  let nowMs = 0;
  const limiter = createRefusalLimiter(() => nowMs);
  const admitted = Array.from({ length: 100 }, () => limiter.admit('a'));
  expect(admitted.filter((count) => count !== undefined)).toHaveLength(30);
  expect(limiter.admit('b')).toBe(0);
  nowMs = 59_999;
  expect(limiter.admit('a')).toBeUndefined();
  nowMs = 60_000;
  expect(limiter.admit('a')).toBe(71);
  expect(limiter.admit('a')).toBe(0);
});

it('a flood of refused calls leaves what others did in the journal, and is counted in full', () => {
  const lines: string[] = [];
  const journal = openJournal({ write: (line) => lines.push(line), close: () => {} }, () => 0);
  const at = new Date(0).toISOString();
  const refused = { kind: 'call', at, callId: 'c', outcome: 'failure', durationMs: 0 } as const;
  for (let n = 0; n < 5000; n += 1) {
    const who = { origin: 'https://flood.example', profile: 'p1' };
    journal.record({ ...refused, ...who, code: 'ERR_BUDGET_EXCEEDED' });
    journal.record({ kind: 'limit', at, ...who, scope: 'mcp:tools.call', limit: 'budget', blocked: true });
  }
  for (let n = 0; n < 50; n += 1) {
    journal.record({ ...refused, agent: { id: 'a1', name: 'worker' }, outcome: 'result' });
  }
  expect(lines.filter((line) => line.includes('flood'))).toHaveLength(60);
  expect(lines.filter((line) => line.includes('worker'))).toHaveLength(50);
  expect(journal.stats()).toMatchObject({ totalCalls: 5050, failedCalls: 5000 });
});
