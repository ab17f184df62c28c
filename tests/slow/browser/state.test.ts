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

  it('lists cookies without their values, and with them', async () => {
    const expires = Math.round(Date.now() / 1000) + 86_400;
    await scene.at('/shop');
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
    await scene.at('/shop');
    expect((await cookies({ action: 'delete', name: 'sid' })).facts).toMatchObject({ deleted: true });
    expect((await cookies({ action: 'delete', name: 'sid' })).text).toContain('There was no such cookie.');
    expect((await cookies({ action: 'list' })).text).not.toContain('sid');
  });

  it('refuses what the browser does not take, and what is missing', async () => {
    await scene.at('/shop');
    const wrong = { action: 'set', name: 'a', value: 'b', domain: 'example.org' };
    await expect(cookies(wrong)).rejects.toThrow('does not take this cookie');
    await expect(cookies({ action: 'set', name: 'a' })).rejects.toThrow('needs a value');
    await expect(storage({ action: 'get' })).rejects.toThrow('needs a key');
  });

  it('keeps both stores apart, and does to them what it says', async () => {
    await scene.at('/shop');
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
    await agent.call('storage', { action: 'list' });
    const asking = agent.call('cookies', { action: 'list', values: true });
    asking.catch(() => {});
    const shown = await person.sees('questions', 'wants to read the cookies and stored data of');
    expect(shown).not.toContain('Always');
    await person.click(`Allow for this session: Anna, ${site.origin}`);
    expect((await asking).text).toContain('The page has no cookies.');
    expect((await agent.call('storage', { action: 'get', key: 'none' })).text).toContain('There is no such item.');
    const changing = agent.call('storage', { action: 'set', key: 'a', value: 'b' });
    changing.catch(() => {});
    await person.click(`Deny: Anna, ${site.origin}`);
    await expect(changing).rejects.toThrow(`change the cookies and stored data of ${site.origin}`);
    await expect(agent.call('cookies', { action: 'set', name: 'a', value: 'b' })).rejects.toMatchObject({
      data: { right: 'changeState' },
    });
    expect((await agent.call('storage', { action: 'list' })).facts).toMatchObject({ total: 0 });
    expect(await person.sees('rules', 'may read cookies and stored data')).toContain('may not change cookies');
  });
});
