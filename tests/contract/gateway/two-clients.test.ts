// Two clients with calls under way, of both eras, when the gateway is killed under them, and when one of them is killed.
import { expect, it } from 'vitest';
import { sallyportJson } from '../../support/command-in-world.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';

async function openWorld() {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const ada = await world.openAgent('legacy', { name: 'Ada' });
  const bob = await world.openAgent('modern', { name: 'Bob' });
  return { world, host, ada, bob };
}

it('a gateway killed under two clients answers both calls as unknown, repeats neither, and both go on', async () => {
  const { world, host, ada, bob } = await openWorld();
  const hanging = [ada, bob].map(({ client }) => client.callTool({ name: 'browser__hang' }));
  await eventually('both calls reached the host', () => host.calls.length === 2);
  process.kill(world.record()?.pid ?? 0, 'SIGKILL');
  for (const ended of await Promise.all(hanging)) {
    expect(ended).toMatchObject({
      isError: true,
      ...failedWith({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } }),
    });
  }
  const texts = await Promise.all(
    [ada, bob].map(({ client }, n) =>
      eventually('the browser is linked again', async () => {
        const result = await client.callTool({ name: 'browser__echo', arguments: { text: `again ${n}` } });
        return result.isError === true ? undefined : Reflect.get(Object(result.structuredContent), 'text');
      }),
    ),
  );
  expect(texts).toEqual(['again 0', 'again 1']);
  expect(host.calls.filter(({ tool }) => tool === 'hang')).toHaveLength(2);
});

it('a client killed in a call takes its call with it, and the other one notices nothing', async () => {
  const { world, host, ada, bob } = await openWorld();
  const kept = bob.client.callTool({ name: 'browser__hang' });
  kept.catch(() => {});
  await eventually('its call reached the host', () => host.calls.length === 1);
  ada.client.callTool({ name: 'browser__hang' }).catch(() => {});
  await eventually('both calls reached the host', () => host.calls.length === 2);
  process.kill(ada.pid, 'SIGKILL');
  await eventually('its tool was told to stop', () => host.cancelled.length === 1);
  expect(host.calls[1]?.id).toBe(host.cancelled[0]);
  await eventually('it is gone from the status', async () => {
    const { agents } = await sallyportJson(world, 'status');
    return agents.length === 1 && agents[0].calls === 1;
  });
  const result = await bob.client.callTool({ name: 'browser__echo', arguments: { text: 'still here' } });
  expect(result).toMatchObject({ structuredContent: { text: 'still here' } });
  expect(host.cancelled).toHaveLength(1);
});
