// What a site keeps in the browser: cookies and stored data.
import { foreign, limits, ours, type Reply, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { TabFacts } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';
import type { StorageChange } from '../base/state-calls.ts';
import type { Cookie, Cookies, NewCookie } from '../tabs/cookies.ts';
import { words } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

const { storedKeyMaxChars, storedValueMaxChars, cookiesMax } = limits.page;
const name = words(storedKeyMaxChars).optional();
const value = z.string().max(storedValueMaxChars).optional();

const cookieInput = z.object({
  action: z.enum(['list', 'set', 'delete']),
  values: z.boolean().default(false).describe('For list: show values too. The user is asked.'),
  name,
  value,
  domain: z.string().max(253).optional(),
  path: z.string().max(1_024).default('/'),
  expires: z.number().optional().describe('Seconds since 1970; without it, until the browser closes.'),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().optional(),
  sameSite: z.enum(['strict', 'lax', 'none']).optional(),
});

export const cookiesTool = defineTabTool({
  name: 'cookies',
  title: 'Cookies',
  description:
    'Lists the cookies that go with requests to the page in your tab, sets one or deletes one. The user is asked before you see values or change anything.',
  family: 'state',
  input: cookieInput,
  effect: 'act',
  verb: 'use the cookies of',
  async run(input, tab, { cookies }) {
    const own = cookies(tab.tabId);
    if (input.action === 'list') return listed(tab, await own.list(input.values ? 'readState' : 'read'), input.values);
    const wanted = required(input.name, `cookies: action "${input.action}" needs a name.`);
    if (input.action === 'set') return set(own, tab, wanted, input);
    const isGone = await own.remove(wanted);
    return {
      facts: { tabId: tab.tabId, deleted: isGone },
      parts: [ours(isGone ? 'Deleted the cookie.' : 'There was no such cookie.')],
    };
  },
});

async function set(own: Cookies, { tabId, url }: TabFacts, wanted: string, input: z.output<typeof cookieInput>) {
  const { domain, path, expires, httpOnly, sameSite } = input;
  const cookie: NewCookie = {
    ...{ name: wanted, path, httpOnly, value: required(input.value, 'cookies: action "set" needs a value.') },
    secure: input.secure ?? url.startsWith('https:'),
    ...(domain === undefined ? {} : { domain }),
    ...(expires === undefined ? {} : { expirationDate: expires }),
    ...(sameSite === undefined ? {} : { sameSite: sameSite === 'none' ? 'no_restriction' : sameSite }),
  };
  await own.set(cookie);
  return {
    facts: { tabId, set: true },
    parts: [ours('Set the cookie. Reload the page for it to have an effect there.')],
  };
}

function listed({ tabId, url }: TabFacts, cookies: readonly Cookie[], withValues: boolean): Reply {
  const shown = cookies.slice(0, cookiesMax).map((cookie) => factsOf(cookie, withValues));
  const more = cookies.length > shown.length ? `, the first ${shown.length} of them` : '';
  const count = cookies.length === 0 ? 'The page has no cookies.' : `${cookies.length} cookies${more}:`;
  const lines = shown.map((cookie) => foreign(lineOf(cookie), siteOf(url)));
  return { facts: { tabId, cookies: shown, total: cookies.length }, parts: [ours(count), ...lines] };
}

type CookieFacts = ReturnType<typeof factsOf>;

function factsOf(cookie: Cookie, withValues: boolean) {
  const { name, domain, path, httpOnly, secure, sameSite, expirationDate, value } = cookie;
  return {
    ...{ name: name.slice(0, storedKeyMaxChars), domain, path, httpOnly, secure, chars: value.length },
    sameSite: sameSite === 'no_restriction' ? 'none' : sameSite,
    ...(expirationDate === undefined ? {} : { expires: Math.round(expirationDate) }),
    ...(withValues ? { value } : {}),
  };
}

function lineOf({ name, domain, path, httpOnly, secure, sameSite, expires, chars, value }: CookieFacts): string {
  const flags = [...(httpOnly ? ['httpOnly'] : []), ...(secure ? ['secure'] : []), `sameSite ${sameSite}`];
  const ends = expires === undefined ? 'until the browser closes' : `until ${new Date(expires * 1000).toISOString()}`;
  const content = value === undefined ? `${chars} characters` : JSON.stringify(value);
  return `${name} for ${domain}${path}, ${flags.join(', ')}, ${ends}: ${content}`;
}

export const storageTool = defineTabTool({
  name: 'storage',
  title: 'Stored data',
  description:
    'Lists what the site in your tab has stored, or reads, sets, removes one item, or clears it. The user is asked before you see values or change anything.',
  family: 'state',
  input: z.object({
    action: z.enum(['list', 'get', 'set', 'remove', 'clear']),
    area: z.enum(['local', 'session']).default('local'),
    key: name,
    value,
  }),
  effect: 'act',
  verb: 'use the stored data of',
  async run({ action, area, key, value: given }, { tabId, url }, { page }) {
    const at = { tabId };
    if (action === 'list') {
      const { items, total } = await page(at, 'storedItems', { area });
      const more = total > items.length ? `, the first ${items.length} of them` : '';
      const count = total === 0 ? `The site has stored nothing (${area}).` : `${total} items (${area})${more}:`;
      const lines = items.map(({ key: one, chars }) => foreign(`${one}: ${chars} characters`, siteOf(url)));
      return { facts: { tabId, items, total }, parts: [ours(count), ...lines] };
    }
    if (action === 'get') {
      const wanted = required(key, 'storage: action "get" needs a key.');
      const stored = await page(at, 'readStored', { area, key: wanted });
      if (stored === null) return { facts: { tabId, value: null }, parts: [ours('There is no such item.')] };
      const shown = stored.slice(0, limits.page.valueMaxChars);
      const rest = stored.length - shown.length;
      const note = rest > 0 ? [ours(`${rest} more characters are left out.`)] : [];
      return { facts: { tabId, value: shown, omittedChars: rest }, parts: [foreign(shown, siteOf(url)), ...note] };
    }
    await page(at, 'changeStored', { area, change: changeOf(action, key, given) });
    return { facts: { tabId, changed: true }, parts: [ours(done[action])] };
  },
});

const done = {
  set: 'Stored it.',
  remove: 'Removed it, if it was there.',
  clear: 'Cleared it.',
} as const;

function changeOf(
  action: 'set' | 'remove' | 'clear',
  key: string | undefined,
  given: string | undefined,
): StorageChange {
  if (action === 'clear') return { do: 'clear' };
  const wanted = required(key, `storage: action "${action}" needs a key.`);
  if (action === 'remove') return { do: 'remove', key: wanted };
  return { do: 'set', key: wanted, value: required(given, 'storage: action "set" needs a value.') };
}

function required(given: string | undefined, complaint: string): string {
  if (given !== undefined) return given;
  throw new SallyportError('ERR_INPUT_INVALID', complaint);
}
