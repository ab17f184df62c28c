// The commands that talk to a gateway, on a home of their own: what they print, as text and as JSON, and how they end.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { sallyport } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { answerFakeTools } from '../../support/fake-tools.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';

it('status tells that nothing runs, and starts nothing', async () => {
  const world = openGatewayWorld();
  expect(await sallyport(world, ['status'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/No gateway is running/),
  });
  expect(JSON.parse((await sallyport(world, ['status', '--json'])).stdout)).toEqual({ running: false });
  expect(world.running()).toEqual([]);
});

it('status shows browsers and agents', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost({ browser: 'firefox' });
  const { client } = await world.openAgent('modern', { name: 'Some Agent' });
  const hanging = client.callTool({ name: 'browser__hang' }).catch(() => {});
  await eventually('the call is under way', () => host.calls.length === 1);
  const status = JSON.parse((await sallyport(world, ['status', '--json'])).stdout);
  expect(status).toMatchObject({
    running: true,
    version: '0.1.0',
    pid: world.record()?.pid,
    leavesWhenIdle: true,
    browsers: [{ hostId: host.id, name: 'firefox 1.0 · fire', tools: 5 }],
    agents: [{ name: 'Some Agent', cwd: world.home, calls: 1 }],
  });
  const { stdout } = await sallyport(world, ['status']);
  expect(stdout).toContain('firefox 1.0 · fire (5 tools)');
  expect(stdout).toMatch(/Some Agent \(no key\) in .*1 call running/);
  expect((await sallyport(world, ['stop', 'Some Agent', '--json'])).stdout).toContain('"dismissed": 1');
  await eventually('its call was cancelled', () => host.cancelled.length === 1);
  await hanging;
  expect(await sallyport(world, ['stop', 'Nobody'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/No agent "Nobody" is known/),
  });
});

it('call says that a question waits in the browser', async () => {
  const world = openGatewayWorld();
  await world.openHost({
    answer: async (call) => {
      if (call.tool !== 'work') return answerFakeTools(call);
      call.hold(true);
      call.hold(false);
      return { content: [{ type: 'text', text: 'allowed' }] };
    },
  });
  const { exitCode, stdout, stderr } = await sallyport(world, ['call', 'browser/work']);
  expect([exitCode, stdout]).toEqual([0, 'allowed\n']);
  expect(stderr).toContain('Waiting for your answer in the browser');
});

it('tools and call start a gateway when there is none; stop ends it', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  const { stdout } = await sallyport(world, ['tools']);
  expect(stdout).toContain('browser/echo    read   Says what it is told.');
  const { tools } = JSON.parse((await sallyport(world, ['tools', '--json'])).stdout);
  expect(tools).toHaveLength(5);
  expect(tools[0]).toMatchObject({ name: 'browser/echo', mcpName: 'browser__echo', effect: 'read' });
  expect(await sallyport(world, ['call', 'browser/echo', '{"text":"hello"}'])).toMatchObject({
    exitCode: 0,
    stdout: 'hello\n',
  });
  expect(JSON.parse((await sallyport(world, ['call', 'browser/work', '--json'])).stdout)).toMatchObject({
    result: { content: [{ text: 'done' }] },
    provenance: { serverId: 'browser', toolName: 'work' },
  });
  expect(await sallyport(world, ['stop'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^The gateway was stopped\. The next call of an agent starts it again;/),
  });
  await eventually('it has gone', () => world.running().length === 0);
  expect(await sallyport(world, ['stop'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^No gateway was running\./),
  });
});

it('two calls by hand are of one session, so that the second can go on where the first ended', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  await sallyport(world, ['call', 'browser/work']);
  await sallyport(world, ['call', 'browser/work']);
  expect(host.calls).toHaveLength(2);
  expect(host.calls[0]?.agent).toEqual(host.calls[1]?.agent);
  expect(host.calls[0]?.agent).toMatchObject({ name: 'command line', remembered: false });
});

it('call tells what is wrong and what to do', async () => {
  const world = openGatewayWorld();
  expect(await sallyport(world, ['call', 'browser/work'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/sallyport up/),
  });
  await world.openHost();
  await eventually(
    'the browser is there',
    async () => (await sallyport(world, ['call', 'browser/work'])).exitCode === 0,
  );
  expect(await sallyport(world, ['call', 'browser/echo', '[1]'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/a JSON object/),
  });
  expect(await sallyport(world, ['call', 'browser/none'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/no tool of this name/),
  });
  const { exitCode, stdout, stderr } = await sallyport(world, ['call', 'browser/echo', '{"text":3}', '--json']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('It takes: text.');
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_INPUT_INVALID' } });
});

it('serve stays until it is interrupted, and a second one names the first', async () => {
  const world = openGatewayWorld();
  let interrupt = () => {};
  const untilInterrupted = () => new Promise<void>((resolve) => (interrupt = resolve));
  const serving = sallyport(world, ['serve', '--port', '0'], { pid: process.pid, untilInterrupted });
  await eventually('it serves', () => world.record());
  expect(await sallyport(world, ['serve', '--port', '0'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`running gateway (process ${process.pid})`),
  });
  interrupt();
  expect(await serving).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/The gateway is running/) });
  expect(world.record()).toBeUndefined();
});

it('mcp carries the lines of an agent', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const running = sallyport(world, ['mcp'], { stdin, stdout });
  stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
  const [answer] = await once(stdout, 'data');
  expect(JSON.parse(String(answer)).result.tools).toHaveLength(5);
  stdin.end();
  expect(await running).toMatchObject({ exitCode: 0 });
});
