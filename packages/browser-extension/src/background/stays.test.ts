import { limits } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import { Stays } from './stays.ts';

const { idleMs } = limits.agent;
let clock: FakeClock;
let vanished: string[];
let stays: Stays;

beforeEach(() => {
  clock = fakeClock();
  vanished = [];
  stays = new Stays({ clock, onVanished: (stay) => vanished.push(stay) });
});

describe('stays', () => {
  it('vanish ten minutes after their client has gone, and not for being quiet', () => {
    stays.seen('anna', 1);
    stays.seen('bert', 2);
    clock.advance(10 * idleMs);
    stays.clientGone(1);
    clock.advance(idleMs - 1);
    expect(vanished).toEqual([]);
    clock.advance(1);
    expect(vanished).toEqual(['anna']);
  });

  it('are there again with a call, through whatever client', () => {
    stays.seen('anna', 1);
    stays.clientGone(1);
    clock.advance(idleMs - 1);
    stays.seen('anna', 3);
    clock.advance(idleMs);
    expect([vanished, clock.pending]).toEqual([[], 0]);
  });

  it('vanish once, however often they are said to end', () => {
    stays.ended('anna');
    stays.ended('anna');
    clock.advance(2 * idleMs);
    expect(vanished).toEqual(['anna']);
  });
});
