import type { JsonObject } from '@sallyport/protocol';
import { expect, it, vi } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { ADD_SERVER } from '../base/install-link.ts';
import { Questions } from '../guard/questions/questions.ts';
import { BackOff } from './back-off.ts';
import { openInstallLinks } from './install-links.ts';

const link = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'Files', command: 'npx', args: ['x'] }))}`;
const sender = { id: 'own', frameId: 0, url: 'https://a.example/p', origin: 'https://a.example', tab: { id: 7 } };

function setUp(servers: JsonObject[] = [], isAllowed = true) {
  const asked: JsonObject[] = [];
  let ids = 0;
  const clock = fakeClock();
  const backOff = new BackOff({ clock, store: { read: async () => undefined, write: async () => {} } });
  const questions = new Questions({ clock, newId: () => `q${++ids}`, onChange: () => {} });
  type Listener = (message: unknown, from: unknown, reply: (answer: unknown) => void) => boolean;
  let heard: Listener = () => false;
  openInstallLinks({
    // What it uses of the browser.
    api: { runtime: { id: 'own', onMessage: { addListener: (listener: Listener) => (heard = listener) } } } as never,
    ask: async (type, fields) => {
      asked.push({ type, ...fields });
      return fields.do === 'look' ? { servers } : { added: ['Files'] };
    },
    questions,
    backOff,
    isAllowed: () => isAllowed,
    report: (fault) => expect.unreachable(String(fault)),
  });
  const replies: unknown[] = [];
  const say = (message: unknown, from: object = sender) => heard(message, from, (answer) => replies.push(answer));
  const open = () => vi.waitFor(() => questions.list()[0] ?? expect.unreachable('no question'));
  return { say, open, questions, asked, replies, clock };
}

it('adds exactly what was shown, after a yes', async () => {
  const { say, open, questions, asked, replies } = setUp();
  expect(say({ type: ADD_SERVER, link })).toBe(true);
  const question = await open();
  expect(question).toMatchObject({ kind: 'install', origin: 'https://a.example', isTaken: false });
  expect(asked).toEqual([{ type: 'host_panel', do: 'look', servers: true, if_running: true }]);
  questions.answer(question.id, { decision: 'allow', lasting: 'always' });
  await vi.waitFor(() => expect(replies).toEqual([{ isAdded: true, text: 'Added to Sallyport' }]));
  const entry = { command: 'npx', args: ['x'], env: {} };
  expect(asked[1]).toEqual({ type: 'host_panel', do: 'add', servers: { Files: entry } });
});

it('adds nothing after a no, nor over a server that is there, whatever the answer says', async () => {
  for (const [servers, decision] of [
    [[], 'deny'],
    [[{ id: 'files', name: 'files' }], 'allow'],
  ] as const) {
    const { say, open, questions, asked, replies } = setUp([...servers]);
    say({ type: ADD_SERVER, link });
    questions.answer((await open()).id, { decision, lasting: 'always' });
    await vi.waitFor(() => expect(replies).toMatchObject([{ isAdded: false }]));
    expect(asked).toHaveLength(1);
  }
});

it('asks one question at a time, and none for a link that is refused', async () => {
  const { say, open, questions, replies } = setUp();
  say({ type: ADD_SERVER, link: 'vscode:mcp/install?nothing' });
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  expect(questions.list()).toEqual([]);
  say({ type: ADD_SERVER, link });
  say({ type: ADD_SERVER, link });
  await open();
  await vi.waitFor(() => expect(replies[1]).toMatchObject({ isAdded: false, text: expect.stringContaining('first') }));
  expect(questions.list()).toHaveLength(1);
});

it('cannot be made to ask again and again: after three times without a yes, the page waits', async () => {
  const { say, open, questions, replies, clock } = setUp();
  for (const count of [1, 2, 3]) {
    say({ type: ADD_SERVER, link });
    questions.answer((await open()).id, { decision: 'deny', lasting: 'once' });
    await vi.waitFor(() => expect(replies).toHaveLength(count));
  }
  say({ type: ADD_SERVER, link });
  await vi.waitFor(() => expect(replies[3]).toMatchObject({ isAdded: false, text: expect.stringContaining('later') }));
  expect(questions.list()).toEqual([]);
  clock.advance(30_000);
  say({ type: ADD_SERVER, link });
  await open();
});

it('hears nobody but the top of a page that the user lets offer something', () => {
  const message = { type: ADD_SERVER, link };
  for (const from of [
    { ...sender, id: 'other' },
    { ...sender, frameId: 3 },
    { ...sender, origin: 'null' },
    { ...sender, url: 'http://a.example/' },
    { ...sender, tab: { id: 7, incognito: true } },
  ]) {
    expect(setUp().say(message, from)).toBe(false);
  }
  expect(setUp([], false).say(message)).toBe(false);
  expect(setUp().say({ type: ADD_SERVER, link: 'x'.repeat(100_001) })).toBe(false);
  expect(setUp().say({ type: 'other', link })).toBe(false);
});
