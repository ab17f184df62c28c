import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { createPool } from './pool.ts';

const { maxTabs } = limits.extension;

/** As many tabs as the sessions are long, oldest use first. */
const pool = (sessions: readonly string[], leaving: readonly string[] = []) =>
  createPool({
    owners: { all: sessions.map((session, at) => ({ tabId: at + 1, session })) },
    sessions: { isLeaving: (session) => leaving.includes(session) },
  });

const of = (session: string, count: number) => Array.from({ length: count }, () => session);

describe('the pool of tabs', () => {
  it('has room for twelve', () => {
    expect(maxTabs).toBe(12);
    expect(pool(of('anna', maxTabs - 1)).toEvict('anna')).toBeUndefined();
  });

  it('takes the own tab that was used longest ago when it is full', () => {
    expect(pool([...of('bert', 5), ...of('anna', 7)]).toEvict('anna')).toBe(6);
  });

  it('takes one of an agent that has left from those who have none', () => {
    expect(pool([...of('bert', 5), ...of('carl', 7)], ['carl']).toEvict('anna')).toBe(6);
  });

  it('is full when all tabs are those of others, and says how many each has', () => {
    expect(() => pool([...of('bert', 5), ...of('carl', 7)]).toEvict('anna')).toThrow(
      expect.objectContaining({
        code: 'ERR_RATE_LIMITED',
        message: expect.stringMatching(/^POOL_FULL: /),
        data: { tabs: [7, 5], reason: 'POOL_FULL' },
      }),
    );
  });
});
