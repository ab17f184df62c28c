// One VS Code and two windows for all test files of the editor: starting them takes longer than most tests.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { eventually } from '../../support/eventually.ts';
import { projectRoot } from '../../support/test-sources.ts';
import type { Page } from './chromium.ts';
import { readEntry } from './editor-agent.ts';
import { type EditorServer, openEditorServer } from './editor-server.ts';
import { fixtureSettings, fixtures } from './fixtures.ts';

export interface EditorUnderTest {
  readonly url: string;
  readonly folder: string;
  readonly home: string;
  readonly workspace: string;
  /** The first folder of the second window. */
  readonly secondWorkspace: string;
  /** The second folder of the second window. */
  readonly thirdFolder: string;
  readonly debugPorts: Readonly<Record<'first' | 'second', number>>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    editor: EditorUnderTest;
  }
}

let server: EditorServer | undefined;
let folder: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  const vsix = join(projectRoot, 'dist', 'sallyport.vsix');
  if (!existsSync(vsix)) throw new Error(`There is no ${vsix}. Build first: npm run build`);
  folder = mkdtempSync(join(tmpdir(), 'sallyport-editor-'));
  server = await openEditorServer({ folder, vsix, settings: fixtureSettings, files: fixtures, hasProbe: true });
  const { url, home, workspace } = server;
  const { page, debugPort } = await server.openWindow(workspace);
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
  await eventually('the extension wrote its entry', () => existsSync(join(home, '.claude.json')), 60_000);
  // After the first, which so has the port of the settings.
  const [secondWorkspace, thirdFolder] = [join(folder, 'second'), join(folder, 'third')];
  for (const path of [secondWorkspace, thirdFolder]) mkdirSync(path);
  for (const [name, text] of Object.entries(fixtures)) writeFileSync(join(secondWorkspace, name), text);
  writeFileSync(join(thirdFolder, 'third.txt'), 'in the second folder\n');
  const workspaceFile = join(folder, 'two.code-workspace');
  writeFileSync(workspaceFile, JSON.stringify({ folders: [{ path: secondWorkspace }, { path: thirdFolder }] }));
  const second = await server.openWindow(workspaceFile);
  // Before any test: some stop the first window's door or break the file, and who comes then finds no place for an entry.
  await eventually(
    'the second window wrote its entry',
    async () => readEntry(home, secondWorkspace) ?? (await reopenIfEmpty(second.page)),
    60_000,
  );
  const debugPorts = { first: debugPort, second: second.debugPort };
  project.provide('editor', { url, folder, home, workspace, secondWorkspace, thirdFolder, debugPorts });
}

/** In about one of ten starts VS Code in a page opens a workspace file without its folders; who sees that reloads. */
async function reopenIfEmpty(page: Page): Promise<undefined> {
  if (await page.locator('.pane-header', { hasText: 'No Folder Opened' }).isVisible()) await page.reload();
}

export async function teardown(): Promise<void> {
  await server?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
