// --config: another file than the user's own, for a gateway that this command starts, and for edits.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';

it('a gateway that is started for a command reads the named file, before or after the command', async () => {
  const world = openGatewayWorld();
  const other = join(world.home, 'other.json');
  writeConfig(world.home, { own: fixture(world.home) });
  writeFileSync(other, JSON.stringify({ mcpServers: { named: fixture(world.home) } }));
  await eventually('its server has tools', async () => {
    const { tools } = await sallyportJson(world, '--config', other, 'tools');
    return tools.some(({ name }: { name: string }) => name === 'named/echo');
  });
  const { config, servers } = await sallyportJson(world, 'status', '--config', other);
  expect(config).toBe(other);
  expect(servers.map(({ id }: { id: string }) => id)).toEqual(['named']);
  // One gateway serves a user: another config needs another one.
  const refused = await sallyport(world, ['serve', '--port', '0']);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('sallyport stop') });
});

it('edits go to the named file, and one that is not there is refused', async () => {
  const world = openGatewayWorld();
  const other = join(world.home, 'other.json');
  writeFileSync(other, '{ /* mine */ }');
  await sallyport(world, ['--config', other, 'servers', 'add', 'files', '--', 'files-server']);
  const text = readFileSync(other, 'utf8');
  expect([text.includes('/* mine */'), text.includes('"files"')]).toEqual([true, true]);
  const { stderr, exitCode } = await sallyport(world, ['status', '--config', join(world.home, 'none.json')]);
  expect({ stderr, exitCode }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('none.json') });
});
