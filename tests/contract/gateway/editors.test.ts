// VS Code windows behind the gateway: one app, the window chosen by working directory, each agent by its own name.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { type Agent, openAgent } from '../../support/agent.ts';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow, openFakeWindow } from '../../support/fake-window.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';

async function openWindow(world: GatewayWorld, ...names: string[]): Promise<FakeWindow> {
  const window = await openFakeWindow({ home: world.home, folders: names.map((name) => join(world.home, name)) });
  onTestFinished(() => window.close());
  return window;
}

async function openAgentIn(world: GatewayWorld, folder: string, key?: string): Promise<Agent> {
  const cwd = join(world.home, folder);
  mkdirSync(cwd, { recursive: true });
  const env = { ...world.env, ...(key === undefined ? {} : { SALLYPORT_KEY: key }) };
  const agent = await openAgent(world.programs.shim, 'legacy', { name: 'tester', env, cwd });
  onTestFinished(() => agent.close());
  return agent;
}

async function call({ client }: Agent, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const { content, structuredContent, isError } = result;
  // The list of windows is text alone.
  const windows = structuredContent === undefined ? content.flatMap(windowsIn) : [];
  return {
    isError: isError === true,
    ...(isRecord(structuredContent) ? structuredContent : {}),
    ...(isError === true ? errorFactsOf(result) : { windows }),
  };
}

function windowsIn(part: object): { name: string; yours: boolean }[] {
  const lines = 'text' in part ? String(part.text).split('\n') : [];
  return lines.map((line) => ({ name: line.replace(/ \(yours\)$/, ''), yours: line.endsWith(' (yours)') }));
}

const editorNames = async ({ client }: Agent) =>
  (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith('editor__'));

it('a call goes to the window with the deepest folder around the working directory, in the name of its agent', async () => {
  const world = openGatewayWorld();
  const shop = await openWindow(world, 'shop');
  const inner = await openWindow(world, 'notes', 'shop/packages/inner');
  const [ada, bob] = [await addAgent(world, 'Ada'), await addAgent(world, 'Bob')];
  const [outside, inside] = [
    await openAgentIn(world, 'shop/packages', ada),
    await openAgentIn(world, 'shop/packages/inner/src', bob),
  ];
  expect(await editorNames(outside)).toEqual(['editor__look', 'editor__windows', 'editor__write']);
  expect(await call(outside, 'editor__look', { text: 'one' })).toMatchObject({ window: join(world.home, 'shop') });
  expect(await call(inside, 'editor__write', { text: 'two' })).toMatchObject({ window: join(world.home, 'notes') });
  expect(shop.calls).toMatchObject([{ caller: { name: 'Ada', isDirect: false }, tool: 'look', text: 'one' }]);
  expect(inner.calls).toMatchObject([{ caller: { name: 'Bob', isDirect: false }, tool: 'write', text: 'two' }]);
  expect(shop.calls[0]?.caller.id).not.toBe(inner.calls[0]?.caller.id);

  const { entries } = await sallyportJson(world, 'journal', '--kind', 'call');
  expect(entries).toMatchObject([
    { agent: { name: 'Ada' }, tool: 'editor/look', server: 'editor', outcome: 'result' },
    { agent: { name: 'Bob' }, tool: 'editor/write', server: 'editor', outcome: 'result' },
  ]);
  const here = { cwd: join(world.home, 'shop') };
  const byHand = await sallyport(world, ['call', 'editor/look', '{"text":"three"}', '--json'], here);
  expect(JSON.parse(byHand.stdout)).toMatchObject({
    result: { structuredContent: { window: join(world.home, 'shop') } },
  });
  const { editors } = await sallyportJson(world, 'status');
  expect(editors).toMatchObject([
    { name: join(world.home, 'shop'), tools: 2 },
    { name: `${join(world.home, 'notes')}, ${join(world.home, 'shop/packages/inner')}`, tools: 2 },
  ]);
  expect((await sallyport(world, ['status'])).stdout).toContain(`VS Code:\n  ${join(world.home, 'shop')} (2 tools)`);
});

it('an agent elsewhere must choose among several windows, and its choice holds against its working directory', async () => {
  const world = openGatewayWorld();
  const shop = await openWindow(world, 'shop');
  const agent = await openAgentIn(world, 'elsewhere');
  expect(await call(agent, 'editor__look', { text: 'the only one' })).toMatchObject({
    window: join(world.home, 'shop'),
  });
  await openWindow(world, 'notes');
  await eventually('both are there', async () => (await editorNames(agent)).includes('editor__windows'));
  const [first, second] = [join(world.home, 'shop'), join(world.home, 'notes')];
  expect(await call(agent, 'editor__look', { text: 'lost' })).toMatchObject({
    isError: true,
    code: 'ERR_INPUT_INVALID',
    hint: `Choose one with editor__windows: ${first}; ${second}. The call has not run.`,
    data: { windows: [first, second], outcome: 'not_run' },
  });
  expect(await call(agent, 'editor__windows', { choose: 'nowhere' })).toMatchObject({ code: 'ERR_INPUT_INVALID' });
  expect(await call(agent, 'editor__windows', { choose: join(second, 'deep', 'inside.txt') })).toMatchObject({
    windows: [
      { name: first, yours: false },
      { name: second, yours: true },
    ],
  });
  expect(await call(agent, 'editor__look', { text: 'found' })).toMatchObject({ window: second });
  const inShop = await openAgentIn(world, 'shop');
  expect(await call(inShop, 'editor__windows', { choose: second })).toMatchObject({ isError: false });
  expect(await call(inShop, 'editor__look', { text: 'found' })).toMatchObject({ window: second });
  expect(shop.calls.map(({ text }) => text)).toEqual(['the only one']);
});

it('windows come, change their folders and go while an agent is there, and it hears which one is gone', async () => {
  const world = openGatewayWorld();
  await world.startGateway();
  const agent = await openAgentIn(world, 'shop');
  expect(await editorNames(agent)).toEqual([]);
  expect(await call(agent, 'editor__look', { text: 'x' }).catch((thrown: unknown) => thrown)).toMatchObject({
    code: 'ERR_SERVER_UNAVAILABLE',
  });
  const shop = await openWindow(world, 'shop');
  await eventually('its tools are there', async () => (await editorNames(agent)).length > 0);
  expect(agent.heard).toContain('notifications/tools/list_changed');
  const notes = await openWindow(world, 'notes');
  shop.openFolders([join(world.home, 'other')]);
  notes.openFolders([join(world.home, 'notes'), join(world.home, 'shop')]);
  await eventually('the folder has moved', async () => {
    const { window } = Object(await call(agent, 'editor__look', { text: 'where' }));
    return window === join(world.home, 'notes');
  });
  await shop.close();
  await eventually('one window is left', async () => (await sallyportJson(world, 'status')).editors.length === 1);

  for (const [tool, outcome] of [['editor__write', 'unknown'] as const, ['editor__look', undefined] as const]) {
    const window = tool === 'editor__write' ? notes : await openWindow(world, 'shop');
    await eventually('it is met', async () => {
      const { editors } = await sallyportJson(world, 'status');
      return editors.length === 1;
    });
    const hanging = call(agent, tool, { text: 'hang' });
    await eventually('the call is under way', () => window.hanging.size === 1);
    await window.die();
    const failed = await hanging;
    expect(failed).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { window: expect.any(String) } });
    expect(Object(failed).data.outcome).toBe(outcome);
    const startedAt = performance.now();
    expect(await call(agent, tool, { text: 'again' })).toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
      data: { outcome: 'not_run' },
    });
    // Some milliseconds, far below every deadline that it could have waited for.
    expect(performance.now() - startedAt).toBeLessThan(3000);
    await eventually('nothing is left of it', () => readdirSync(world.run.editors).length === 0, 15_000);
  }
}, 60_000);

it('a window that closes says itself how the calls in progress ended', async () => {
  const world = openGatewayWorld();
  await world.startGateway();
  const agent = await openAgentIn(world, 'shop');
  const window = await openWindow(world, 'shop');
  await eventually('its tools are there', async () => (await editorNames(agent)).length > 0);
  const calls = ['editor__write', 'editor__look'].map((name) =>
    agent.client.callTool({ name, arguments: { text: 'hang' } }),
  );
  await eventually('the calls are under way', () => window.hanging.size === 2);
  await window.close();
  const ended = await Promise.all(calls);
  const error = 'The VS Code window was closed or reloaded, or its MCP server was stopped.';
  expect(ended.map(({ structuredContent }) => structuredContent)).toMatchObject([
    { code: 'ERR_SERVER_UNAVAILABLE', error, outcome: 'unknown' },
    { code: 'ERR_SERVER_UNAVAILABLE', error, outcome: 'not_run' },
  ]);
});

it('a window that was killed is gone for whoever asks next', async () => {
  const world = openGatewayWorld();
  const shop = await openWindow(world, 'shop');
  const notes = await openWindow(world, 'notes');
  const third = await openWindow(world, 'third');
  const agent = await openAgentIn(world, 'elsewhere');
  const names = async () => (await sallyportJson(world, 'status')).editors.map(({ name }: { name: string }) => name);
  await eventually('all are met', async () => (await names()).length === 3);
  await shop.die();
  const left = ['notes', 'third'].map((folder) => expect.objectContaining({ name: join(world.home, folder) }));
  const { windows } = Object(await call(agent, 'editor__windows', {}));
  // Windows of the same moment come in any order.
  expect(windows).toHaveLength(2);
  expect(windows).toEqual(expect.arrayContaining(left));
  await notes.die();
  expect(await call(agent, 'editor__look', { text: 'to the only one' })).toMatchObject({
    window: join(world.home, 'third'),
  });
  await third.die();
  expect(await names()).toEqual([]);
});

it('an agent that hears progress is waited for, one that does not is told so, and a withdrawn call ends in the window', async () => {
  const world = openGatewayWorld();
  const window = await openWindow(world, 'shop');
  const agent = await openAgentIn(world, 'shop');
  expect(await call(agent, 'editor__look', { text: 'plain' })).toMatchObject({ text: 'plain' });
  const told: string[] = [];
  const withdrawal = new AbortController();
  const hanging = agent.client.callTool(
    { name: 'editor__write', arguments: { text: 'hang' } },
    { onprogress: ({ message }) => told.push(message ?? ''), signal: withdrawal.signal },
  );
  hanging.catch(() => {});
  await eventually('progress comes through', () => told.includes('hanging'));
  withdrawal.abort();
  await expect(hanging).rejects.toThrow();
  await eventually('the window heard of it', () => [...window.hanging].every(({ aborted }) => aborted));
});

it('the doctor names a window that no longer answers, and finds a living one sound', async () => {
  const world = openGatewayWorld();
  const none = await sallyportJson(world, 'doctor');
  const named = ({ hops }: { hops: { name: string }[] }) => hops.filter(({ name }) => name === 'editor');
  expect(named(none)).toMatchObject([{ state: 'idle' }]);
  const window = await openWindow(world, 'shop');
  expect(named(await sallyportJson(world, 'doctor'))).toMatchObject([{ state: 'sound' }]);
  await world.startGateway();
  await eventually('it is met', async () => (await sallyportJson(world, 'status')).editors.length === 1);
  expect(named(await sallyportJson(world, 'doctor'))).toMatchObject([
    { state: 'sound', detail: `${join(world.home, 'shop')}, 2 tools` },
  ]);
  await sallyport(world, ['stop']);
  await eventually('the gateway is gone', () => world.record() === undefined);
  await window.die();
  expect(named(await sallyportJson(world, 'doctor'))).toMatchObject([
    { state: 'broken', fix: expect.stringContaining('Reload') },
  ]);
});
