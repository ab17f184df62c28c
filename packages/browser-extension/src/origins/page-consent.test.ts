import type { JsonObject } from '@sallyport/protocol';
import { describe, expect, it, vi } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { Question } from '../guard/questions/question.ts';
import { Questions } from '../guard/questions/questions.ts';
import { BackOff } from './back-off.ts';
import { PageConsent, type Wanted } from './page-consent.ts';
import type { PageSender } from './page-sender.ts';

const page = { origin: 'https://a.example', tabId: 7 };
const wanted: Wanted = { scopes: ['mcp:tools.list', 'mcp:tools.call'], reason: 'Because.', tools: undefined };
const tools = [
  { name: 'files/read', serverLabel: 'Files', toolName: 'read', effect: 'read' },
  { name: 'files/write', serverLabel: 'Files', toolName: 'write', effect: 'change' },
];

function setUp() {
  const clock = fakeClock();
  const granted: JsonObject[] = [];
  let grants: JsonObject[] = [];
  let ids = 0;
  const shown: (Question | undefined)[] = [];
  const questions = new Questions({ clock, newId: () => `q${++ids}`, onChange: (added) => shown.push(added) });
  const store = { read: async () => undefined, write: async () => {} };
  const backOff = new BackOff({ clock, store });
  const inTab: unknown[] = [];
  const forGood: string[] = [];
  const consent = new PageConsent({
    questions,
    backOff,
    clock,
    onChange: () => {},
    iconOf: async () => 'https://a.example/icon.png',
    onTabGranted: async (noted) => void inTab.push(noted),
    onAlwaysGranted: async (origin) => void forGood.push(origin),
    ask: async (type, fields) => {
      if (type === 'host_list_tools') return { tools };
      if (type === 'host_get_permissions') return { grants };
      granted.push(fields);
      return {};
    },
  });
  const open = async () => vi.waitFor(() => questions.list()[0] ?? expect.unreachable('no question'));
  return {
    clock,
    consent,
    questions,
    granted,
    inTab,
    forGood,
    open,
    have: (given: JsonObject[]) => {
      grants = given;
    },
    ask: (request: Partial<Wanted> = {}, signal = new AbortController().signal, asker: PageSender = page) =>
      consent.request(asker, { ...wanted, ...request }, signal),
  };
}

const grant = (scope: string, fields: object = {}) => ({
  ...{ origin: page.origin, scope, grantType: 'ALLOW_ALWAYS' },
  ...fields,
});

describe('the consent to a page', () => {
  it('is asked with all tools, of which those that read are suggested, and grants what was ticked', async () => {
    const { ask, open, questions, granted, inTab, clock } = setUp();
    const asked = ask();
    const question = await open();
    expect(question).toMatchObject({
      kind: 'page',
      ...page,
      icon: 'https://a.example/icon.png',
      reason: 'Because.',
      tools: [
        { name: 'files/read', isSuggested: true },
        { name: 'files/write', isSuggested: false },
      ],
    });
    questions.answer(question.id, { decision: 'allow', lasting: 'once', tools: ['files/write', 'made/up'] });
    await asked;
    const terms = { origin: page.origin, tab_id: 7, grant_type: 'ALLOW_ONCE', expires_at: clock.now() + 3_600_000 };
    expect(granted).toEqual([
      { ...terms, scope: 'mcp:tools.list' },
      { ...terms, scope: 'mcp:tools.call', allowed_tools: ['files/write'] },
    ]);
    expect(inTab).toEqual([page]);
  });

  it('for good adds to what was allowed before, in no tab', async () => {
    const { ask, have, open, questions, granted, inTab, forGood } = setUp();
    have([grant('mcp:tools.list'), grant('mcp:tools.call', { allowedTools: ['files/read'] })]);
    const asked = ask({ tools: ['files/write'] });
    const { id } = await open();
    questions.answer(id, { decision: 'allow', lasting: 'always', tools: ['files/write'] });
    await asked;
    expect(granted).toEqual([
      {
        origin: page.origin,
        grant_type: 'ALLOW_ALWAYS',
        scope: 'mcp:tools.call',
        allowed_tools: ['files/read', 'files/write'],
      },
    ]);
    expect([inTab, forGood]).toEqual([[], [page.origin]]);
  });

  it('is not asked for what was decided, nor for tools that are not there', async () => {
    const { ask, have, questions, granted } = setUp();
    have([grant('mcp:tools.list'), grant('mcp:tools.call', { allowedTools: ['files/*'] })]);
    await ask({ tools: ['files/read'] });
    have([grant('mcp:tools.list', { grantType: 'DENY' }), grant('mcp:tools.call', { grantType: 'DENY' })]);
    await ask({ tools: ['files/read'] });
    have([]);
    await ask({ scopes: ['mcp:tools.call'], tools: ['made/up'] });
    expect([questions.list(), granted]).toEqual([[], []]);
  });

  it('that is denied keeps what was allowed before, and the page cannot ask again soon', async () => {
    const { ask, have, open, questions, granted, clock } = setUp();
    have([grant('mcp:tools.call', { allowedTools: ['files/read'] })]);
    const asked = ask({ tools: ['files/write'] });
    const { id } = await open();
    questions.answer(id, { decision: 'deny', lasting: 'always' });
    await asked;
    expect(granted).toEqual([{ origin: page.origin, grant_type: 'DENY', scope: 'mcp:tools.list' }]);
    await ask({ tools: ['files/write'] });
    expect(questions.list()).toEqual([]);
    clock.advance(30_000);
    void ask({ tools: ['files/write'] });
    await open();
  });

  it('without a ticked tool is no yes: the page cannot ask again soon', async () => {
    const { ask, open, questions, granted } = setUp();
    const asked = ask({ scopes: ['mcp:tools.call'] });
    const { id } = await open();
    questions.answer(id, { decision: 'allow', lasting: 'always', tools: [] });
    await asked;
    await ask({ scopes: ['mcp:tools.call'] });
    expect([questions.list(), granted]).toEqual([[], []]);
  });

  it.each([
    ['closes the window', (consent: PageConsent) => consent.notNow()],
    ['does not answer', (_: PageConsent, clock: { advance(ms: number): void }) => clock.advance(300_000)],
  ])('of a user who %s is "not now": nothing is kept, and asking again waits longer each time', async (_, close) => {
    const { ask, open, consent, questions, granted, clock } = setUp();
    for (const waitMs of [30_000, 60_000]) {
      const asked = ask();
      await open();
      close(consent, clock);
      await asked;
      await ask();
      clock.advance(waitMs - 1);
      await ask();
      expect([questions.list(), granted]).toEqual([[], []]);
      clock.advance(1);
    }
  });

  it('asked for twice is one question, and an answer to its earlier version does not count', async () => {
    const { ask, open, questions, granted } = setUp();
    const first = ask({ scopes: ['mcp:tools.list'] });
    const { id } = await open();
    const second = ask({ scopes: ['browser:activeTab.read'] });
    await vi.waitFor(() => expect(questions.list()[0]?.id).not.toBe(id));
    questions.answer(id, { decision: 'allow', lasting: 'always' });
    const [amended, ...others] = questions.list();
    expect(others).toEqual([]);
    expect(amended).toMatchObject({ scopes: ['mcp:tools.list', 'browser:activeTab.read'] });
    questions.answer(String(amended?.id), { decision: 'allow', lasting: 'always' });
    await Promise.all([first, second]);
    expect(granted.map(({ scope }) => scope)).toEqual(['mcp:tools.list', 'browser:activeTab.read']);
  });

  it('is withdrawn when the last page that waits for it leaves, which is no answer', async () => {
    const { ask, open, questions, granted } = setUp();
    const stop = new AbortController();
    const asked = ask({}, stop.signal);
    await open();
    stop.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    await vi.waitFor(() => expect(questions.list()).toEqual([]));
    expect(granted).toEqual([]);
    void ask();
    await open();
  });

  it('in a frame counts for the tab alone, a yes for good of its site does not, and its waits are its own', async () => {
    const { ask, have, open, questions, granted, inTab, forGood } = setUp();
    const { signal } = new AbortController();
    const framed = { ...page, within: 'https://around.example' };
    have([grant('mcp:tools.list'), grant('browser:activeTab.read', { grantType: 'DENY' })]);
    const asked = ask({ scopes: ['mcp:tools.list', 'browser:activeTab.read'] }, signal, framed);
    const first = await open();
    expect(first).toMatchObject({ within: framed.within, scopes: ['mcp:tools.list'] });
    questions.answer(first.id, { decision: 'allow', lasting: 'always' });
    await asked;
    expect(granted).toMatchObject([{ tab_id: 7, grant_type: 'ALLOW_ONCE', scope: 'mcp:tools.list' }]);
    expect([inTab, forGood]).toEqual([[framed], []]);
    const refused = ask({ scopes: ['mcp:tools.list'] }, signal, framed);
    questions.answer((await open()).id, { decision: 'deny', lasting: 'always' });
    await refused;
    expect(granted[1]).toMatchObject({ tab_id: 7, grant_type: 'DENY', scope: 'mcp:tools.list' });
    await ask({ scopes: ['mcp:tools.list'] }, signal, framed);
    expect(questions.list()).toEqual([]);
    have([]);
    void ask({ scopes: ['mcp:tools.list'] });
    await open();
  });
});
