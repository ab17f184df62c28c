// No tool reaches a tab of somebody else, by whatever way: a loop over all that the extension declares.
import { isRecord } from '@sallyport/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { engines } from './engines.ts';
import { focusSuite } from './focus.suite.ts';
import { popUpPages, popUpSuite } from './pop-ups.suite.ts';
import { openScene } from './scene.ts';
import type { Agent } from './stage.ts';
import { toolAttempts } from './tool-attempts.ts';

const restricted = [
  'file:///etc/hosts',
  'chrome://version',
  'about:config',
  'chrome-extension://jkcmiamjkcmiamjkcmiamjkcmiamjkcm/background.js',
  'moz-extension://11111111-2222-4333-8444-555555555555/page.js',
  'http://127.0.0.1:5764/mcp',
  'http://localhost:5765/',
  'http://[::1]:5764/',
  'view-source:http://127.0.0.1/',
  'data:text/html,<p>x',
  'javascript:1',
];

describe.each(engines)('the tabs of an agent in %s', (engine) => {
  const scene = openScene(engine, { isWatched: true, pages: popUpPages });
  focusSuite(scene);
  popUpSuite(scene);
  let anna: Agent;
  let bert: Agent;
  let tools: string[];
  let annasTab: unknown;

  beforeAll(async () => {
    const { stage, site } = scene;
    [anna, bert] = [await stage.agent(), await stage.agent()];
    const { result } = await bert.client.request({ method: 'list_tools', params: {} });
    const listed = isRecord(result) && Array.isArray(result.tools) ? result.tools.filter(isRecord) : [];
    tools = listed.map(({ name }) => String(name));
    await anna.goTo(`${site.origin}/fields`);
    annasTab = (await anna.call('tabs', { action: 'list' })).facts.tabs;
  });

  function annasTabId(): number {
    const [tab] = Array.isArray(annasTab) ? annasTab.filter(isRecord) : [];
    return Number(tab?.tabId);
  }

  it('are tried by every tool that is declared', () => {
    expect(tools).toEqual(Object.keys(toolAttempts).sort());
  });

  it(verifies('are closed to another one by id', 'S1-ownership-refused', 'S1-agent-id-ownership'), async () => {
    for (const name of tools) {
      const args = { ...toolAttempts[name]?.(anna.ref('Name')), tabId: annasTabId() };
      await expect(bert.call(name, args), name).rejects.toMatchObject({
        code: 'ERR_TAB_OWNED',
        message: expect.stringMatching(new RegExp(`^OWNERSHIP: Cannot .+ tab ${annasTabId()} \\(owned by `)),
      });
    }
    const adopted = bert.call('tabs', { action: 'adopt', tabId: annasTabId() });
    await expect(adopted).rejects.toMatchObject({ code: 'ERR_TAB_OWNED' });
  });

  it(verifies('are closed to another one that names no tab', 'S1-request-tab-id-missing'), async () => {
    for (const name of tools) {
      const refused = bert.call(name, toolAttempts[name]?.(anna.ref('Name')));
      await expect(refused, name).rejects.toMatchObject({ message: expect.stringContaining('NO_TABS') });
    }
  });

  it('are closed to another one by a ref, which means nothing in a tab of its own', async () => {
    const ownRefs = (await bert.goTo(`${scene.site.origin}/article`)).match(/\be\d+\b/g);
    // Refs begin at random, so one of Anna's may be one of his by chance.
    const foreign = ['Body', 'Name'].map((name) => anna.ref(name)).find((ref) => !ownRefs?.includes(ref));
    const refs = tools.filter((name) => JSON.stringify(toolAttempts[name]?.('e?')).includes('e?'));
    for (const name of refs) {
      const args = toolAttempts[name]?.(foreign ?? '');
      await expect(bert.call(name, args), name).rejects.toThrow(/is (not on|from before) this page/);
    }
    await anna.look();
    const titles = await anna.value('[document.title, document.querySelector("input").value]');
    expect(titles).toEqual(['Fields', 'old']);
  });

  it('go to no page of the browser, of an extension, of the disk, or to our own ports', async () => {
    for (const url of restricted) {
      for (const [name, args] of [
        ['navigate', { url }],
        ['tabs', { action: 'open', url }],
      ] as const) {
        await expect(anna.call(name, args), url).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
      }
    }
  });

  it('are closed to every tool while they show a port of our own, however they came there', async () => {
    await bert.goTo(`${scene.site.origin}/article`);
    await bert.call('evaluate', { expression: "void (location.href = 'http://127.0.0.1:5764/mcp')" });
    await eventually('the tab has gone there', async () => {
      const { tabs } = (await bert.call('tabs', { action: 'list' })).facts;
      return JSON.stringify(tabs).includes('5764');
    });
    for (const name of tools.filter((tool) => tool !== 'navigate' && tool !== 'tabs')) {
      const refused = bert.call(name, toolAttempts[name]?.('e1'));
      await expect(refused, name).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    }
    await bert.goTo(`${scene.site.origin}/article`);
  });

  it('are twelve for all: one more costs an agent its oldest, and one that has none is told so', async () => {
    const open = { action: 'open', url: `${scene.site.origin}/article` };
    const carl = await scene.stage.agent();
    const first = (await carl.call('tabs', open)).facts.opened;
    const evicted = await eventually(
      'the pool is full',
      async () => (await carl.call('tabs', open)).facts.evicted,
      30_000,
    );
    expect(evicted).toBe(first);
    const others = async () => {
      const stranger = await scene.stage.agent();
      return stranger.call('tabs', open).then(
        () => undefined,
        (error: Error) => error,
      );
    };
    // Those who left make room first.
    const refused = await eventually('nobody is left to make room', others, 30_000);
    expect(refused).toMatchObject({ code: 'ERR_RATE_LIMITED', message: expect.stringMatching(/^POOL_FULL: /) });
    const { tabs } = (await carl.call('tabs', { action: 'list' })).facts;
    for (const { tabId } of Array.isArray(tabs) ? tabs : []) await carl.call('tabs', { action: 'close', tabId });
  });

  it('can be released, and are the user’s then', async () => {
    const { facts } = await bert.call('tabs', { action: 'release' });
    expect(facts.tabs).toEqual([]);
    const refused = bert.call('snapshot', { tabId: facts.released });
    await expect(refused).rejects.toThrow(/owned by the user/);
  });
});
