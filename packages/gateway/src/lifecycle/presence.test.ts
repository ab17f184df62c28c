import { expect, it } from 'vitest';
import type { Caller } from '../rooms/callers/callers.ts';
import { Presence } from './presence.ts';

const caller = (stay: string): Caller => ({ kind: 'agent', id: `agent_${stay}`, name: stay, stay, remembered: false });

function open(): { presence: Presence; gone: string[] } {
  const gone: string[] = [];
  return { presence: new Presence({ onGone: ({ stay }) => gone.push(stay) }), gone };
}

it('a stay has left with the last of its connections', () => {
  const { presence, gone } = open();
  const leaves = [presence.enter(caller('ada')), presence.enter(caller('ada'))];
  presence.enter(caller('bob'));
  leaves[0]?.();
  expect([presence.callers.map(({ stay }) => stay), gone]).toEqual([['ada', 'bob'], []]);
  leaves[1]?.();
  expect([presence.callers.map(({ stay }) => stay), gone]).toEqual([['bob'], ['ada']]);
});

it('an end that is told twice counts once', () => {
  const { presence, gone } = open();
  const [first] = [presence.enter(caller('ada')), presence.enter(caller('ada'))];
  first?.();
  first?.();
  expect(gone).toEqual([]);
});

it('a stay that came back leaves again', () => {
  const { presence, gone } = open();
  presence.enter(caller('ada'))();
  presence.enter(caller('ada'))();
  expect(gone).toEqual(['ada', 'ada']);
});
