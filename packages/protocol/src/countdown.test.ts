import { expect, it, vi } from 'vitest';
import { fakeClock } from '../../../tests/support/fake-clock.ts';
import { Countdown } from './countdown.ts';

function start(ms: number, capMs?: number) {
  const clock = fakeClock();
  const onEnd = vi.fn<(ms: number) => void>();
  const onHeld = vi.fn<(isHeld: boolean) => void>();
  return { clock, onEnd, onHeld, countdown: new Countdown({ clock, ms, capMs, onEnd, onHeld }) };
}

it('ends once its time is over, and not when it was stopped before', () => {
  const { clock, onEnd } = start(1000);
  clock.advance(999);
  expect(onEnd).not.toHaveBeenCalled();
  clock.advance(10_000);
  expect(onEnd.mock.calls).toEqual([[1000]]);
  const stopped = start(1000);
  stopped.countdown.stop();
  expect(stopped.clock.pending).toBe(0);
});

it('stands still from the first hold to the end of the last one', () => {
  const { clock, countdown, onEnd, onHeld } = start(1000);
  clock.advance(600);
  const [first, second] = [countdown.hold(), countdown.hold()];
  clock.advance(50_000);
  first();
  first();
  clock.advance(50_000);
  second();
  expect(onHeld.mock.calls).toEqual([[true], [false]]);
  clock.advance(399);
  expect(onEnd).not.toHaveBeenCalled();
  clock.advance(1);
  expect(onEnd.mock.calls).toEqual([[1000]]);
});

it.each(['held', 'restarted'])('ends at the cap however often it is %s', (how) => {
  const { clock, countdown, onEnd } = start(1000, 2500);
  if (how === 'held') countdown.hold();
  for (let step = 0; step < 3; step += 1) {
    clock.advance(800);
    if (how === 'restarted') countdown.restart();
  }
  expect(onEnd).not.toHaveBeenCalled();
  clock.advance(100);
  expect(onEnd.mock.calls).toEqual([[2500]]);
});

it('has no end while it is held without a cap', () => {
  const { clock, countdown } = start(1000, Number.POSITIVE_INFINITY);
  const resume = countdown.hold();
  expect(clock.pending).toBe(0);
  resume();
  expect(clock.pending).toBe(1);
});

it('says nothing of holds once it is over', () => {
  const { countdown, onHeld, clock } = start(1000);
  const resume = countdown.hold();
  countdown.stop();
  resume();
  countdown.hold();
  expect(onHeld.mock.calls).toEqual([[true]]);
  expect(clock.pending).toBe(0);
});
