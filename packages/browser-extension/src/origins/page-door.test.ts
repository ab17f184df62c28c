import { describe, expect, it, vi } from 'vitest';
import { WEB_PAGE } from '../base/web-page.ts';
import { fieldsOf } from './gateway.ts';
import { openPageDoor, type PageCall, type PageMethods } from './page-door.ts';

const origin = 'https://a.example';

/** One page at the door, and what was asked for it. */
function setUp({ isKnown = false, frame = {}, isDelegated = async () => true } = {}) {
  const served: PageCall[] = [];
  const replies: unknown[] = [];
  const serve = async (_: unknown, call: PageCall) => void served.push(call);
  const methods: PageMethods = {
    requestPermissions: serve,
    'permissions.list': serve,
    'tools.list': serve,
    'tools.call': serve,
    createRun: serve,
    'activeTab.readability': serve,
  };
  let say = (_: unknown) => {};
  let isDisconnected = false;
  const port = {
    name: WEB_PAGE,
    sender: { id: 'own', frameId: 0, url: `${origin}/page`, origin, tab: { id: 7, incognito: false }, ...frame },
    postMessage: (message: unknown) => replies.push(message),
    onMessage: { addListener: (listener: typeof say) => (say = listener) },
    onDisconnect: { addListener: () => {} },
    disconnect: () => {
      isDisconnected = true;
    },
  };
  const onConnect = { addListener: (listener: (opened: unknown) => void) => listener(port) };
  openPageDoor({
    // What it uses of the browser.
    api: { runtime: { id: 'own', onConnect } } as never,
    isAllowed: () => true,
    isDelegated,
    isKnown: () => isKnown,
    methods,
    onPage: () => {},
    loaded: Promise.resolve(),
    report: (fault) => expect.unreachable(String(fault)),
  });
  return { say, served, replies, isDisconnected: () => isDisconnected };
}

it.each([
  ['a page that nobody let in', 'tools.list', false, false, false],
  ['such a page after a click', 'tools.list', false, true, false],
  ['such a page that asks on its own', 'requestPermissions', false, false, false],
  ['such a page that asks when the user clicks', 'requestPermissions', false, true, true],
  ['a page with a yes for good', 'tools.list', true, false, true],
])('%s starts a gateway with %s: %j, %j → %j', async (_, method, isKnown, isByUser, mayStart) => {
  const { say, served } = setUp({ isKnown });
  say({ id: 1, method, params: { isByUser: true, mayStart: true }, isByUser });
  await vi.waitFor(() => expect(served).toHaveLength(1));
  expect(served[0]?.page).toEqual({ origin, tabId: 7, mayStart });
  expect('if_running' in fieldsOf(served[0]?.page ?? { origin, tabId: 7 })).toBe(!mayStart);
});

it('what is not a request of our relay is answered as malformed, or not at all', async () => {
  const { say, served, replies } = setUp();
  say({ id: 1, method: 'host_call_tool', params: {}, isByUser: false });
  say({ id: 2, method: 'tools.list', params: {} });
  say('tools.list');
  const malformed = { code: 'ERR_PROTOCOL_ERROR' };
  expect(replies).toMatchObject([
    { id: 1, error: malformed },
    { id: 2, error: malformed },
  ]);
  expect(served).toEqual([]);
});

describe('a frame', () => {
  const around = 'https://around.example';
  const frame = { frameId: 3, tab: { id: 7, incognito: false, url: `${around}/page` } };
  const list = { id: 1, method: 'tools.list', params: { frameId: 0 }, isByUser: true };

  it('that the page around lets in is served as a frame in it, and starts nothing by an earlier yes', async () => {
    const { say, served } = setUp({ frame, isKnown: true });
    say(list);
    await vi.waitFor(() => expect(served).toHaveLength(1));
    expect(served[0]?.page).toEqual({ origin, tabId: 7, within: around, frameId: 3, mayStart: false });
    expect(fieldsOf(served[0]?.page ?? { origin, tabId: 7 })).toMatchObject({ in_frame: true });
  });

  it('that it does not let in is refused', async () => {
    const { say, served, replies } = setUp({ frame, isDelegated: async () => false });
    say(list);
    await vi.waitFor(() => expect(replies).toMatchObject([{ id: 1, error: { code: 'ERR_PERMISSION_DENIED' } }]));
    expect(served).toEqual([]);
  });

  it.each([
    ['in a page over plain http', { frameId: 3, tab: { id: 7, incognito: false, url: 'http://around.example/' } }],
    ['without an origin of its own', { ...frame, origin: 'null' }],
    ['of a private window', { ...frame, tab: { ...frame.tab, incognito: true } }],
  ])('%s is disconnected', (_, odd) => {
    expect(setUp({ frame: odd }).isDisconnected()).toBe(true);
  });
});
