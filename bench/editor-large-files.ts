// How long a large change takes until its review is on the screen, beside an extension that only opens the same two texts.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorFolder } from '../scripts/editor-folder.ts';
import { type EditorAgent, entryOfWindow, openEditorAgent } from '../tests/e2e/vscode/editor-agent.ts';
import { openEditorServer } from '../tests/e2e/vscode/editor-server.ts';
import { Person, tidyKeys } from '../tests/e2e/vscode/person.ts';
import { eventually } from '../tests/support/eventually.ts';
import { median } from './measure.ts';

const SIZES_MB = [4, 16];
const ROUNDS = 3;
const WAIT_MS = 120_000;
const MB = 1_000_000;
const MARK = 'here-it-changed';

export interface LargeReview {
  readonly sizeMb: number;
  /** Medians, in milliseconds. */
  readonly oursMs: number;
  readonly plainMs: number;
}

interface Stage {
  readonly person: Person;
  readonly agent: EditorAgent;
  readonly workspace: string;
  readonly probePort: number;
}

/** Undefined where the tests' VS Code is not installed. */
export async function measureLargeReviews(root: string): Promise<readonly LargeReview[] | undefined> {
  const vsix = join(root, 'dist', 'sallyport.vsix');
  if (!existsSync(editorFolder().entry) || !existsSync(vsix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-large-'));
  const server = await openEditorServer({ folder, vsix, files: { 'notes.txt': 'one\n' }, hasProbe: true });
  try {
    const { home, workspace } = server;
    const { page } = await server.openWindow(workspace);
    const person = new Person(page);
    page.setDefaultTimeout(WAIT_MS);
    await person.statusItem(/Sallyport: :\d+/).waitFor();
    const entry = await eventually('the entry for agents', () => entryOfWindow(home, workspace), WAIT_MS);
    const probePort = await eventually('the port of the probe', () => readProbe(home), WAIT_MS);
    const agent = await openEditorAgent(entry, 'bench');
    const stage = { person, agent, workspace, probePort };
    const measured: LargeReview[] = [];
    for (const sizeMb of SIZES_MB) measured.push(await measureSize(stage, sizeMb));
    await agent.close();
    return measured;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function measureSize(stage: Stage, sizeMb: number): Promise<LargeReview> {
  const ours: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // New names, so that nothing is known from the round before.
    const name = `large-${sizeMb}-${round}.txt`;
    const text = textOf(sizeMb);
    writeFileSync(join(stage.workspace, name), text);
    writeFileSync(join(stage.workspace, `new-${name}`), changed(text));
    plain.push(await timeOfPlain(stage, name));
    ours.push(await timeOfReview(stage, name, changed(text)));
  }
  return { sizeMb, oursMs: median(ours), plainMs: median(plain) };
}

async function timeOfReview({ person, agent }: Stage, name: string, content: string): Promise<number> {
  const startedAt = performance.now();
  const called = agent.call('write_file', { path: name, content }, { timeoutMs: WAIT_MS });
  await seesText(person, `${name} ← `);
  const ms = performance.now() - startedAt;
  await person.statusItem(/reviews? waiting/).waitFor();
  await person.press(tidyKeys.rejectAll);
  await called;
  await tidy(person);
  return ms;
}

async function timeOfPlain({ person, workspace, probePort }: Stage, name: string): Promise<number> {
  const title = `plain ${name}`;
  const question = { left: join(workspace, name), right: join(workspace, `new-${name}`), title };
  const startedAt = performance.now();
  await fetch(`http://127.0.0.1:${probePort}/diff`, { method: 'POST', body: JSON.stringify(question) });
  await seesText(person, title);
  const ms = performance.now() - startedAt;
  await tidy(person);
  return ms;
}

/** The tab is there at once; what counts is the changed line. */
async function seesText(person: Person, title: string): Promise<void> {
  await person.tab(title).waitFor();
  await person.proposedLine(MARK).waitFor();
}

async function tidy(person: Person): Promise<void> {
  await person.press(tidyKeys.closeEditors);
  await person.page.locator('.tab').first().waitFor({ state: 'hidden' });
}

function textOf(sizeMb: number): string {
  const line = (at: number) => `${at}: the quick brown fox jumps over the lazy dog and over ${at % 97} more\n`;
  return Array.from({ length: Math.ceil((sizeMb * MB) / 70) }, (_, at) => line(at)).join('');
}

/** One line near the beginning, which is on the screen. */
function changed(text: string): string {
  return text.replace('5: the quick', `5: ${MARK}`);
}

function readProbe(home: string): number | undefined {
  try {
    const [pid] = readdirSync(join(home, 'probes'));
    return pid === undefined ? undefined : Number(readFileSync(join(home, 'probes', pid), 'utf8')) || undefined;
  } catch {
    return undefined; // Not written yet.
  }
}
