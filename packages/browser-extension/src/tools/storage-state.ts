// Saves what a site keeps in the browser to a file of the agent's, and loads it again; the values pass no model.
import { type ErrorCode, file, limits, ours, type Reply, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { TabFacts } from '../base/facts.ts';
import { goesTo, siteOf } from '../base/sites.ts';
import type { Cookie, NewCookie, SiteState } from '../tabs/site-state.ts';
import type { ToolContext } from './context.ts';
import { CLOSED, count } from './state.ts';
import { defineTabTool } from './tab-tool.ts';
import { base64Of, givenFile, needsGateway } from './upload.ts';

const MAX = limits.page.stateMaxItems;

/** The form that test tools use for it. */
const savedCookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string().default('/'),
  /** Seconds since 1970; -1 for one that ends with the browser. */
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
});

const savedState = z.object({
  cookies: z.array(savedCookie).max(MAX).default([]),
  origins: z
    .array(
      z.object({
        origin: z.string(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).max(MAX),
      }),
    )
    .default([]),
});

type SavedCookie = z.infer<typeof savedCookie>;

export const storageStateTool = defineTabTool({
  name: 'storage_state',
  title: 'Storage state',
  description:
    'Saves cookies and local storage of the site in your tab to a file, or loads them from it, to be signed in again later. The user is asked.',
  family: 'state',
  input: z.object({
    action: z.enum(['save', 'load']),
    files: z.array(givenFile).length(1).optional().describe('For load: the file.'),
  }),
  effect: 'act',
  verb: 'use the state of',
  run: async ({ action, files }, tab, context) =>
    action === 'save' ? save(tab, context) : load(tab, context, stateIn(files?.[0])),
});

async function save({ tabId, url }: TabFacts, { state }: ToolContext): Promise<Reply> {
  const own = state(tabId);
  const { cookies: found, withheld } = await own.cookies('values');
  const items = await own.allItems();
  if (Math.max(found.length, items.length) > MAX) throw tooMany('ERR_TOOL_FAILED', 'the site has');
  const origins = items.length === 0 ? [] : [{ origin: siteOf(url), localStorage: items }];
  const text = JSON.stringify({ cookies: found.map(saved), origins }, null, 2);
  if (new TextEncoder().encode(text).length > limits.upload.maxBytes) throw tooLarge();
  const name = `${new URL(url).hostname}.state.json`;
  const left = withheld === 0 ? '' : ` Left out: ${count(withheld, 'cookie')}${CLOSED}.`;
  return {
    facts: { tabId, cookies: found.length, items: items.length, withheld },
    parts: [
      ours(`${count(found.length, 'cookie')} and ${count(items.length, 'stored item')}.${left}`),
      file({ name, mimeType: 'application/json', data: base64Of(name, { text }) }),
    ],
  };
}

async function load({ tabId, url }: TabFacts, context: ToolContext, state: z.infer<typeof savedState>): Promise<Reply> {
  const own = context.state(tabId);
  const tried = { set: 0, refused: 0, withheld: 0, foreign: 0 };
  const { localStorage: items = [] } = state.origins.find(({ origin }) => origin === siteOf(url)) ?? {};
  try {
    for (const cookie of state.cookies) tried[isFor(url, cookie) ? await setIn(own, cookie) : 'foreign'] += 1;
    if (items.length > 0) await own.change('local', { do: 'set', items });
  } catch (thrown) {
    throw tried.set > 0 && thrown instanceof SallyportError ? afterPart(thrown, tried.set) : thrown;
  }
  const { set, ...left } = tried;
  const others = state.origins.filter(({ origin }) => origin !== siteOf(url)).length;
  const notes = [
    ...leftOut(left),
    ...(others > 0
      ? [`Stored items of ${count(others, 'other site')} left out: go there and load the file again.`]
      : []),
  ];
  const some = `Loaded ${count(set, 'cookie')} and ${count(items.length, 'stored item')}. Reload the page to use them.`;
  const none = notes.length > 0 ? 'Loaded nothing.' : 'Loaded nothing: the file is empty.';
  return {
    facts: { tabId, cookies: set, items: items.length, leftOut: state.cookies.length - set, ...left },
    parts: [ours([set + items.length > 0 ? some : none, ...notes].join(' '))],
  };
}

function isFor(url: string, { domain }: SavedCookie): boolean {
  return goesTo(domain, new URL(url).hostname);
}

const lacks = { foreign: ' of other sites', refused: ', expired or refused by the browser', withheld: CLOSED } as const;
type LeftOut = keyof typeof lacks;

function leftOut(left: Readonly<Record<LeftOut, number>>): string[] {
  const kinds: readonly LeftOut[] = ['foreign', 'refused', 'withheld'];
  return kinds
    .filter((kind) => left[kind] > 0)
    .map((kind) => `Left out: ${count(left[kind], 'cookie')}${lacks[kind]}.`);
}

/** What is wrong with the whole state is thrown. */
async function setIn(own: SiteState, cookie: SavedCookie): Promise<'set' | Exclude<LeftOut, 'foreign'>> {
  try {
    await own.setCookie(loaded(cookie));
    return 'set';
  } catch (thrown) {
    const why = thrown instanceof SallyportError ? thrown.data?.cookie : undefined;
    if (why === 'refused' || why === 'withheld') return why;
    throw thrown;
  }
}

/** The same error, of a call that has set cookies before. */
function afterPart(thrown: SallyportError, cookies: number): SallyportError {
  const { outcome: _, ...data } = thrown.data ?? {};
  const { code, message, hint, foreign } = thrown;
  return new SallyportError(code, `${message} Before that, the call has set ${count(cookies, 'cookie')}.`, {
    ...{ hint, foreign, cause: thrown },
    data: { ...data, cookies },
  });
}

const sameSites = { strict: 'Strict', lax: 'Lax', no_restriction: 'None' } as const;

function saved({ name, value, domain, path, httpOnly, secure, sameSite, expirationDate = -1 }: Cookie): SavedCookie {
  const known = sameSite === 'unspecified' ? {} : { sameSite: sameSites[sameSite] };
  return { name, value, domain, path, expires: expirationDate, httpOnly, secure, ...known };
}

function loaded({ name, value, domain, path, expires, httpOnly, secure, sameSite }: SavedCookie): NewCookie {
  const known = { Strict: 'strict', Lax: 'lax', None: 'no_restriction' } as const;
  return {
    ...{ name, value, path, httpOnly, secure },
    // Without a dot it is for this host alone, which browsers mean by no domain.
    ...(domain.startsWith('.') ? { domain } : {}),
    ...(expires < 0 ? {} : { expirationDate: expires }),
    ...(sameSite === undefined ? {} : { sameSite: known[sameSite] }),
  };
}

function stateIn(given: z.infer<typeof givenFile> | undefined): z.infer<typeof savedState> {
  const { path, text, base64 } = given ?? {};
  if (text === undefined && base64 === undefined) {
    if (path !== undefined) throw needsGateway('storage_state');
    throw new SallyportError('ERR_INPUT_INVALID', 'storage_state: action "load" needs the file that "save" made.');
  }
  const read = savedState.safeParse(parsed(() => text ?? textOf(base64 ?? '')));
  if (read.success) return read.data;
  if (read.error.issues.some(({ code }) => code === 'too_big')) throw tooMany('ERR_INPUT_INVALID', 'the file has');
  throw new SallyportError('ERR_INPUT_INVALID', 'storage_state: this is not a saved state.', {
    hint: 'Give a file with "cookies" and "origins", as "save" makes it.',
  });
}

function tooMany(code: ErrorCode, where: string): SallyportError {
  return new SallyportError(code, `storage_state: ${where} too many cookies or stored items.`, {
    hint: `A saved state has ${MAX} of each at most. Use the tools "cookies" and "storage" for single ones.`,
  });
}

/** What is saved can be loaded: the gateway reads no larger file. */
function tooLarge(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'storage_state: the site keeps too much to be saved.', {
    hint: `A saved state has ${limits.upload.maxBytes / 1024 / 1024} MiB at most. Use the tools "cookies" and "storage" for single ones.`,
  });
}

/** Undefined for what is not JSON, or not base64. */
function parsed(read: () => string): unknown {
  try {
    return JSON.parse(read());
  } catch {
    return undefined;
  }
}

function textOf(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
}
