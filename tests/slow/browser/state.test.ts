// The family state on a real page: cookies and stored data, and the user's word on them, in both browsers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AllowedAgent, openAllowedAgent } from '../../e2e/browser/allowed-agent.ts';
import { openGuardSite } from '../../e2e/browser/guard-pages.ts';
import { openScene } from '../../e2e/browser/scene.ts';
import type { ToolSite } from '../../e2e/browser/tool-pages.ts';

const page = '<!doctype html><title>Shop</title><h1>Shop</h1>';

describe.each(['chromium', 'firefox'] as const)('state in %s', (hands) => {
  const scene = openScene(hands, { pages: { '/shop': page } });
  const cookies = (args: Record<string, unknown>) => scene.agent.call('cookies', args);
  const storage = (args: Record<string, unknown>) => scene.agent.call('storage', args);

  /** The page, of which the browser keeps nothing. */
  async function freshPage(): Promise<void> {
    await scene.at('/shop');
    for (const name of ['lang', 'sid', 'theme']) await cookies({ action: 'delete', name });
    for (const area of ['local', 'session']) await storage({ action: 'clear', area });
  }

  it('lists cookies without their values, and with them', async () => {
    const expires = Math.round(Date.now() / 1000) + 86_400;
    await freshPage();
    await scene.agent.value(`document.cookie = 'theme=dark; path=/shop'`);
    await cookies({
      action: 'set',
      name: 'sid',
      value: 'abc"1',
      httpOnly: true,
      sameSite: 'lax',
      expires,
    });
    const { facts, text } = await cookies({ action: 'list' });
    expect(facts).toMatchObject({
      total: 2,
      cookies: [
        { name: 'sid', httpOnly: true, sameSite: 'lax', chars: 5, expires },
        { name: 'theme', httpOnly: false, path: '/shop', chars: 4 },
      ],
    });
    expect(text).toMatch(/sid for 127\.0\.0\.1\/, httpOnly, sameSite lax, until \S+Z: 5 characters/);
    expect(JSON.stringify([facts, text])).not.toMatch(/abc|dark/);
    const shown = await cookies({ action: 'list', values: true });
    expect(shown.text).toContain(': "abc\\"1"');
    expect(shown.facts.cookies).toMatchObject([{ value: 'abc"1' }, { value: 'dark' }]);
    expect(await scene.agent.value('document.cookie')).toBe('theme=dark');
  });

  it('deletes a cookie, and says so where there was none', async () => {
    await freshPage();
    await cookies({ action: 'set', name: 'sid', value: 'x' });
    expect((await cookies({ action: 'delete', name: 'sid' })).facts).toMatchObject({ deleted: true });
    expect((await cookies({ action: 'delete', name: 'sid' })).text).toContain(
      'There was no such cookie that you may delete.',
    );
    expect((await cookies({ action: 'list' })).text).not.toContain('sid');
  });

  it('refuses what the browser does not take, and what is missing', async () => {
    await freshPage();
    const past = { action: 'set', name: 'a', value: 'b', expires: 1 };
    await expect(cookies(past)).rejects.toThrow('does not take this cookie');
    await expect(cookies({ action: 'set', name: 'a' })).rejects.toThrow('needs a value');
    await expect(storage({ action: 'get' })).rejects.toThrow('needs a key');
  });

  it('saves a state as a file, and loads of it what is of the page', async () => {
    await freshPage();
    await scene.agent.value(`localStorage.user = 'Eve', document.cookie = 'lang=en'`);
    await cookies({ action: 'set', name: 'sid', value: 'kept', httpOnly: true });
    const { facts, file } = await scene.agent.call('storage_state', { action: 'save' });
    expect(facts).toMatchObject({ cookies: 2, items: 1 });
    const state = JSON.parse(file.toString());
    expect(state).toMatchObject({
      cookies: [
        { name: 'lang', value: 'en', expires: -1 },
        { name: 'sid', value: 'kept', httpOnly: true },
      ],
      origins: [{ origin: scene.site.origin, localStorage: [{ name: 'user', value: 'Eve' }] }],
    });
    await storage({ action: 'clear' });
    await cookies({ action: 'delete', name: 'sid' });
    const [, sid] = state.cookies;
    const others = [
      { ...sid, name: 'host', domain: 'example.org' },
      { ...sid, name: 'wide', domain: '.example.org' },
      { ...sid, name: 'old', expires: 1 },
    ];
    const away = { origin: 'https://example.org', localStorage: [{ name: 'user', value: 'Mallory' }] };
    const text = JSON.stringify({ cookies: [...state.cookies, ...others], origins: [away, ...state.origins] });
    const loaded = await scene.agent.call('storage_state', { action: 'load', files: [{ name: 's.json', text }] });
    expect(loaded.facts).toMatchObject({ cookies: 2, items: 1, foreign: 2, refused: 1, leftOut: 3 });
    expect(loaded.text).toContain('Stored items of 1 other site left out');
    expect(await scene.agent.value('localStorage.user')).toBe('Eve');
    expect((await cookies({ action: 'list' })).facts.cookies).toMatchObject([{ name: 'lang' }, { name: 'sid' }]);
    const broken = scene.agent.call('storage_state', {
      action: 'load',
      files: [{ name: 's.json', text: '{"cookies": 1}' }],
    });
    await expect(broken).rejects.toThrow('this is not a saved state');
  });

  it('keeps both stores apart, and does to them what it says', async () => {
    await freshPage();
    await scene.agent.value(`localStorage.basket = '[1,2]'`);
    await storage({ action: 'set', area: 'session', key: 'step', value: 'pay' });
    expect((await storage({ action: 'list' })).facts).toMatchObject({ items: [{ key: 'basket', chars: 5 }], total: 1 });
    expect((await storage({ action: 'get', key: 'basket' })).facts).toMatchObject({ value: '[1,2]' });
    expect((await storage({ action: 'get', key: 'step' })).text).toContain('There is no such item.');
    expect(await scene.agent.value(`sessionStorage.getItem('step')`)).toBe('pay');
    await storage({ action: 'remove', key: 'basket' });
    await storage({ action: 'clear', area: 'session' });
    expect(await scene.agent.value('localStorage.length + sessionStorage.length')).toBe(0);
    expect((await storage({ action: 'list' })).text).toContain('The site has stored nothing (local).');
  });
});

describe.each(['chromium', 'firefox'] as const)('state that a person guards in %s', (engine) => {
  let site: ToolSite;
  let allowed: AllowedAgent;
  beforeAll(async () => {
    site = await openGuardSite();
    allowed = await openAllowedAgent(engine, site);
  }, 90_000);
  afterAll(async () => {
    await allowed?.close();
    site?.close();
  });

  it('shows names to whoever may act on the site, values after a yes, and changes nothing after a no', async () => {
    const { agent, person } = allowed;
    // An httpOnly cookie of the site, which only the browser itself shows.
    const api = '(globalThis.browser ?? chrome)';
    const panel = await person.panel('');
    const jar = async () =>
      panel.evaluate(`${api}.cookies.getAll({}).then((all) => all.map(({ name }) => name).sort())`);
    await panel.evaluate(
      `${api}.cookies.set({ url: '${site.origin}/', name: 'sid', value: 'hidden', httpOnly: true }).then(() => 1)`,
    );
    expect((await agent.call('cookies', { action: 'list' })).text).toContain('sid for 127.0.0.1/, httpOnly');
    await agent.call('evaluate', { expression: `localStorage.token = 'stored'` });
    const asking = agent.call('storage', { action: 'get', key: 'token' });
    asking.catch(() => {});
    const shown = await person.sees('questions', 'wants to read the cookies and stored data of');
    expect(shown).toContain('for every port of this address');
    expect(shown).not.toContain('Always');
    await person.click(`Allow for this session: Anna, ${site.origin}`);
    expect((await asking).facts).toMatchObject({ value: 'stored' });
    expect((await agent.call('cookies', { action: 'list', values: true })).text).toContain('"hidden"');

    const changing = agent.call('storage', { action: 'set', key: 'token', value: 'changed' });
    changing.catch(() => {});
    await person.sees('questions', 'wants to change');
    await person.click(`Deny: Anna, ${site.origin}`);
    await expect(changing).rejects.toThrow(`change the cookies and stored data of ${site.origin}`);
    for (const args of [
      { action: 'set', name: 'new', value: 'b' },
      { action: 'delete', name: 'sid' },
    ]) {
      await expect(agent.call('cookies', args)).rejects.toMatchObject({ data: { right: 'changeState' } });
    }
    const state = {
      cookies: [{ name: 'new', value: 'b', domain: '127.0.0.1' }],
      origins: [{ origin: site.origin, localStorage: [{ name: 'token', value: 'changed' }] }],
    };
    for (const part of [{ cookies: state.cookies }, { origins: state.origins }]) {
      const files = [{ name: 's.json', text: JSON.stringify(part) }];
      await expect(agent.call('storage_state', { action: 'load', files })).rejects.toMatchObject({
        data: { right: 'changeState' },
      });
    }
    expect(await jar()).toEqual(['sid']);
    expect((await agent.call('storage', { action: 'get', key: 'token' })).facts).toMatchObject({ value: 'stored' });
    expect((await agent.call('storage_state', { action: 'save' })).facts).toMatchObject({ cookies: 1, items: 1 });
    // A script could change it too.
    for (const tool of ['evaluate', 'wait_for']) {
      await expect(agent.call(tool, { expression: '1' })).rejects.toThrow('The user does not allow you');
    }
    expect(await person.sees('rules', 'may read cookies and stored data')).toContain('may not change cookies');
  });
});
