import { limits } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import { AgentSessions } from './agent-sessions.ts';

const { idleMs } = limits.agent;
let clock: FakeClock;
let vanished: string[];
let stored: unknown;
let sessions: AgentSessions;

/** As a worker that starts, on what the last one left. */
function open(): AgentSessions {
  const write = async (value: unknown) => {
    stored = value;
  };
  return new AgentSessions({
    clock,
    store: { read: async () => stored, write },
    onVanished: (session) => vanished.push(session),
  });
}

beforeEach(() => {
  clock = fakeClock();
  vanished = [];
  stored = undefined;
  sessions = open();
});

describe('agent sessions', () => {
  it('vanish ten minutes after their client has gone, and not for being quiet', () => {
    sessions.seen('anna', 1);
    sessions.seen('bert', 2);
    clock.advance(10 * idleMs);
    sessions.clientGone(1);
    clock.advance(idleMs - 1);
    expect(vanished).toEqual([]);
    clock.advance(1);
    expect(vanished).toEqual(['anna']);
  });

  it('are there again with a call, through whatever client', () => {
    sessions.seen('anna', 1);
    sessions.clientGone(1);
    clock.advance(idleMs - 1);
    sessions.seen('anna', 3);
    clock.advance(idleMs);
    expect([vanished, clock.pending]).toEqual([[], 0]);
  });

  it('vanish once, however often they are said to end', () => {
    sessions.ended('anna');
    sessions.ended('anna');
    clock.advance(2 * idleMs);
    expect(vanished).toEqual(['anna']);
  });

  it('vanish when their agent said so, or never', () => {
    sessions.goodbye('anna', 1000);
    sessions.goodbye('bert', null);
    clock.advance(1000);
    expect(vanished).toEqual(['anna']);
    clock.advance(10 * idleMs);
    expect(vanished).toEqual(['anna']);
  });

  it('keep the time that their agent set when the connection ends after it', () => {
    sessions.seen('anna', 1);
    sessions.goodbye('anna', null);
    sessions.clientGone(1);
    clock.advance(idleMs);
    expect(vanished).toEqual([]);
  });

  it('of an earlier worker have the rest of their time, and those of which nothing is known all of it', async () => {
    sessions.goodbye('anna', 5000);
    sessions.goodbye('bert', null);
    clock.advance(2000);
    // The old worker ends here, and its timers with it.
    const [first] = [vanished.length];
    vanished = [];
    const next = open();
    await next.load(['anna', 'bert', 'carl', 'carl']);
    clock.advance(3000);
    expect([first, [...new Set(vanished)]]).toEqual([0, ['anna']]);
    clock.advance(idleMs - 3000);
    expect(vanished.filter((session) => session !== 'anna')).toEqual(['carl']);
  });

  it('that called before all was loaded are there', async () => {
    const next = open();
    next.seen('anna', 1);
    await next.load(['anna']);
    clock.advance(idleMs);
    expect(vanished).toEqual([]);
  });
});
