import { describe, expect, it } from 'vitest';
import type { PanelEntry } from '../base/panel-gateway.ts';
import { fits } from './activity.ts';
import { bucketsOf, median } from './chart.ts';

const at = (ms: number, more: Partial<PanelEntry> = {}): PanelEntry => ({
  ...{ number: ms, kind: 'call', at: new Date(ms).toISOString(), who: 'Ada', what: 'files/read', outcome: 'result' },
  ...more,
});

describe('the activity', () => {
  it.each([
    [{ words: ' ada ', kind: 'all' }, true],
    [{ words: 'example', kind: 'all' }, true],
    [{ words: 'bert', kind: 'all' }, false],
    [{ words: '', kind: 'calls' }, true],
    [{ words: '', kind: 'failed' }, false],
    [{ words: '', kind: 'decisions' }, false],
  ])('is filtered by %j', (filter, isShown) => {
    expect(fits(filter, at(1, { site: 'https://example.com' }))).toBe(isShown);
  });

  it('counts refusals and denials as failures', () => {
    for (const entry of [
      at(1, { outcome: 'failure' }),
      at(1, { kind: 'permission', outcome: 'grant', result: 'DENY' }),
    ]) {
      expect(fits({ words: '', kind: 'failed' }, entry)).toBe(true);
    }
  });

  it('counts calls by minute, the newest last', () => {
    const now = 100 * 60_000;
    const entries = [at(now, { durationMs: 5 }), at(now - 1, { durationMs: 9, outcome: 'failure' }), at(now - 61_000)];
    const buckets = bucketsOf([...entries, at(now, { kind: 'gateway' }), at(0)], now);
    expect(buckets).toHaveLength(30);
    expect(buckets.slice(-2)).toEqual([
      { calls: 1, failed: 0, medianMs: 0 },
      { calls: 2, failed: 1, medianMs: 5 },
    ]);
  });

  it('has no median of nothing', () => {
    expect([median([]), median([3, 1, 2])]).toEqual([undefined, 2]);
  });
});
