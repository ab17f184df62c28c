// Answers about families: until the session ends, or for an hour where it has no end.
import { limits } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { SessionFamilies } from './session-families.ts';

function open() {
  const clock = { nowMs: 1000 };
  let switched = 0;
  const families = new SessionFamilies({ now: () => clock.nowMs, onSwitched: () => switched++ });
  const said = (session: string) => [families.has(session, 'vision'), families.isRefused(session, 'vision')];
  return { clock, families, said, switched: () => switched };
}

it('a yes and a no hold for their session, until it ends', () => {
  const { clock, families, said, switched } = open();
  families.answer({ session: 'a' }, 'vision', true);
  families.answer({ session: 'b' }, 'vision', false);
  clock.nowMs += 100 * limits.agent.endlessFamilyMs;
  expect([said('a'), said('b'), said('c'), switched()]).toEqual([[true, false], [false, true], [false, false], 1]);
  families.leave({ session: 'a' });
  families.leave({ session: 'b' });
  expect([said('a'), said('b')]).toEqual([
    [false, false],
    [false, false],
  ]);
});

it('of a client that has no session to end they outlive its requests, for an hour', () => {
  const { clock, families, said } = open();
  const asker = { session: 'a', isEndless: true };
  families.answer(asker, 'vision', true);
  families.leave(asker);
  clock.nowMs += limits.agent.endlessFamilyMs - 1;
  expect(said('a')).toEqual([true, false]);
  clock.nowMs += 1;
  expect(said('a')).toEqual([false, false]);
});
