import { join } from 'node:path';
import { readTextFile } from '@sallyport/native-host/run-directory';
import type { CallOptions, JsonObject } from '@sallyport/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { processesNaming } from '../../../../../tests/support/left-behind.ts';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { fixtureServer, upstreams } from '../../../../../tests/support/upstreams.ts';
import { openServerMemory } from '../../store/server-memory.ts';
import type { ServerSpec } from '../../store/server-spec.ts';
import { openPidJournal } from './pid-journal.ts';
import { ServerApp } from './server-app.ts';
import { createServerWires } from './server-wires.ts';

let count = 0;

/** One server as an app, with no gateway around it. */
function openApp(args: readonly string[], folder = temporaryFolder()) {
  const spec: ServerSpec = {
    ...{ id: 'one', name: 'One', isEnabled: true, startTimeoutMs: 5000 },
    transport: { kind: 'stdio', command: process.execPath, args, env: {} },
  };
  const onFault = (thrown: unknown) => {
    throw thrown;
  };
  const memory = openServerMemory({ path: join(folder, 'servers.json'), nonce: 'n', onFault });
  const { platform } = process;
  const states: string[] = [];
  const app = new ServerApp({
    spec,
    memory,
    wiresOf: createServerWires({
      env: process.env,
      platform,
      createMarker: () => `${process.pid}${++count}`.padStart(32, '0'),
      pids: openPidJournal({ folder, nonce: '1', pid: process.pid, platform }),
      signIns: { of: () => undefined },
    }),
    log: () => {},
    events: {
      onState: (_, { state }) => states.push(state),
      onCrash: () => {},
      onRestarted: () => {},
      onFailed: () => {},
    },
    times: { backoffMs: 10 },
  });
  onTestFinished(() => app.close());
  app.start();
  const caller = { id: 'a', name: 'A', session: 's', remembered: true };
  const call = async (tool: string, given: JsonObject = {}, options: Partial<CallOptions> = {}) => {
    const { relayed } = await app.callTool(
      { callId: 'c', tool, args: given, caller, timeoutMs: 5000 },
      { signal: new AbortController().signal, ...options },
    );
    return relayed;
  };
  return { app, memory, spec, call, states, folder };
}

const fixture = (...ways: string[]) => openApp([fixtureServer, ...ways]);
const textOf = (result: JsonObject) => JSON.parse(JSON.stringify(result)).content[0].text;

describe.each([
  ['legacy', []],
  ['modern', ['--modern']],
] as const)('a server of the %s revision', (revision, ways) => {
  it('is found to be one, and that is remembered', async () => {
    const { call, memory, spec, app } = fixture(...ways);
    expect(await call('echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] });
    expect(memory.recall(spec).revision).toBe(revision);
    expect(app.status).toMatchObject({ state: 'running', tools: 14, pid: expect.any(Number) });
  });

  it('has its results and declarations passed on untouched', async () => {
    const { app, call } = fixture(...ways);
    expect(await call('future')).toEqual({
      content: [{ type: 'hologram', beams: [1, 2], futureKey: true }],
      structuredContent: { deep: { unknown: null } },
      futureField: [1],
      _meta: { 'example.org/mark': 1 },
    });
    const tools = await app.listTools();
    expect(tools.find(({ name }) => name === 'future')?.foreign).toMatchObject({
      annotations: { futureHint: 7 },
      futureField: { kept: true },
    });
  });

  it('tells of progress, of changed tools, and is told of a withdrawal', async () => {
    const { app, call } = fixture(...ways);
    const heard: unknown[] = [];
    await call('slow', { ms: 20 }, { onProgress: (progress) => heard.push(progress) });
    expect(heard).toEqual([{ progress: 1, total: 2, message: 'half' }]);
    let changes = 0;
    app.onToolsChanged(() => {
      changes += 1;
    });
    await call('grow');
    await eventually('the change was told', () => changes === 1);
    expect(await app.listTools()).toHaveLength(15);
    const controller = new AbortController();
    const hanging = call('hang', {}, { signal: controller.signal });
    hanging.catch(() => {});
    await call('pid');
    controller.abort(new Error('enough'));
    await eventually('it was told', async () => textOf(await call('slow', { ms: 1 })) === 'slept, cancelled 1');
    await app.close();
    await expect(hanging).rejects.toThrow();
  });

  it('asks the caller in the middle of a call', async () => {
    const { call } = fixture(...ways);
    const asked: unknown[] = [];
    const result = await call(
      'ask',
      {},
      {
        ask: async (method, { message }) => {
          asked.push([method, message]);
          return { action: 'accept', content: { name: 'Ada' } };
        },
      },
    );
    expect(asked).toEqual([['elicitation/create', 'Your name?']]);
    expect(textOf(result)).toContain('Ada');
    if (revision === 'modern') expect(JSON.parse(textOf(result)).state).toBe('state-é');
  });
});

describe('a server of the old revision that asks', () => {
  it('hears so when the caller cannot be asked, and from then on runs one call at a time', async () => {
    const { call, memory, spec } = fixture();
    expect(textOf(await call('ask'))).toContain('cannot answer');
    expect(memory.recall(spec).asksBack).toBe(true);
    const answers = (name: string): Partial<CallOptions> => ({
      ask: async () => ({ action: 'accept', content: { name } }),
    });
    const both = await Promise.all([call('ask', {}, answers('Ada')), call('ask', {}, answers('Bob'))]);
    expect(both.map((result) => JSON.parse(textOf(result)).content.name)).toEqual(['Ada', 'Bob']);
  });

  it('writes its log to the one call that is under way', async () => {
    const { call } = fixture();
    const lines: JsonObject[] = [];
    await call('log', {}, { onLog: (line) => lines.push(line) });
    expect(lines).toMatchObject([{ level: 'info', data: 'a line of the log' }]);
  });
});

it('a server that dies at the first question is started again and asked the old one', async () => {
  const { call, memory, spec } = fixture('--dies-on-discover');
  expect(await call('echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] });
  expect(memory.recall(spec).revision).toBe('legacy');
});

it('a remembered revision that is no longer true is found out anew', async () => {
  const { memory, spec, folder } = fixture('--modern');
  memory.learn(spec, { revision: 'legacy' });
  const { call, memory: after } = openApp([fixtureServer, '--modern'], folder);
  expect(await call('echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] });
  expect(after.recall(spec).revision).toBe('modern');
});

it('lists what it knows while the server still starts, and calls wait for it', async () => {
  const first = fixture();
  await first.call('echo', { message: 'x' });
  const known = await first.app.listTools();
  await first.app.close();
  const { app, call, states } = openApp([fixtureServer], first.folder);
  expect(states).toEqual(['starting']);
  expect(await app.listTools()).toEqual(known);
  expect(states).toEqual(['starting']);
  expect(await call('echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] });
});

it('a server that is stopped before it has listed its tools leaves no process', async () => {
  const folder = temporaryFolder();
  const { app } = openApp([fixtureServer, '--child', '--never-lists', `--of=${folder}`], folder);
  await eventually('server and child run', () => processesNaming(`--of=${folder}`).length === 2);
  const greeted = () => JSON.stringify(readTextFile(join(folder, 'servers.json')) ?? '').includes('legacy');
  await eventually('it has been greeted', greeted);
  await app.close();
  expect(processesNaming(`--of=${folder}`)).toEqual([]);
});

it('prompts, resources and completion of the reference server are relayed', async () => {
  const { app } = openApp([upstreams.everything, 'stdio']);
  const options = { signal: new AbortController().signal };
  const { prompts } = await app.relay('prompts/list', {}, options);
  expect(JSON.stringify(prompts)).toContain('args-prompt');
  const prompt = await app.relay('prompts/get', { name: 'args-prompt', arguments: { city: 'Rome' } }, options);
  expect(JSON.stringify(prompt)).toContain('Rome');
  const { resources } = await app.relay('resources/list', {}, options);
  const [resource] = JSON.parse(JSON.stringify(resources));
  const read = await app.relay('resources/read', { uri: resource.uri }, options);
  expect(JSON.stringify(read)).toContain(resource.uri);
  const ref = { type: 'ref/prompt', name: 'completable-prompt' };
  const argument = { name: 'department', value: 'E' };
  const completed = await app.relay('completion/complete', { ref, argument }, options);
  expect(completed).toMatchObject({ completion: { values: ['Engineering'] } });
});
