// The chain with the real native host in it: agent, shim, gateway, link, host, and a browser that is none.
import { expect, it } from 'vitest';
import type { Era } from '../../support/agent.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { verifies } from '../../support/verifies.ts';

const eras: readonly Era[] = ['legacy', 'modern'];

it.each(eras)(
  verifies('a call of a %s agent reaches the extension and comes back', 'S1-token-presented'),
  async (era) => {
    const world = openGatewayWorld();
    const extension = await world.openExtension();
    const { client } = await world.openAgent(era, { name: 'through and through' });
    expect((await client.listTools()).tools).toHaveLength(5);
    const { content } = await client.callTool({ name: 'browser__whoami' });
    const [block] = content;
    expect(JSON.parse(block?.type === 'text' ? block.text : '')).toMatchObject({ name: 'through and through' });
    expect(await client.callTool({ name: 'browser__echo', arguments: { text: 1 } })).toMatchObject({
      ...failedWith({ code: 'ERR_INPUT_INVALID' }),
    });
    await extension.close();
    await eventually('the browser is missed', async () => {
      const result = await client.callTool({ name: 'browser__work' });
      return result.isError;
    });
  },
);

it('a browser that opens after the agent is found by its knock', async () => {
  const world = openGatewayWorld();
  const { client, heard } = await world.openAgent('legacy');
  expect((await client.listTools()).tools).toEqual([]);
  await world.openExtension();
  await eventually('the agent was told', () => heard.includes('notifications/tools/list_changed'));
  expect((await client.listTools()).tools).toHaveLength(5);
});

it('a gateway that was killed is replaced, and the host takes the new one', async () => {
  const world = openGatewayWorld();
  await world.openExtension();
  const { client } = await world.openAgent('modern');
  await client.callTool({ name: 'browser__work' });
  process.kill(world.record()?.pid ?? 0, 'SIGKILL');
  await eventually('calls work again', async () => {
    const result = await client.callTool({ name: 'browser__work' });
    return result.isError !== true;
  });
});
