// The editor of the suite, as a test file meets it: its person, an agent, and the workspace put back before each test.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, inject, onTestFailed } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { loadPlaywright } from './chromium.ts';
import { type EditorAgent, entryOfWindow, openEditorAgent } from './editor-agent.ts';
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

/** Call once at the top of a test file: the first window, put back before each test. */
export function useEditor(): EditorWorld {
  const { workspace, home } = inject('editor');
  let opened: OpenedWorld | undefined;
  beforeAll(async () => {
    opened = await openEditorWorld('first');
  });
  afterAll(() => opened?.close());
  beforeEach(async ({ task }) => {
    const { person } = present(opened);
    onTestFailed(() => person.takePicture(`failed-${task.name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60)}`));
    await person.clearDesk();
    resetWorkspace(workspace);
  });
  return {
    ...filesOf(workspace),
    home,
    newAgent: (name) => present(opened).newAgent(name),
    get person() {
      return present(opened).person;
    },
    get agent() {
      return present(opened).agent;
    },
  };
}

export interface OpenedWorld extends EditorWorld {
  close(): Promise<void>;
}

/** Waits until the window is there, with an agent at its door. */
export async function openEditorWorld(which: 'first' | 'second'): Promise<OpenedWorld> {
  const { home, debugPorts, ...editor } = inject('editor');
  const workspace = which === 'first' ? editor.workspace : editor.secondWorkspace;
  const browser = await loadPlaywright().chromium.connectOverCDP(`http://127.0.0.1:${debugPorts[which]}`);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error(`The ${which} window of VS Code is gone.`);
  const agents: EditorAgent[] = [];
  const newAgent = async (name: string) => {
    const entry = await eventually('the entry for agents is there', () => entryOfWindow(home, workspace), 60_000);
    const agent = await openEditorAgent(entry, name);
    agents.push(agent);
    return agent;
  };
  return {
    ...filesOf(workspace),
    home,
    newAgent,
    person: new Person(page),
    agent: await newAgent('tester'),
    async close() {
      for (const agent of agents) await agent.close();
      await browser.close();
    },
  };
}

function filesOf(workspace: string): Pick<EditorWorld, 'workspace' | 'read' | 'readBytes' | 'write'> {
  return {
    workspace,
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
    if (readIfPresent(path) !== text) writeFileSync(path, text);
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
