// An agent with a key that ends its session and comes back: it finds the tabs it opened, and the user has theirs again.
import { isRecord } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { openAllowedAgent } from '../../e2e/browser/allowed-agent.ts';
import { openGuardSite } from '../../e2e/browser/guard-pages.ts';

const tabsQuery = 'tabs.query({}).then((tabs) => tabs.map(({ id, url }) => ({ id, url })))';

it.each(['chromium', 'firefox'] as const)('comes back to its tabs in %s', async (engine) => {
  const site = await openGuardSite();
  const { agent, person, close } = await openAllowedAgent(engine, site);
  try {
    const lentId = async () => {
      const panel = await person.panel('');
      const tabs = await panel.evaluate(`(globalThis.browser ?? chrome).${tabsQuery}`);
      const found = Array.isArray(tabs) ? tabs.filter(isRecord) : [];
      return Number(found.find(({ url }) => String(url).endsWith('/article'))?.id);
    };
    const { facts: opened } = await agent.call('navigate', { url: `${site.origin}/home` });
    const lent = await lentId();
    const adopting = agent.call('tabs', { action: 'adopt', tabId: lent });
    await person.click(`Hand over: ${agent.name}, ${site.origin}`);
    expect((await adopting).facts).toMatchObject({ adopted: lent });

    await agent.leave();
    const back = agent.again();
    const { facts } = await back.call('tabs', { action: 'list' });
    expect(facts.tabs).toEqual([expect.objectContaining({ tabId: opened.tabId, url: `${site.origin}/home` })]);
    const unnamed = back.call('snapshot');
    await expect(unnamed).rejects.toThrow('You have no tab to read');
    await expect(unnamed).rejects.toMatchObject({ hint: expect.stringContaining('Tabs of your last session: 1') });
    expect((await back.call('snapshot', { tabId: opened.tabId })).text).toContain(`${site.origin}/home`);
    await expect(back.call('snapshot', { tabId: lent })).rejects.toThrow('(owned by the user)');
    expect(await lentId()).toBe(lent);
  } finally {
    await close();
    site.close();
  }
});
