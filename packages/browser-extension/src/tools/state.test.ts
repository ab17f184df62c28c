import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { Cookie, SiteState } from '../tabs/site-state.ts';
import type { ToolContext } from './context.ts';
import { cookiesTool, storageTool } from './state.ts';

const url = 'https://shop.example/cart';
const cookie: Cookie = {
  ...{ name: 'sid', value: 'abc', domain: 'shop.example', path: '/', httpOnly: true, secure: true },
  ...{ session: true, hostOnly: true, storeId: '0' },
  sameSite: 'lax',
};

/** In a tab whose site keeps what `own` says. */
function contextOf(own: Partial<SiteState>): ToolContext {
  const context = { state: () => own, tabs: { reach: async () => ({ tabId: 7, url, title: '' }) } };
  // Only what the tools use.
  return context as unknown as ToolContext;
}

async function list(cookies: readonly Cookie[], { values = false, withheld = 0 } = {}) {
  const context = contextOf({ cookies: async () => ({ cookies, withheld }) });
  const { facts, parts } = await cookiesTool.call({ action: 'list', values }, context);
  return { facts, lines: parts.map((part) => ('text' in part ? part.text : '')) };
}

describe('a list of cookies', () => {
  it('counts them', async () => {
    expect((await list([])).lines).toEqual(['There are no cookies.']);
    expect((await list([cookie])).lines[0]).toBe('1 cookie:');
    expect((await list([cookie, cookie], { withheld: 1 })).lines).toMatchObject({
      ...{ 0: '2 cookies:', 3: 'Left out: 1 cookie, also sent to sites that are closed to you.' },
      length: 4,
    });
  });

  it('ends where it gets too long, and never before the first', async () => {
    const long = { ...cookie, value: 'x'.repeat(limits.page.valueMaxChars) };
    const { facts, lines } = await list([long, cookie, cookie], { values: true });
    expect(lines[0]).toBe('3 cookies, the first 1 of them:');
    expect(lines).toHaveLength(2);
    expect(facts).toMatchObject({ total: 3, cookies: [{ value: long.value }] });
    expect((await list([cookie, long], { values: true })).lines[0]).toBe('2 cookies, the first 1 of them:');
  });

  it('has a cookie that ends later than any date', async () => {
    const { facts, lines } = await list([{ ...cookie, expirationDate: 1e14 }]);
    expect(lines[1]).toContain('until +275760-09-13T00:00:00.000Z: 3 characters');
    expect(facts).toMatchObject({ cookies: [{ expires: 1e14 }] });
  });
});

describe('a list of stored data', () => {
  it('counts the items', async () => {
    const items = [{ key: 'user', chars: 3 }];
    const head = async (total: number) => {
      const context = contextOf({ items: async () => ({ items, total }) });
      return (await storageTool.call({ action: 'list' }, context)).parts[0];
    };
    expect(await head(1)).toMatchObject({ text: '1 item (local):' });
    expect(await head(2)).toMatchObject({ text: '2 items (local), the first 1 of them:' });
  });
});
