import { type App, SallyportError, type ToolDeclaration } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { Registry } from './registry.ts';

const inputSchema = { type: 'object' };

interface TestApp extends App {
  declare(...names: string[]): void;
  fail(error: unknown): void;
}

function createApp(id: string, ...names: string[]): TestApp {
  const listeners = new Set<() => void>();
  let answer: () => readonly ToolDeclaration[];
  const set = (next: () => readonly ToolDeclaration[]) => {
    answer = next;
    for (const listener of listeners) listener();
  };
  const declare = (...these: string[]) => set(() => these.map((name) => ({ name, inputSchema })));
  declare(...names);
  return {
    id,
    declare,
    fail: (error) =>
      set(() => {
        throw error;
      }),
    listTools: async () => answer(),
    callTool: async () => ({ relayed: {} }),
    onToolsChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {},
  };
}

async function openRegistry(...apps: App[]) {
  const statuses: string[] = [];
  const registry = new Registry({
    onFault: (thrown) => expect.unreachable(String(thrown)),
    onStatus: (tool, status) => statuses.push(`${tool} ${status}`),
  });
  for (const app of apps) registry.add(app);
  await registry.settled();
  const names = () => registry.list().map(({ name }) => name);
  return { registry, statuses, names };
}

it('finds a tool by either spelling', async () => {
  const { registry } = await openRegistry(createApp('browser', 'click'));
  expect(registry.resolve('browser/click')).toBe(registry.resolve('browser__click'));
  expect(registry.resolve('browser/click')).toMatchObject({ name: 'browser/click', mcpName: 'browser__click' });
});

it('waits for the last answer of an app that changes while it is asked', async () => {
  const { registry } = await openRegistry();
  const app = createApp('mine');
  const answers: (() => void)[] = [];
  // Each question is answered when the test says so, with what is declared by then.
  const listTools = () =>
    new Promise<readonly ToolDeclaration[]>((resolve) => answers.push(() => resolve(app.listTools())));
  registry.add({ ...app, listTools });
  const listed = registry.listed('mine/echo').then(() => registry.resolve('mine/echo').name);
  app.declare('echo');
  answers[0]?.();
  setImmediate(() => answers[1]?.());
  expect(await listed).toBe('mine/echo');
});

it('does not find what is not there', async () => {
  const { registry } = await openRegistry(createApp('browser', 'click'));
  for (const name of ['', 'click', 'browser/', 'browser__', 'browser/nothing', 'other/click', '__proto__']) {
    expect(() => registry.resolve(name), name).toThrow(expect.objectContaining({ code: 'ERR_TOOL_NOT_FOUND' }));
  }
});

it('follows an app whose tools change, and tells only of real changes', async () => {
  const app = createApp('browser', 'click');
  const { registry, names } = await openRegistry(app);
  let changes = 0;
  const end = registry.onChanged(() => {
    changes += 1;
  });
  app.declare('click');
  await registry.settled();
  expect(changes).toBe(0);
  app.declare('click', 'type');
  await registry.settled();
  expect([changes, names()]).toEqual([1, ['browser/click', 'browser/type']]);
  end();
  app.declare();
  await registry.settled();
  expect([changes, names()]).toEqual([1, []]);
});

describe('an app that is away', () => {
  const away = new SallyportError('ERR_SERVER_UNAVAILABLE', 'No browser is connected.');

  it('keeps the tools it had', async () => {
    const app = createApp('browser', 'click');
    const { registry, names } = await openRegistry(app);
    app.fail(away);
    await registry.settled();
    expect(names()).toEqual(['browser/click']);
  });

  it('that never had any says why to whoever calls it', async () => {
    const app = createApp('browser');
    app.fail(away);
    const { registry } = await openRegistry(app);
    expect(() => registry.resolve('browser__click')).toThrow(away);
    expect(() => registry.resolve('other__click')).toThrow(expect.objectContaining({ code: 'ERR_TOOL_NOT_FOUND' }));
  });
});

it('says of a disabled server that it is disabled', async () => {
  const { registry } = await openRegistry(createApp('browser', 'click'));
  registry.setDisabled(['notes']);
  for (const name of ['notes/add', 'notes__add']) {
    expect(() => registry.resolve(name)).toThrow(expect.objectContaining({ code: 'ERR_SERVER_UNAVAILABLE' }));
  }
  registry.setDisabled([]);
  expect(() => registry.resolve('notes/add')).toThrow(expect.objectContaining({ code: 'ERR_TOOL_NOT_FOUND' }));
});

it('offers neither of two tools that spell alike, and says so', async () => {
  const { registry, names, statuses } = await openRegistry(createApp('a', 'b.c', 'b_c', 'd'));
  expect(names()).toEqual(['a/d']);
  expect(() => registry.resolve('a__b_c')).toThrow(expect.objectContaining({ code: 'ERR_TOOL_NOT_FOUND' }));
  expect(statuses).toEqual(['a/b.c ambiguous', 'a/b_c ambiguous']);
  expect(registry.review().map(({ status }) => status)).toEqual(['ambiguous', 'ambiguous', 'offered']);
});
