// Agents of the official client come in through the real shim and gateway, in both protocol eras, to a host of ours.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { Era } from '../../support/agent.ts';
import { almost } from '../../support/deadline.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from '../../support/fake-host.ts';
import { fakeTools } from '../../support/fake-tools.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { verifies } from '../../support/verifies.ts';

const eras: readonly Era[] = ['legacy', 'modern'];

describe.each(eras)('an agent of the %s era', (era) => {
  it(verifies('lists the tools, sorted, spelled app__tool, with effects as annotations', 'S4-tool-name'), async () => {
    const world = openGatewayWorld();
    await world.openHost();
    const { client } = await world.openAgent(era);
    const { tools } = await client.listTools();
    const names = ['browser__big', 'browser__echo', 'browser__hang', 'browser__whoami', 'browser__work'];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools[1]).toMatchObject({ title: 'Echo', annotations: { readOnlyHint: true, openWorldHint: true } });
    expect(tools[2]).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } });
    expect(client.getServerVersion()).toMatchObject({ name: 'sallyport' });
  });

  it(verifies('gets the result with its provenance', 'S4-provenance', 'S4-accept-call'), async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    const { client } = await world.openAgent(era);
    const result = await client.callTool({ name: 'browser__echo', arguments: { text: 'hello' } });
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'hello' }], structuredContent: { text: 'hello' } });
    expect(result._meta).toMatchObject({
      'example.org/mark': 7,
      'dev.sallyport/provenance': {
        serverId: 'browser',
        toolName: 'echo',
        callId: host.calls[0]?.id,
        startedAt: expect.any(String),
        durationMs: expect.any(Number),
      },
    });
  });

  it(verifies('hears of progress before the result', 'S4-events'), async () => {
    const world = openGatewayWorld();
    const heard: unknown[] = [];
    // It ends only after its progress was heard, since the client drops progress that comes with the result.
    const answer: Answer = async ({ progress }) => {
      progress(1, 'begun');
      progress(2, 'half');
      await eventually('both were heard', () => heard.length === 2);
      return { content: [] };
    };
    await world.openHost({ answer });
    const { client } = await world.openAgent(era);
    await client.callTool({ name: 'browser__work' }, { onprogress: (progress) => heard.push(progress) });
    expect(heard).toMatchObject([
      { progress: 1, message: 'begun' },
      { progress: 2, message: 'half' },
    ]);
  });

  it('withdraws a call, and the tool is told to stop', async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    const { client } = await world.openAgent(era);
    const controller = new AbortController();
    const hanging = client.callTool({ name: 'browser__hang' }, { signal: controller.signal });
    const call = await eventually('the call reached the host', () => host.calls[0]);
    controller.abort();
    await expect(hanging).rejects.toThrow();
    await eventually('the host was told', () => host.cancelled.includes(call.id));
    await expect(client.callTool({ name: 'browser__whoami' })).resolves.toBeDefined();
  });

  it(
    verifies('is told that there is no such tool, and what fits the arguments', 'S4-accept-unknown-tool'),
    async () => {
      const world = openGatewayWorld();
      await world.openHost();
      const { client } = await world.openAgent(era);
      await expect(client.callTool({ name: 'browser__nothing' })).rejects.toMatchObject({
        code: -32602,
        data: { code: 'ERR_TOOL_NOT_FOUND' },
      });
      expect(await client.callTool({ name: 'browser__echo', arguments: { text: 5 } })).toMatchObject({
        isError: true,
        ...failedWith({ code: 'ERR_INPUT_INVALID', hint: 'It takes: text.' }),
      });
    },
  );

  it(
    verifies('may give every browser tool a timeout within bounds', 'S1-timeout-parameter', 'S1-timeout-round-trip'),
    async () => {
      const world = openGatewayWorld();
      const host = await world.openHost();
      const { client } = await world.openAgent(era);
      const { tools } = await client.listTools();
      for (const { inputSchema } of tools) {
        expect(inputSchema.properties).toMatchObject({
          timeout: { type: 'integer', minimum: 5000, maximum: 300_000, default: 150_000 },
        });
      }
      const tooShort = await client.callTool({ name: 'browser__echo', arguments: { text: 'a', timeout: 4999 } });
      expect(tooShort).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_INPUT_INVALID' }) });
      await client.callTool({ name: 'browser__echo', arguments: { text: 'a', timeout: 5000 } });
      await client.callTool({ name: 'browser__echo', arguments: { text: 'b' } });
      expect(host.calls.map(({ args, deadlineMs }) => ({ args, deadlineMs }))).toEqual([
        { args: { text: 'a' }, deadlineMs: almost(5000) },
        { args: { text: 'b' }, deadlineMs: almost(150_000) },
      ]);
    },
  );

  it(
    verifies('has its answer when the time is over, from a browser that never answers', 'S1-timeout-round-trip'),
    async () => {
      const world = openGatewayWorld();
      const hang = { name: 'hang', inputSchema: { type: 'object' }, timeoutMs: 400 };
      const host = await world.openHost({ tools: [hang], answer: () => new Promise(() => {}) });
      const { client } = await world.openAgent(era);
      let end: unknown = 'none';
      client.callTool({ name: 'browser__hang' }).then(
        (result) => (end = result),
        (error) => (end = error),
      );
      await eventually('an end', () => end !== 'none', 5_000);
      expect(end).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_TOOL_TIMEOUT' }) });
      expect(host.cancelled).toHaveLength(1);
    },
  );

  it('is told when the tools change', async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    const { client, heard } = await world.openAgent(era);
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    expect((await client.listTools()).tools).toHaveLength(5);
    host.declare(fakeTools.slice(0, 1));
    await eventually('the agent heard of it', () => heard.includes('notifications/tools/list_changed'));
    // What it heard may have been of the browser's arrival.
    await eventually('it sees the change', async () => {
      const { tools } = await client.listTools({}, { cacheMode: 'refresh' });
      return tools.length === 1;
    });
  });

  it('neither sees nor calls what the policy denies', async () => {
    const world = openGatewayWorld();
    writeFileSync(
      join(world.home, 'config.json'),
      '{\n  // nobody needs this\n  "policy": {"browser/echo": "allow", "browser/*": "deny"},\n}',
    );
    await world.openHost();
    const { client } = await world.openAgent(era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['browser__echo']);
    expect(await client.callTool({ name: 'browser__work' })).toMatchObject({
      isError: true,
      ...failedWith({ code: 'ERR_PERMISSION_DENIED', data: { rule: 'browser/*' } }),
    });
  });
});

it(
  verifies('two agents at once are two agents with two sessions', 'S1-agent-id-injected', 'S1-agent-id-form'),
  async () => {
    const world = openGatewayWorld();
    await world.openHost();
    const agents = await Promise.all([
      world.openAgent('legacy', { name: 'first' }),
      world.openAgent('modern', { name: 'second' }),
    ]);
    const labels = await Promise.all(
      agents.map(async ({ client }) => {
        // An agent cannot choose its identity by an argument.
        const { content } = await client.callTool({
          name: 'browser__whoami',
          arguments: { agentId: 'agent_forged_1' },
        });
        const [block] = content;
        return JSON.parse(block?.type === 'text' ? block.text : 'null');
      }),
    );
    expect(labels).toMatchObject(
      agents.map(({ pid }, i) => ({
        id: expect.stringMatching(new RegExp(`^agent_[0-9a-f]{32}_${pid}$`)),
        name: ['first', 'second'][i],
        session: expect.stringMatching(/^[0-9a-f]{32}$/),
        remembered: false,
      })),
    );
    expect(new Set(labels.map(({ session }) => session)).size).toBe(2);
    expect(new Set(labels.map(({ id }) => id)).size).toBe(2);
  },
);

it('the journal has one payload-free entry for each call', async () => {
  const world = openGatewayWorld();
  await world.openHost();
  const { client } = await world.openAgent('legacy');
  await client.callTool({ name: 'browser__echo', arguments: { text: 'hello' } });
  await client.callTool({ name: 'browser__echo', arguments: {} });
  const entries = world
    .read('data/journal.jsonl')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
    .filter((entry) => isRecord(entry) && entry.kind === 'call');
  const common = { kind: 'call', tool: 'browser/echo', agent: { name: 'tester' }, durationMs: expect.any(Number) };
  expect(entries).toMatchObject([
    { ...common, outcome: 'result' },
    { ...common, outcome: 'failure', code: 'ERR_INPUT_INVALID' },
  ]);
});
