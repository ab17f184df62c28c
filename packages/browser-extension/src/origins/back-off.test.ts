import { expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { BackOff } from './back-off.ts';

const origin = 'https://a.example';

it('an origin waits twice as long after each no, up to an hour, also after a restart, until a yes', async () => {
  const clock = fakeClock();
  let kept: unknown;
  const store = {
    read: async () => kept,
    write: async (value: unknown) => {
      kept = value;
    },
  };
  const first = new BackOff({ clock, store });
  await first.load();
  expect(first.leftMs(origin)).toBe(0);
  await first.refused(origin);
  expect(first.leftMs(origin)).toBe(30_000);
  expect(first.leftMs('https://b.example')).toBe(0);
  clock.advance(30_000);
  expect(first.leftMs(origin)).toBe(0);
  await first.refused(origin);
  const next = new BackOff({ clock, store });
  await next.load();
  expect(next.leftMs(origin)).toBe(60_000);
  for (let n = 0; n < 12; n += 1) await next.refused(origin);
  expect(next.leftMs(origin)).toBe(3_600_000);
  await next.withdrawn(origin);
  expect(next.leftMs(origin)).toBe(3_600_000);
  await next.clear(origin);
  await next.refused(origin);
  expect(next.leftMs(origin)).toBe(30_000);
});

it('an origin that takes its questions back waits as well from the third on', async () => {
  const clock = fakeClock();
  const backOff = new BackOff({ clock, store: { read: async () => undefined, write: async () => {} } });
  await backOff.withdrawn(origin);
  await backOff.withdrawn(origin);
  expect(backOff.leftMs(origin)).toBe(0);
  await backOff.withdrawn(origin);
  expect(backOff.leftMs(origin)).toBe(30_000);
  clock.advance(30_000);
  await backOff.withdrawn(origin);
  await backOff.withdrawn(origin);
  await backOff.withdrawn(origin);
  expect(backOff.leftMs(origin)).toBe(60_000);
  await backOff.clear(origin);
  await backOff.withdrawn(origin);
  expect(backOff.leftMs(origin)).toBe(0);
});
