// npm run editor-pictures: what a person meets in VS Code, in a light, a dark and a high contrast theme, as pictures; that of the
// README goes to docs/images.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from '../tests/e2e/vscode/chromium.ts';
import { entryOfWindow, openEditorAgent } from '../tests/e2e/vscode/editor-agent.ts';
import { openEditorServer } from '../tests/e2e/vscode/editor-server.ts';
import { Person } from '../tests/e2e/vscode/person.ts';
import { eventually } from '../tests/support/eventually.ts';
import { type PictureStage, pictureFiles, type Scene, scenes } from './demo/editor-scenes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
interface Theme {
  readonly name: string;
  /** The class of the workbench. */
  readonly mark: string;
}

const themes: Readonly<Record<string, Theme>> = {
  light: { name: 'Light 2026', mark: 'vs' },
  dark: { name: 'Dark 2026', mark: 'vs-dark' },
  contrast: { name: 'Default High Contrast', mark: 'hc-black' },
};
/** The README's. */
const SHOWN = 'queue-light';
const SIZE = { width: 1240, height: 640 };
/** Notifications and scroll bars fade in and out. */
const CALM_MS = 1500;
/** Nothing is judged here, so a busy machine may take its time. */
const DEADLINE_MS = 60_000;

const { values } = parseArgs({ options: { out: { type: 'string' }, scene: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'sallyport-pictures-'));
const vsix = join(root, 'dist', 'sallyport.vsix');
// The theme is ours to choose, not the system's.
const settings = { 'window.autoDetectColorScheme': false };
const server = await openEditorServer({ folder, vsix, settings, files: pictureFiles });
try {
  for (const [kind, theme] of Object.entries(themes)) {
    const due = Object.entries(scenes).filter(([name]) => isWanted(name, kind));
    if (due.length > 0) await play(due, kind, theme);
  }
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(0);

/** In a window of its own: one that is served reads the user's settings when it opens. */
async function play(due: [string, Scene][], kind: string, { name, mark }: Theme): Promise<void> {
  const file = join(folder, 'user', 'User', 'settings.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), 'workbench.colorTheme': name }));
  const { page } = await server.openWindow(server.workspace);
  await page.setViewportSize(SIZE);
  await page.locator(`.monaco-workbench.${mark}`).waitFor({ timeout: DEADLINE_MS });
  await page.locator('.statusbar-item', { hasText: 'Sallyport: :' }).waitFor({ timeout: DEADLINE_MS });
  const entry = await eventually('its entry', () => entryOfWindow(server.home, server.workspace), DEADLINE_MS);
  const agent = await openEditorAgent(entry, 'Claude Code');
  const stage: PictureStage = { person: new Person(page, DEADLINE_MS), agent, workspace: server.workspace };
  for (const [scene, begin] of due) {
    const end = await begin(stage);
    await take(page, `${scene}-${kind}`);
    await end();
    await stage.person.clearDesk();
  }
  await agent.close();
  await page.goto('about:blank');
  await eventually('the window is gone', () => entryOfWindow(server.home, server.workspace) === undefined, DEADLINE_MS);
}

function isWanted(name: string, kind: string): boolean {
  if (values.scene !== undefined && values.scene !== name) return false;
  return values.out !== undefined || `${name}-${kind}` === SHOWN;
}

async function take(page: Page, picture: string): Promise<void> {
  // Away from anything that shows a tooltip.
  await page.mouse.move(SIZE.width / 2, 4);
  await delay(CALM_MS);
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    await page.screenshot({ path: join(values.out, `${picture}.png`) });
  }
  if (picture === SHOWN) await page.screenshot({ path: join(root, 'docs', 'images', 'review.png') });
}
