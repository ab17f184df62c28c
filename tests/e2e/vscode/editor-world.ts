// The one editor of the suite, as a test file meets it: its person, an agent, and the workspace put back before each test.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, inject, onTestFailed } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Browser, loadPlaywright } from './chromium.ts';
import { type EditorAgent, openEditorAgent, readEntry } from './editor-agent.ts';
import { fixtures } from './fixtures.ts';
import { Person } from './person.ts';

export interface EditorWorld {
  readonly person: Person;
  readonly agent: EditorAgent;
  readonly workspace: string;
  readonly home: string;
  read(name: string): string;
  readBytes(name: string): Buffer;
  write(name: string, content: string | Buffer): void;
  /** Another agent at the same door, closed with the file's tests. */
  newAgent(name: string): Promise<EditorAgent>;
}

/** Call once at the top of a test file. */
export function useEditor(): EditorWorld {
  const { workspace, home, debugPort } = inject('editor');
  const agents: EditorAgent[] = [];
  let browser: Browser | undefined;
  let person: Person | undefined;

  const newAgent = async (name: string) => {
    const entry = await eventually('the entry for agents is there', () => readEntry(home), 30_000);
    const agent = await openEditorAgent(entry, name);
    agents.push(agent);
    return agent;
  };
  beforeAll(async () => {
    browser = await loadPlaywright().chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('The window of VS Code is gone.');
    person = new Person(page);
    await newAgent('tester');
  });
  afterAll(async () => {
    for (const agent of agents) await agent.close();
    await browser?.close();
  });
  beforeEach(async ({ task }) => {
    onTestFailed(() => person?.takePicture(`failed-${task.name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60)}`));
    await person?.clearDesk();
    resetWorkspace(workspace);
  });

  return {
    workspace,
    home,
    newAgent,
    get person() {
      return present(person);
    },
    get agent() {
      return present(agents[0]);
    },
    read: (name) => readFileSync(join(workspace, name), 'utf8'),
    readBytes: (name) => readFileSync(join(workspace, name)),
    write: (name, content) => {
      mkdirSync(dirname(join(workspace, name)), { recursive: true });
      writeFileSync(join(workspace, name), content);
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The editor is there only while tests run.');
  return value;
}

/** File by file, so that VS Code's watcher sees changes and not a folder that vanished. */
function resetWorkspace(workspace: string): void {
  for (const name of readdirSync(workspace)) {
    if (!(name in fixtures)) rmSync(join(workspace, name), { recursive: true, force: true });
  }
  for (const [name, text] of Object.entries(fixtures)) {
    const path = join(workspace, name);
    if (readIfThere(path) !== text) writeFileSync(path, text);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
