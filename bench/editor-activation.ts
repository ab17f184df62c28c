// How long the extension takes to activate in a real VS Code, as VS Code itself counts it, beside those that come with it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorFolder } from '../scripts/editor-folder.ts';
import { openEditorServer } from '../tests/e2e/vscode/editor-server.ts';
import { Person } from '../tests/e2e/vscode/person.ts';
import { eventually } from '../tests/support/eventually.ts';
import { median } from './measure.ts';

const STARTS = 7;

export interface Activation {
  /** Medians over several starts of the window, in milliseconds. */
  readonly oursMs: number;
  /** Git's, which comes with VS Code and has about as much to do at the start. */
  readonly gitMs: number;
}

/** Undefined where the tests' VS Code is not installed. */
export async function measureActivation(root: string): Promise<Activation | undefined> {
  const vsix = join(root, 'dist', 'sallyport.vsix');
  if (!existsSync(editorFolder().entry) || !existsSync(vsix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-editor-'));
  const server = await openEditorServer({ folder, vsix, files: { 'notes.txt': 'one\n' } });
  try {
    const { page } = await server.openWindow(server.workspace);
    // VS Code draws only the rows that fit, the slowest first.
    await page.setViewportSize({ width: 1400, height: 3000 });
    const person = new Person(page);
    const ours: number[] = [];
    const git: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      if (start > 0) await page.reload();
      await person.statusItem(/Sallyport: :\d+/).waitFor({ timeout: 60_000 });
      await person.runCommand('Developer: Show Running Extensions');
      ours.push(await timeOf(person, 'Sallyport'));
      git.push(await timeOf(person, 'Git'));
    }
    return { oursMs: median(ours), gitMs: median(git) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** From the list of running extensions: "Startup Activation: 12ms". */
async function timeOf({ page }: Person, name: string): Promise<number> {
  const rows = page.locator('.runtime-extensions-editor .monaco-list-row');
  const shown = await eventually(`the time of ${name}`, async () => {
    const text = (await rows.allInnerTexts()).find((row) => row.startsWith(`${name}\n`)) ?? '';
    return /Activation: (\d+)ms/.exec(text)?.[1];
  });
  return Number(shown);
}
