// What becomes of the servers' processes when the gateway stops, is killed, or makes room for another.
import { expect, it } from 'vitest';
import { sallyport } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';
import { verifies } from '../../support/verifies.ts';

it(
  verifies(
    'a gateway that stops takes all servers along, their children included',
    'S4-accept-stop',
    'S4-accept-spawn',
  ),
  async () => {
    const world = openGatewayWorld();
    writeConfig(world.home, {
      one: fixture(world.home, '--child'),
      two: fixture(world.home),
      off: { ...fixture(world.home), enabled: false },
    });
    await world.startGateway();
    const servers = () => processesNaming(`--of=${world.home}`);
    await eventually('both servers and the child run', () => servers().length === 3);
    await sallyport(world, ['stop']);
    await eventually('all are gone', () => servers().length === 0);
    expect(world.record()).toBeUndefined();
  },
);

it('what a killed gateway leaves is ended by the next one', async () => {
  const world = openGatewayWorld();
  // It survives the end of its input, so that only the next gateway can end it.
  writeConfig(world.home, { one: fixture(world.home, '--ignores-term', '--child') });
  const { pid } = await world.startGateway();
  const { client } = await world.openAgent('legacy');
  const before = await client.callTool({ name: 'one__pid' });
  const servers = () => processesNaming(`--of=${world.home}`).length;
  await eventually('server and child run', () => servers() === 2);
  process.kill(pid, 'SIGKILL');
  const after = await eventually('the next gateway serves', async () => {
    const result = await client.callTool({ name: 'one__pid' });
    return result.isError === true ? undefined : result;
  });
  expect(after.content).not.toEqual(before.content);
  await eventually('of the first nothing is left', () => servers() === 2);
  expect(world.read('data/logs/gateway.log')).toContain('ended 1 servers that a crashed gateway left behind');
}, 20_000);

it(
  verifies(
    "a crash is seen in the server's state and in the journal",
    'S4-metric-server-health',
    'S4-state-starting',
    'S4-state-crashed',
    'S4-state-restarting',
  ),
  async () => {
    const world = openGatewayWorld();
    writeConfig(world.home, { one: fixture(world.home) });
    const { client } = await world.openAgent('legacy');
    await client.callTool({ name: 'one__crash' });
    const status = JSON.parse((await sallyport(world, ['status', '--json'])).stdout);
    expect(status.servers).toMatchObject([
      { id: 'one', state: 'crashed', problem: expect.stringContaining('exit code 7') },
    ]);
    await client.callTool({ name: 'one__echo', arguments: { message: 'x' } });
    const entries = world
      .read('data/journal.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'server');
    expect(entries.map(({ server, state, restarts }) => [server, state, restarts])).toEqual([
      ['one', 'starting', 0],
      ['one', 'running', 0],
      ['one', 'crashed', 0],
      ['one', 'restarting', 1],
      ['one', 'running', 1],
    ]);
  },
);
