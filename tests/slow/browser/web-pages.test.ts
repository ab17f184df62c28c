// What the user allowed web pages, over restarts of the gateway and the browser, and what a page hears without a gateway.
import { CHROMIUM_EXTENSION_ID } from '@sallyport/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openChromiumPages } from '../../e2e/browser/chromium-pages.ts';
import { NamedAgents } from '../../e2e/browser/named-agents.ts';
import { begin, ended, PageStage } from '../../e2e/browser/page-stage.ts';

describe.each(['chromium', 'firefox'] as const)('a web page in %s', (engine) => {
  let stage: PageStage;

  beforeAll(async () => {
    stage = await PageStage.open(engine);
  }, 200_000);

  afterAll(async () => {
    await stage?.close();
  });

  it('keeps what is for good over a restart of the gateway, and loses what is for a tab', async () => {
    const [origin] = stage.sites;
    const page = await stage.page(origin);
    await begin(page, 'always', "agent.requestPermissions({ scopes: ['mcp:tools.list'] })");
    await stage.person.click(`Always allow: ${origin}`, '#asking');
    expect(await ended(page, 'window.always')).toMatchObject({ value: { granted: true } });
    await begin(page, 'once', "agent.requestPermissions({ scopes: ['mcp:tools.call'], tools: ['plain/echo'] })");
    await stage.person.click(`Allow for this tab: ${origin}`, '#asking');
    expect(await ended(page, 'window.once')).toMatchObject({ value: { granted: true } });
    await stage.restartGateway();
    const again = await stage.page(origin);
    expect(await ended(again, 'agent.permissions.list()')).toEqual({
      value: { origin, scopes: { 'mcp:tools.list': 'granted-always' } },
    });
    expect(await ended(again, "agent.tools.call({ tool: 'plain/echo' })")).toMatchObject({
      code: 'ERR_SCOPE_REQUIRED',
    });
  });

  it('keeps what is for good over a restart of the browser, and loses what is for a tab', async () => {
    const [origin] = stage.sites;
    const page = await stage.page(origin);
    await begin(page, 'once', "agent.requestPermissions({ scopes: ['mcp:tools.call'], tools: ['plain/echo'] })");
    await stage.person.click(`Allow for this tab: ${origin}`, '#asking');
    expect(await ended(page, 'window.once')).toMatchObject({ value: { granted: true } });
    await stage.restartBrowser();
    const again = await stage.page(origin);
    expect(await ended(again, 'agent.permissions.list()')).toEqual({
      value: { origin, scopes: { 'mcp:tools.list': 'granted-always' } },
    });
    expect(await ended(again, "agent.tools.call({ tool: 'plain/echo' })")).toMatchObject({
      code: 'ERR_SCOPE_REQUIRED',
    });
  }, 120_000);

  it('hears that nothing is there when the gateway is gone', async () => {
    await stage.stopGateway();
    const page = await stage.page(stage.sites[0]);
    expect(await ended(page, 'agent.tools.list()')).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
  });

  it('hears of a fault of ours, such as a gateway that answers nothing sensible, by a code of its own', async () => {
    const gateway = await NamedAgents.open(stage.stage.home, stage.stage.host);
    onTestFinished(() => gateway.close());
    const page = await stage.page(stage.sites[0]);
    expect(await ended(page, 'agent.permissions.list()')).toMatchObject({ code: 'ERR_INTERNAL' });
  });
});

it('sees window.agent on a site that the user chose in the panel, and nowhere else', async () => {
  const stage = await PageStage.open('chromium', 'ask');
  onTestFinished(() => stage.close());
  const [origin] = stage.sites;
  const page = await stage.page(origin);
  expect(await page.evaluate('typeof window.agent')).toBe('undefined');
  await openChromiumPages(stage.stage.browser).open(`chrome-extension://${CHROMIUM_EXTENSION_ID}/panel.html`);
  const panel = await stage.person.panel('');
  // The panel in the toolbar leaves the page in front; a tab of its own has to be put behind it.
  await panel.evaluate(
    `chrome.tabs.query({}).then((tabs) => chrome.tabs.update(tabs.find(({ url }) => url === '${origin}/').id, { active: true }))`,
  );
  await panel.evaluate('void location.reload()');
  await stage.person.click(`Let ${origin} ask`);
  await stage.person.sees('origins', `Stop letting ${origin} ask`);
  await page.goTo(`${origin}/again`);
  const again = await stage.page(`${origin}/again`);
  expect(await ended(again, 'agent.permissions.list()')).toEqual({ value: { origin, scopes: {} } });
  await stage.person.click(`Stop letting ${origin} ask`);
  await stage.person.sees('origins', `Let ${origin} ask`);
  // What the page has already is of no use anymore.
  expect(await ended(again, 'agent.permissions.list()')).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
}, 200_000);
