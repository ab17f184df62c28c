// What a site keeps in the browser: cookies and stored data.
import { foreign, limits, ours, type Reply, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { TabFacts } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';
import type { StorageChange } from '../base/state-calls.ts';
import type { Cookie, NewCookie, SiteState } from '../tabs/site-state.ts';
import { words } from './fields.ts';
import { defineTabTool } from './tab-tool.ts';

const { storedNameChars, storedKeyMaxChars, storedValueMaxChars, cookiesMax, valueMaxChars } = limits.page;
const name = words(storedKeyMaxChars).optional();
const value = z.string().max(storedValueMaxChars).optional();

const cookieInput = z.object({
  action: z.enum(['list', 'set', 'delete']),
  values: z.boolean().default(false).describe('For list: show values too.'),
  name,
  value,
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
    'Lists the cookies that go with requests to the page in your tab, sets one for its host, or deletes one. The user may be asked before you see values or change anything.',
  family: 'state',
  input: cookieInput,
  effect: 'act',
  verb: 'use the cookies of',
  async run(input, tab, { state }) {
    const own = state(tab.tabId);
    if (input.action === 'list') return listed(tab, await own.cookies(input.values ? 'values' : 'names'), input.values);
    const wanted = required(input.name, `cookies: action "${input.action}" needs a name.`);
    if (input.action === 'set') {
      await own.setCookie(newCookie(tab, wanted, input));
      const done = 'Set the cookie. Reload the page for it to have an effect there.';
      return { facts: { tabId: tab.tabId, set: true }, parts: [ours(done)] };
    }
    const isGone = await own.removeCookie(wanted);
    const done = isGone ? 'Deleted the cookie.' : 'There was no such cookie that you may delete.';
    return { facts: { tabId: tab.tabId, deleted: isGone }, parts: [ours(done)] };
  },
});

function newCookie({ url }: TabFacts, wanted: string, input: z.output<typeof cookieInput>): NewCookie {
  const { path, expires, httpOnly, sameSite } = input;
  return {
    ...{ name: wanted, path, httpOnly, value: required(input.value, 'cookies: action "set" needs a value.') },
    secure: input.secure ?? url.startsWith('https:'),
    ...(expires === undefined ? {} : { expirationDate: expires }),
    ...(sameSite === undefined ? {} : { sameSite: sameSite === 'none' ? 'no_restriction' : sameSite }),
  };
}

/** Of cookies that are left out. */
export const CLOSED = ', also sent to sites that are closed to you';

type Listed = Awaited<ReturnType<SiteState['cookies']>>;

function listed({ tabId, url }: TabFacts, { cookies, withheld }: Listed, withValues: boolean): Reply {
  const shown: CookieFacts[] = [];
  let charsLeft: number = valueMaxChars;
  for (const cookie of cookies.slice(0, cookiesMax)) {
    const facts = factsOf(cookie, withValues);
    charsLeft -= lineOf(facts).length;
    if (charsLeft < 0 && shown.length > 0) break;
    shown.push(facts);
  }
  const more = cookies.length > shown.length ? `, the first ${shown.length} of them` : '';
  const head = cookies.length === 0 ? 'There are no cookies.' : `${count(cookies.length, 'cookie')}${more}:`;
  const closed = withheld === 0 ? [] : [ours(`Left out: ${count(withheld, 'cookie')}${CLOSED}.`)];
  const lines = shown.map((cookie) => foreign(lineOf(cookie), siteOf(url)));
  return {
    facts: { tabId, cookies: shown, total: cookies.length, withheld },
    parts: [ours(head), ...lines, ...closed],
  };
}

type CookieFacts = ReturnType<typeof factsOf>;

function factsOf(cookie: Cookie, withValues: boolean) {
  const { name: own, domain, path, httpOnly, secure, sameSite, expirationDate, value: content } = cookie;
  return {
    ...{ name: shortened(own), domain, path: shortened(path), httpOnly, secure, chars: content.length },
    sameSite: sameSite === 'no_restriction' ? 'none' : sameSite,
    ...(expirationDate === undefined ? {} : { expires: Math.round(expirationDate) }),
    ...(withValues ? { value: content } : {}),
  };
}

function shortened(text: string): string {
  return text.length <= storedNameChars ? text : `${text.slice(0, storedNameChars)}…`;
}

function lineOf({
  name: own,
  domain,
  path,
  httpOnly,
  secure,
  sameSite,
  expires,
  chars,
  value: content,
}: CookieFacts): string {
  const flags = [...(httpOnly ? ['httpOnly'] : []), ...(secure ? ['secure'] : []), `sameSite ${sameSite}`];
  const ends = expires === undefined ? 'until the browser closes' : `until ${timeOf(expires)}`;
  const end = content === undefined ? `${chars} characters` : JSON.stringify(content);
  return `${own} for ${domain}${path}, ${flags.join(', ')}, ${ends}: ${end}`;
}

/** A date cannot be later than this; a cookie may end later. */
const DATE_MAX_MS = 8.64e15;

function timeOf(seconds: number): string {
  return new Date(Math.min(seconds * 1000, DATE_MAX_MS)).toISOString();
}

export const storageTool = defineTabTool({
  name: 'storage',
  title: 'Stored data',
  description:
    'Lists what the site in your tab has stored, reads, sets or removes one item, or clears it. The user may be asked before you see values or change anything.',
  family: 'state',
  input: z.object({
    action: z.enum(['list', 'get', 'set', 'remove', 'clear']),
    area: z.enum(['local', 'session']).default('local'),
    key: name,
    value,
  }),
  effect: 'act',
  verb: 'use the stored data of',
  async run({ action, area, key, value: given }, { tabId, url }, context) {
    const state = context.state(tabId);
    if (action === 'list') {
      const { items, total } = await state.items(area);
      const more = total > items.length ? `, the first ${items.length} of them` : '';
      const head = total === 0 ? `The site has stored nothing (${area}).` : `${count(total, 'item')} (${area})${more}:`;
      const lines = items.map(({ key: one, chars }) =>
        foreign(`${JSON.stringify(one)}: ${chars} characters`, siteOf(url)),
      );
      return { facts: { tabId, items, total }, parts: [ours(head), ...lines] };
    }
    if (action === 'get') {
      const stored = await state.item(area, required(key, 'storage: action "get" needs a key.'));
      if (stored === null) return { facts: { tabId, value: null }, parts: [ours('There is no such item.')] };
      const shown = stored.slice(0, valueMaxChars);
      const rest = stored.length - shown.length;
      const note = rest > 0 ? [ours(`${rest} more characters are left out.`)] : [];
      return { facts: { tabId, value: shown, omittedChars: rest }, parts: [foreign(shown, siteOf(url)), ...note] };
    }
    await state.change(area, changeOf(action, key, given));
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
  return { do: 'set', items: [{ name: wanted, value: required(given, 'storage: action "set" needs a value.') }] };
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function required(given: string | undefined, complaint: string): string {
  if (given !== undefined) return given;
  throw new SallyportError('ERR_INPUT_INVALID', complaint);
}
