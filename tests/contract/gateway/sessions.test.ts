// How browsers learn that an agent has left, or is still there: by each door, and over restarts of either side.
import { expect, it } from 'vitest';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import type { FakeHost } from '../../support/fake-host.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { connectClient } from '../../support/http-door.ts';
import { writeConfig } from '../../support/upstreams.ts';

const TEN_MINUTES = 600_000;

const sessionOfCall = (host: FakeHost, at = -1) => host.calls.at(at)?.agent?.session;

function ended(host: FakeHost, session: string | undefined): Promise<unknown> {
  return eventually('the browser hears that the session ended', () => {
    const told = host.told.find(({ method, agent }) => method === 'end_stay' && agent?.session === session);
    return told && { params: told.params };
  });
}

it.each(['legacy', 'modern'] as const)('a shim of the %s era that goes ends its session', async (era) => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const [agent, other] = [await world.openAgent(era), await world.openAgent(era)];
  await agent.client.callTool({ name: 'browser__whoami' });
  const session = sessionOfCall(host);
  await other.client.callTool({ name: 'browser__whoami' });
  const others = sessionOfCall(host);
  await agent.close();
  expect(await ended(host, session)).toEqual({ params: { keep_ms: TEN_MINUTES } });
  expect(host.told.filter(({ agent }) => agent?.session === others).at(-1)?.method).not.toBe('end_stay');
});

it('a shim that is killed ends its session too, with the time of the config', async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, {}, { keepTabsMinutes: 'forever' });
  const host = await world.openHost();
  const agent = await world.openAgent('modern');
  await agent.client.callTool({ name: 'browser__whoami' });
  process.kill(agent.pid, 'SIGKILL');
  expect(await ended(host, sessionOfCall(host))).toEqual({ params: { keep_ms: null } });
});

it('a session that is deleted, a request that ended, and a command end theirs', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  await world.startGateway();
  const { url } = await sallyportJson(world, 'serve', '--port', '0');
  const key = await addAgent(world, 'Ada');
  const session = await connectClient(new URL(url), 'legacy', key);
  await session.client.callTool({ name: 'browser__whoami' });
  const inSession = sessionOfCall(host);
  expect(host.told.filter(({ agent }) => agent?.session === inSession)).toEqual([]);
  await session.transport.terminateSession();
  await ended(host, inSession);

  const single = await connectClient(new URL(url), 'modern', key);
  await single.client.callTool({ name: 'browser__whoami' });
  await ended(host, sessionOfCall(host));

  await sallyport(world, ['call', 'browser/whoami']);
  expect(sessionOfCall(host)).toBe('cli');
  await ended(host, 'cli');
});

it('a browser that comes back hears who is here, and so does one whose gateway was replaced', async () => {
  const world = openGatewayWorld();
  const host = await world.openHost();
  const agent = await world.openAgent('modern');
  await agent.client.callTool({ name: 'browser__whoami' });
  const session = sessionOfCall(host);
  const held = () => host.told.filter((call) => call.method === 'hold_stay' && call.agent?.session === session).length;
  host.breakLink();
  await host.knock();
  await eventually('the browser that was away hears of the agent', () => held() === 1);

  const killed = world.record()?.pid ?? 0;
  process.kill(killed, 'SIGKILL');
  await eventually('another gateway took its place', () => {
    const { pid } = world.record() ?? {};
    return pid !== undefined && pid !== killed;
  });
  await eventually('the agent is announced by the new one', () => held() >= 2, 40_000);
  await agent.close();
  await ended(host, session);
}, 60_000);
