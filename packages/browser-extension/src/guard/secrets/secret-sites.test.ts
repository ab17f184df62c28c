import { SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { behindSecretNet } from './secret-net.ts';
import { SecretSites } from './secret-sites.ts';

const [bank, shop] = ['https://bank.example', 'https://shop.example'];
const password = { name: 'bank', text: 'correct-horse-7', isCode: false, tabId: 1 };
const code = { name: 'otp', text: '314159', isCode: true, tabId: 1 };

function setUp(kept?: unknown) {
  let stored: unknown = kept;
  let nowMs = 0;
  const shown: string[] = [];
  const store = {
    read: async () => stored,
    write: async (value: unknown) => {
      stored = value;
    },
  };
  const open = () =>
    new SecretSites({ store, clock: { now: () => nowMs }, onShown: (names) => void shown.push(...names) });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { open, sites: open(), shown, pass, stored: () => JSON.stringify(stored) };
}

describe('secrets and scripts of agents', () => {
  it('exclude each other on a site, in both orders', async () => {
    const { sites } = setUp();
    await sites.take(bank, password);
    await expect(sites.requireScript(bank)).rejects.toThrow('no script of an agent runs there');
    await sites.requireScript(shop);
    await expect(sites.take(shop, password)).rejects.toThrow('An agent ran a script');
    expect(sites.isMarked(shop)).toBe(false);
  });

  it('still do after a restart of the extension, when the site is closed, since its values are lost', async () => {
    const { sites, open, stored } = setUp();
    await sites.take(bank, password);
    await sites.requireScript(shop);
    expect(stored()).not.toContain(password.text);
    const later = open();
    await later.load();
    expect(() => later.requireOpen(bank)).toThrow('closed to agents');
    await expect(later.requireScript(bank)).rejects.toThrow();
    await expect(later.take(shop, password)).rejects.toThrow('An agent ran a script');
  });

  it('are forgotten when the browser starts', async () => {
    const { sites, open } = setUp();
    await sites.take(bank, password);
    const next = open();
    const loading = next.load();
    await next.forget();
    await loading;
    expect(next.hasMarks).toBe(false);
    await next.requireScript(bank);
  });
});

describe('a site that shows a secret', () => {
  it('is closed with every site that took it, and the gateway is told once which it was', async () => {
    const { sites, shown } = setUp();
    await sites.take(bank, password);
    await sites.take(shop, password);
    expect(sites.shows(bank, 1, 'https://bank.example/?q=correct-horse-7')).toBe(true);
    expect(() => sites.requireOpen(shop)).toThrow('closed to agents');
    expect(shown).toEqual(['bank']);
    expect(sites.shows('https://other.example', 1, 'correct-horse-7')).toBe(false);
  });

  it('of one-time codes is asked only in the tab of the code, and while it is fresh', async () => {
    const { sites, pass, shown } = setUp();
    await sites.take(bank, code);
    expect(sites.valuesFor(bank, 2)).toEqual([]);
    expect(sites.valuesFor(bank, 1)).toEqual([{ text: '314159', isCode: true }]);
    expect(() => sites.requireClean(() => '314159')).not.toThrow();
    expect(sites.shows(bank, 1, 'Order 314159')).toBe(true);
    expect(shown).toEqual([]);
    await sites.take(shop, { ...code, tabId: 2 });
    expect([1, 2].map((tabId) => sites.valuesFor(shop, tabId).length)).toEqual([1, 1]);
    pass(120_001);
    expect(sites.valuesFor(bank, 1)).toEqual([]);
  });
});

describe('the last net', () => {
  const call = {} as Parameters<ReturnType<typeof behindSecretNet>[string]>[1];

  it.each([
    ['a result', async () => ({ text: 'Y29ycmVjdC1ob3JzZS03' })],
    ['an error', async () => Promise.reject(new SallyportError('ERR_TOOL_FAILED', 'No correct-horse-7 here.'))],
  ])('keeps back %s with a secret, and locks the browser to agents', async (_, method) => {
    const { sites, shown } = setUp();
    const methods = behindSecretNet({ method, other: async () => ({ text: 'fine' }) }, sites);
    await sites.take(bank, password);
    expect(await methods.other?.({}, call)).toEqual({ text: 'fine' });
    await expect(methods.method?.({}, call)).rejects.toThrow('A reply would have held a secret');
    expect(shown).toEqual(['bank']);
    await expect(methods.other?.({}, call)).rejects.toThrow('closed to agents until it is restarted');
  });

  it('does not search pictures', async () => {
    const { sites } = setUp();
    await sites.take(bank, password);
    const methods = behindSecretNet({ a: async () => ({ parts: [{ kind: 'image', data: password.text }] }) }, sites);
    await expect(methods.a?.({}, call)).resolves.toBeDefined();
  });

  it.each([
    ['a body in a HAR file', (text: string) => ({ kind: 'file', mimeType: 'application/json', data: btoa(text) })],
    ['a request for a picture', (url: string) => ({ type: 'image', url })],
  ])('searches %s', async (_, part) => {
    const { sites } = setUp();
    await sites.take(bank, { ...password, text: 'c&rrect"horse/7' });
    const encoded = `pw=${encodeURIComponent('c&rrect"horse/7')}`;
    const methods = behindSecretNet({ a: async () => ({ parts: [part(encoded)] }) }, sites);
    await expect(methods.a?.({}, call)).rejects.toThrow('A reply would have held a secret');
  });
});
