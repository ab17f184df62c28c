import { expect, it } from 'vitest';
import { watchTabGrants } from './tab-grants.ts';

type Listener = (...args: never[]) => void;

function setUp(addressOf: Record<number, string>) {
  const heard: Record<string, Listener> = {};
  const asked: unknown[] = [];
  const event = (name: string) => ({
    addListener: (listener: Listener) => {
      heard[name] = listener;
    },
  });
  const grants = watchTabGrants({
    // What it uses of the browser.
    api: {
      tabs: {
        onRemoved: event('removed'),
        onReplaced: event('replaced'),
        get: async (id: number) => ({ url: addressOf[id] }),
      },
      webNavigation: { onCommitted: event('committed') },
    } as never,
    ask: async (type, fields) => {
      asked.push([type, fields]);
      return { expired: 1 };
    },
    onChange: () => {},
    report: (fault) => expect.unreachable(String(fault)),
  });
  const fire = (name: string, ...args: unknown[]) => heard[name]?.(...(args as never[]));
  return { grants, asked, fire };
}

const page = { origin: 'https://a.example', tabId: 7 };
const expired = ['host_expire_tab_grants', { tab_id: 7, if_running: true }];

it.each([
  ['the tab is closed', 'removed', [7]],
  ['the tab is replaced', 'replaced', [8, 7]],
  ['the tab goes to another site', 'committed', [{ tabId: 7, frameId: 0, url: 'https://b.example/' }]],
  ['the tab goes to plain http', 'committed', [{ tabId: 7, frameId: 0, url: 'http://a.example/' }]],
])('what was allowed for a tab ends when %s', async (_, name, args) => {
  const { grants, asked, fire } = setUp({ 7: 'https://a.example/' });
  await grants.granted(page);
  fire(name, ...args);
  await grants.settled();
  expect(asked).toEqual([expired]);
  fire('removed', 7);
  await grants.settled();
  expect(asked).toEqual([expired]);
});

it('it stays while frames and other tabs go elsewhere, and the tab goes about the site', async () => {
  const { grants, asked, fire } = setUp({ 7: 'https://a.example/' });
  await grants.granted(page);
  fire('committed', { tabId: 7, frameId: 4, url: 'https://b.example/' });
  fire('committed', { tabId: 8, frameId: 0, url: 'https://b.example/' });
  fire('committed', { tabId: 7, frameId: 0, url: 'https://a.example/other' });
  fire('removed', 8);
  grants.seen(page);
  await grants.settled();
  expect(asked).toEqual([]);
});

it('it ends as well when the tab left before it was noted, and when the event was missed', async () => {
  const early = setUp({ 7: 'https://b.example/' });
  await early.grants.granted(page);
  expect(early.asked).toEqual([expired]);
  const missed = setUp({ 7: 'https://a.example/' });
  await missed.grants.granted(page);
  missed.grants.seen({ origin: 'https://b.example', tabId: 7 });
  await missed.grants.settled();
  expect(missed.asked).toEqual([expired]);
});
