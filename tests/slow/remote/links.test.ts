// The link to a remote host through the ends of what holds it: its server, and the gateway.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { sallyport } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { openRemoteWorld } from '../../support/remote-world.ts';

const work = (agent: Agent) => agent.client.callTool({ name: 'browser__work' });
const isSocket = (name: string) => name.endsWith('.sock');

it('an agent waits while its server is down and up again, without a lost call', async () => {
  const world = await openRemoteWorld();
  const agent = await world.openRemoteAgent();
  expect(await work(agent)).not.toHaveProperty('isError', true);
  await world.server.kill();
  await eventually('the link is down', async () => (await world.linkState()) !== 'up');
  expect((await sallyport(world, ['doctor'])).stdout).toMatch(/BROKEN.*remote box[\s\S]*\[remote-down\]/);
  const waiting = work(agent);
  await world.server.start();
  expect(await waiting).not.toHaveProperty('isError', true);
});

it('a link ends with the gateway, also one that was killed, and comes back with the next', async () => {
  const world = await openRemoteWorld();
  process.kill(world.record()?.pid ?? 0, 'SIGKILL');
  await eventually('no ssh is left', () => world.sshPids().length === 0);
  await eventually('no socket is left', () => readdirSync(world.folder).filter(isSocket).length === 0);
  await world.startGateway();
  await eventually('the link is up', async () => (await world.linkState()) === 'up');
  const agent = await world.openRemoteAgent();
  expect(await work(agent)).not.toHaveProperty('isError', true);
});

it('a link comes back after a restart of the computer as soon as a browser opens', async () => {
  const world = await openRemoteWorld();
  process.kill(world.record()?.pid ?? 0, 'SIGKILL');
  await eventually('no ssh is left', () => world.sshPids().length === 0);
  world.env.SALLYPORT_GATEWAY_COMMAND = JSON.stringify([process.execPath, world.programs.gateway]);
  await world.openExtension();
  await eventually('the link is up', async () => (await world.linkState()) === 'up');
});
