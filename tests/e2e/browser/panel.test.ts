// The panel in each of its states, in a real Chromium: no barrier for anyone, and no way to click by script.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, recordsIn } from '@sallyport/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPanelStage, type PanelStage, showPanel } from '../../support/panel-stage.ts';
import { type StagedPanel, stagedPanels } from '../../support/panel-states.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { type ChromiumPage, openChromiumPages } from './chromium-pages.ts';
import { BrowserStage } from './stage.ts';

const axe = readFileSync(join(projectRoot, 'tests/e2e/axe/node_modules/axe-core/axe.min.js'), 'utf8');
const staged = stagedPanels(Date.now());

describe('the panel', () => {
  let browser: BrowserStage;
  let stage: PanelStage;
  let page: ChromiumPage;

  beforeAll(async () => {
    stage = await openPanelStage();
    browser = await BrowserStage.open('chromium', {}, { isDriven: true });
    page = await openChromiumPages(browser.browser).open('about:blank');
  });

  afterAll(async () => {
    await browser?.close();
    stage?.close();
  });

  const show = (panel: StagedPanel) => showPanel(page, stage, panel);

  it.each(Object.entries(staged))('has no serious barrier, light, dark and narrow: %s', async (_, panel) => {
    await show(panel);
    await page.evaluate(`${axe}; undefined`);
    await page.prefer('light');
    expect(await seriousBarriers({})).toEqual([]);
    await page.prefer('dark');
    expect(await seriousBarriers({ runOnly: ['color-contrast'] }), 'dark').toEqual([]);
    // As narrow as people make it, and as Firefox's sidebar is at first.
    for (const width of panel.hash === '#popup' ? [] : [320, 240]) {
      await page.picture({ width, height: 700 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  async function seriousBarriers(options: object): Promise<readonly unknown[]> {
    const found = await page.evaluate(
      `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html, failureSummary }) => html + failureSummary) })))`,
    );
    return recordsIn(found).filter(({ impact }) => impact === 'serious' || impact === 'critical');
  }

  it('goes from view to view with arrow keys, and keeps the focus', async () => {
    await show(staged.now ?? expect.unreachable());
    const press = `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))`;
    await page.evaluate(`document.getElementById('tab-now').focus(); ${press}; ${press}`);
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-access');
    expect(await page.evaluate(`document.getElementById('view-access').hidden`)).toBe(false);
    expect(await page.evaluate(`sent.at(-1)`)).toMatchObject({ do: 'look', view: 'access' });
  });

  it('takes no click of a script, and shows what a server would run before it is added', async () => {
    await show(staged['servers-json'] ?? expect.unreachable());
    const commands = async () => {
      const sent = await page.evaluate('sent');
      return Array.isArray(sent) ? sent.filter(isRecord).filter((command) => command.do !== 'look') : [];
    };
    const json = { mcpServers: { notes: { command: 'npx', args: ['-y', 'notes'], env: { TOKEN: 'secret' } } } };
    await page.evaluate(`document.querySelector('#add textarea').value = ${JSON.stringify(JSON.stringify(json))}`);
    await page.click(`document.querySelector('#add button.main')`);
    const review = String(await page.evaluate(`document.getElementById('add').innerText`));
    expect(review).toMatch(/with your rights[\s\S]*npx -y notes\s+TOKEN=…/);
    expect(review).not.toContain('secret');
    await page.evaluate(`document.querySelector('#add button.main').click()`);
    expect(await commands()).toEqual([]);
    await page.click(`document.querySelector('#add button.main')`);
    expect(await commands()).toEqual([{ do: 'addServers', servers: json.mcpServers }]);
  });
});
