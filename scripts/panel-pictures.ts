// npm run panel-pictures: the panel in each of its states, light and dark, as pictures; those of the docs go to docs/images.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openChromiumPages } from '../tests/e2e/browser/chromium-pages.ts';
import { BrowserStage } from '../tests/e2e/browser/stage.ts';
import { openPanelStage, showPanel } from '../tests/support/panel-stage.ts';
import { stagedPanels } from '../tests/support/panel-states.ts';

const images = fileURLToPath(new URL('../docs/images', import.meta.url));
const shown = ['question-light', 'now-dark', 'activity-light', 'access-light', 'servers-light'];
const WIDTH = 400;
const CALM_MS = 700;

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const stage = await openPanelStage();
const browser = await BrowserStage.open('chromium', {}, { isDriven: true });
try {
  const page = await openChromiumPages(browser.browser).open('about:blank');
  for (const [name, panel] of Object.entries(stagedPanels(Date.now()))) {
    for (const scheme of ['light', 'dark'] as const) {
      const file = `${name}-${scheme}`;
      if (values.out === undefined && !shown.includes(file)) continue;
      await page.prefer(scheme);
      await showPanel(page, stage, panel);
      await page.picture({ width: WIDTH, height: 300 });
      const height = Math.min(900, Number(await page.evaluate('document.body.scrollHeight')));
      await page.picture({ width: WIDTH, height });
      // The questions are faint while the window changes its size.
      await delay(CALM_MS);
      const picture = await page.picture({ width: WIDTH, height });
      if (values.out !== undefined) {
        mkdirSync(values.out, { recursive: true });
        writeFileSync(join(values.out, `${file}.png`), picture);
      }
      if (shown.includes(file)) writeFileSync(join(images, `panel-${name}.png`), picture);
    }
  }
} finally {
  await browser.close();
  stage.close();
}
process.exit(0);
