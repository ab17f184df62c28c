import { expect, it } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { createCallers } from './callers.ts';

const key = 'k'.repeat(64);
const holder = { id: `agent_${'e'.repeat(32)}_3`, name: 'Claude Code' };
const holderOf = (presented: string) => (presented === key ? holder : undefined);
const callers = createCallers({ cliSecret: 'c'.repeat(32), pid: 9, holderOf });
const session = 'a'.repeat(32);

it(verifies('an agent has one id in the form of the seed, after a restart too', 'S1-agent-id-form'), () => {
  const caller = callers.identify({ role: 'agent', session, pid: 77, client: 'Some Client', cwd: '/work' });
  expect(caller).toEqual({
    kind: 'agent',
    id: expect.stringMatching(/^agent_[0-9a-f]{32}_77$/),
    name: 'Some Client',
    session,
    cwd: '/work',
    remembered: false,
  });
  const restarted = createCallers({ cliSecret: 'd'.repeat(32), pid: 10, holderOf });
  expect(restarted.identify({ role: 'agent', session, pid: 77 }).id).toBe(caller.id);
  expect(callers.identify({ role: 'agent', session: 'b'.repeat(32), pid: 77 }).id).not.toBe(caller.id);
});

it('an agent with a key is whom the key was given to, in every session, and is remembered', () => {
  const [first, second] = [session, 'b'.repeat(32)].map((its) =>
    callers.identify({ role: 'agent', session: its, pid: 1, key, client: 'I am somebody else' }),
  );
  expect(first).toEqual({ kind: 'agent', ...holder, key: holder.id, session, remembered: true });
  expect(second).toEqual({ ...first, session: 'b'.repeat(32) });
});

it('a web origin is one caller per profile, in whichever tab', () => {
  const page = { role: 'origin', origin: 'https://a.example', profileId: 'p1' } as const;
  const [first, second, third] = [
    { ...page, tabId: 1 },
    { ...page, tabId: 2 },
    { ...page, profileId: 'p2' },
  ].map((claimed) => callers.identify(claimed));
  expect(first).toMatchObject({ kind: 'origin', name: 'https://a.example', profileId: 'p1', tabId: 1 });
  expect(second?.session).toBe(first?.session);
  expect(third?.session).not.toBe(first?.session);
});

it('a key that nobody has is refused, not served as a stranger', () => {
  expect(() => callers.identify({ role: 'agent', session, key: 'short' })).toThrow(
    expect.objectContaining({
      code: 'ERR_PERMISSION_DENIED',
      hint: expect.stringContaining('sallyport agents rotate'),
    }),
  );
});

it('the command line is one caller, whose id nobody can work out from its name', () => {
  const cli = callers.identify({ role: 'cli' });
  expect(cli).toMatchObject({ name: 'command line', session: 'cli', remembered: false });
  expect(createCallers({ cliSecret: 'other', pid: 9, holderOf }).identify({ role: 'cli' }).id).not.toBe(cli.id);
});

it.each([
  [undefined, 'unnamed'],
  ['', 'unnamed'],
  ['\u0000\u001b[31m\n', '[31m'],
  ['two\nlines', 'two lines'],
  ['x'.repeat(500), 'x'.repeat(64)],
  ['Größe 漢字 🦊', 'Größe 漢字 🦊'],
])('the label %j is shown as %j', (client, name) => {
  expect(callers.identify({ role: 'agent', session, ...(client === undefined ? {} : { client }) }).name).toBe(name);
});
