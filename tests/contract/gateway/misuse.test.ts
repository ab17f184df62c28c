// Commands as a person gets them wrong, and homes in which something stands in the way: each answer says what to do next.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { sallyport } from '../../support/sallyport.ts';

it('a config.json that cannot be read is no empty one: nothing starts by it, and nothing is written over it', async () => {
  const world = openGatewayWorld();
  const path = join(world.home, 'config.json');
  mkdirSync(path);
  const said = { exitCode: 1, stderr: expect.stringContaining(`${path} cannot be read: EISDIR.`) };
  for (const args of [
    ['servers'],
    ['servers', 'add', 'x', '--', 'y'],
    ['servers', 'remove', 'x'],
    ['tools'],
    ['serve'],
  ]) {
    expect(await sallyport(world, ...args), args.join(' ')).toMatchObject(said);
  }
  expect((await sallyport(world, 'doctor')).stdout).toMatch(/BROKEN {2}config\.json .*cannot be read: EISDIR/);
  expect(statSync(path).isDirectory()).toBe(true);
  expect(world.record()).toBeUndefined();
});

it('a rule holds on when its file can no longer be read', async () => {
  const world = openGatewayWorld();
  const path = join(world.home, 'config.json');
  writeFileSync(path, '{ "policy": { "browser/*": "deny" } }');
  await world.openHost();
  const { client } = await world.openAgent('legacy');
  rmSync(path);
  mkdirSync(path);
  await eventually('it was said', () => world.read('data/logs/gateway.log').includes('What was read before stays'));
  await expect(client.callTool({ name: 'browser__echo', arguments: { text: 'x' } })).resolves.toMatchObject({
    structuredContent: { code: 'ERR_PERMISSION_DENIED' },
  });
});
