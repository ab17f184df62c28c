import { limits, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { NewCookie, SiteState } from '../tabs/site-state.ts';
import type { ToolContext } from './context.ts';
import { storageStateTool } from './storage-state.ts';

const url = 'https://www.shop.example/cart';
const cookie = { name: 'sid', value: 'abc', domain: '.shop.example' };
const items = [{ name: 'user', value: 'Eve' }];
const here = { origin: 'https://www.shop.example', localStorage: items };

/** The tool in a tab whose site keeps what `own` says; by default it takes everything. */
function toolIn(own: Partial<SiteState> = {}) {
  const cookies: NewCookie[] = [];
  const state = {
    setCookie: async (given: NewCookie) => void cookies.push(given),
    change: async () => {},
    ...own,
  };
  const context = { state: () => state, tabs: { reach: async () => ({ tabId: 7, url, title: '' }) } };
  // Only what it uses.
  const run = (args: object) => storageStateTool.call(args, context as unknown as ToolContext);
  const load = async (given: object) => {
    const { facts, parts } = await run({ action: 'load', files: [{ name: 's.json', text: JSON.stringify(given) }] });
    return { facts, text: parts.map((part) => ('text' in part ? part.text : '')).join(' ') };
  };
  return { cookies, run, load };
}

/** As the browser refuses, or as we withhold, one cookie. */
const refusing = (names: Readonly<Record<string, string>>) => ({
  setCookie: async ({ name }: NewCookie) => {
    const why = names[name];
    if (why !== undefined) throw new SallyportError('ERR_INPUT_INVALID', 'Not this one.', { data: { cookie: why } });
  },
});

describe('saving a state', () => {
  const savedCookie = { ...cookie, path: '/', httpOnly: true, secure: true, sameSite: 'lax', storeId: '0' };
  const many = (length: number, value = '') => Array.from({ length }, (_, at) => ({ name: `n${at}`, value }));
  /** Of a site that has stored these items, and as many cookies. */
  const saving = (stored: readonly { readonly name: string; readonly value: string }[], cookies = 1) =>
    toolIn({
      // As much of cookies as is saved.
      cookies: async () => ({ cookies: Array(cookies).fill(savedCookie), withheld: 0 }),
      allItems: async () => stored,
    });

  it('makes a file that it loads again, up to what a file may have', async () => {
    const tool = saving(many(limits.page.stateMaxItems), limits.page.stateMaxItems);
    const [text, made] = (await tool.run({ action: 'save' })).parts;
    expect(text).toMatchObject({ text: '1000 cookies and 1000 stored items.' });
    const files = [{ name: 's.json', base64: made?.kind === 'file' ? made.data : '' }];
    const { facts } = await tool.run({ action: 'load', files });
    expect(facts).toMatchObject({ cookies: limits.page.stateMaxItems, items: limits.page.stateMaxItems });
  });

  it('fails where it would not load the file', async () => {
    const tooMany = limits.page.stateMaxItems + 1;
    const failure = { message: expect.stringContaining('too many'), hint: expect.stringContaining('1000 of each') };
    await expect(saving(many(tooMany)).run({ action: 'save' })).rejects.toMatchObject(failure);
    await expect(saving([], tooMany).run({ action: 'save' })).rejects.toMatchObject(failure);
    await expect(toolIn().load({ cookies: Array(tooMany).fill(cookie) })).rejects.toMatchObject({
      ...failure,
      code: 'ERR_INPUT_INVALID',
    });
    // Two bytes each.
    const large = many(1, 'é'.repeat(limits.upload.maxBytes / 2));
    await expect(saving(large).run({ action: 'save' })).rejects.toMatchObject({
      message: expect.stringContaining('too much'),
      hint: expect.stringContaining('10 MiB'),
    });
  });
});

describe('loading a saved state', () => {
  it('takes what is of the page', async () => {
    const { cookies, load } = toolIn();
    const host = { ...cookie, name: 'host', domain: 'www.shop.example' };
    const { facts, text } = await load({ cookies: [cookie, host], origins: [here] });
    expect(cookies).toMatchObject([{ name: 'sid', domain: '.shop.example' }, { name: 'host' }]);
    expect(cookies[1]).not.toHaveProperty('domain');
    expect(facts).toMatchObject({ cookies: 2, items: 1, leftOut: 0 });
    expect(text).toBe('Loaded 2 cookies and 1 stored item. Reload the page to use them.');
  });

  it('tells apart why it left out cookies', async () => {
    const { load } = toolIn(refusing({ old: 'refused', older: 'refused', wide: 'withheld' }));
    const named = ['old', 'older', 'wide', 'sid'].map((name) => ({ ...cookie, name }));
    const foreign = ['shop.example', '.other.example', '.mail.shop.example'].map((domain) => ({ ...cookie, domain }));
    const { facts, text } = await load({ cookies: [...named, ...foreign] });
    expect(facts).toMatchObject({ cookies: 1, leftOut: 6, foreign: 3, refused: 2, withheld: 1 });
    expect(text).toContain('Loaded 1 cookie and 0 stored items. Reload the page');
    expect(text).toContain('Left out: 3 cookies of other sites.');
    expect(text).toContain('Left out: 2 cookies, expired or refused by the browser.');
    expect(text).toContain('Left out: 1 cookie, also sent to sites that are closed to you.');
  });

  it('says where there was nothing to load', async () => {
    const { load } = toolIn();
    const others = await load({ cookies: [{ ...cookie, domain: 'other.example' }] });
    expect(others.text).toBe('Loaded nothing. Left out: 1 cookie of other sites.');
    expect((await load({})).text).toBe('Loaded nothing: the file is empty.');
  });

  it('that fails halfway says what it has set', async () => {
    const gone = new SallyportError('ERR_TOOL_FAILED', 'The tab went to another site.', {
      data: { outcome: 'not_run' },
    });
    const denied = new SallyportError('ERR_PERMISSION_DENIED', 'Not allowed.', {
      reason: 'SITE_DENIED',
      hint: 'Stop.',
    });
    const second =
      (failure: Error) =>
      async ({ name }: NewCookie) => {
        if (name === 'b') throw failure;
      };
    const both = { cookies: [cookie, { ...cookie, name: 'b' }], origins: [here] };
    const moving = await toolIn({ setCookie: second(gone) })
      .load(both)
      .catch((thrown: unknown) => thrown);
    expect(moving).toMatchObject({
      message: 'The tab went to another site. Before that, the call has set 1 cookie.',
      data: { cookies: 1 },
    });
    expect(moving).not.toHaveProperty('data.outcome');
    await expect(toolIn({ setCookie: second(denied) }).load(both)).rejects.toMatchObject({
      ...{ code: 'ERR_PERMISSION_DENIED', reason: 'SITE_DENIED', hint: 'Stop.' },
      message: 'SITE_DENIED: Not allowed. Before that, the call has set 1 cookie.',
    });
    const full = new SallyportError('ERR_TOOL_FAILED', 'The site may store no more.');
    await expect(toolIn({ change: () => Promise.reject(full) }).load(both)).rejects.toThrow('has set 2 cookies');
    await expect(toolIn({ setCookie: () => Promise.reject(gone) }).load(both)).rejects.toBe(gone);
  });

  it('needs the contents of the file, or the gateway to read it', async () => {
    const { run } = toolIn();
    await expect(run({ action: 'load', files: [{ path: '/s.json' }] })).rejects.toMatchObject({
      message: 'storage_state: paths only work through the gateway.',
      hint: 'Give the contents as text or base64.',
    });
    await expect(run({ action: 'load' })).rejects.toThrow('needs the file that "save" made');
  });

  it('fails with a refusal that is not of one cookie', async () => {
    const refusal = new SallyportError('ERR_PERMISSION_DENIED', 'Only for programs that say who they are.');
    const { load } = toolIn({ setCookie: () => Promise.reject(refusal) });
    await expect(load({ cookies: [cookie] })).rejects.toBe(refusal);
  });
});
