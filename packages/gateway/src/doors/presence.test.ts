import { expect, it } from 'vitest';
import type { Caller } from '../rooms/callers/callers.ts';
import { Presence } from './presence.ts';

const caller = (session: string): Caller => ({
  kind: 'agent',
  id: `agent_${session}`,
  name: session,
  session,
  remembered: false,
});

function open(): { presence: Presence; gone: string[] } {
  const gone: string[] = [];
  return { presence: new Presence({ now: () => 7, onGone: ({ session }) => gone.push(session) }), gone };
}

it('a session has left with the last of its connections', () => {
  const { presence, gone } = open();
  const leaves = [presence.enter(caller('ada')), presence.enter(caller('ada'))];
  presence.enter(caller('bob'));
  leaves[0]?.();
  expect([presence.callers.map(({ session }) => session), gone]).toEqual([['ada', 'bob'], []]);
  leaves[1]?.();
  expect([presence.callers.map(({ session }) => session), gone]).toEqual([['bob'], ['ada']]);
});

it('an end that is told twice counts once', () => {
  const { presence, gone } = open();
  const [first] = [presence.enter(caller('ada')), presence.enter(caller('ada'))];
  first?.();
  first?.();
  expect(gone).toEqual([]);
});

it('a session that came back leaves again', () => {
  const { presence, gone } = open();
  presence.enter(caller('ada'))();
  presence.enter(caller('ada'))();
  expect(gone).toEqual(['ada', 'ada']);
});

it('agents are told once for each of their connections, and the command line is none', () => {
  const { presence } = open();
  presence.enter(caller('ada'));
  presence.enter({ kind: 'user', id: 'u', name: 'command line', session: 'cli', remembered: false });
  presence.enter(caller('ada'));
  expect(presence.agents).toEqual([
    { caller: caller('ada'), cameAtMs: 7 },
    { caller: caller('ada'), cameAtMs: 7 },
  ]);
});
