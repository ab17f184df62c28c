// The doctor on homes with one thing broken: it names that hop and what mends it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WIRE } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { firstRunFiles, openInstallerWorld } from '../../support/installer-world.ts';
import { writeConfig } from '../../support/upstreams.ts';

interface Hop {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly fix?: string;
}

const named = (hops: readonly Hop[], name: string) => hops.filter((hop) => hop.name === name);

it('finds a living chain sound to the last hop', async () => {
  const world = openGatewayWorld();
  await world.openHost({ browser: 'firefox' });
  await world.startGateway();
  const { hops } = await sallyportJson(world, 'doctor');
  for (const name of ['Node', 'bundles', 'config.json', 'run directory', 'gateway']) {
    expect(named(hops, name)).toMatchObject([{ state: 'sound' }]);
  }
  expect(named(hops, 'browser link')).toMatchObject([{ state: 'sound', detail: 'firefox 1.0 · fire, 5 tools' }]);
});

it('tells with status of a browser whose user gave it no right to open sites, until that is given', async () => {
  const world = openGatewayWorld();
  await world.startGateway();
  const extension = await world.openExtension();
  const says = (siteAccess: boolean) =>
    extension.post({
      ...{ type: 'hello', wire: WIRE, version: '0.1.0', browser: { name: 'fake', version: '1.0' } },
      ...{ profile: { id: 'p1' }, capabilities: ['ids'], tools_hash: 'h1', site_access: siteAccess },
    });
  const siteAccess = async () => (await sallyportJson(world, 'status')).browsers[0]?.siteAccess;
  await eventually('the browser is linked', async () => (await sallyportJson(world, 'status')).browsers.length === 1);
  expect(await siteAccess()).toBeUndefined();
  says(false);
  await eventually('it is told', async () => (await siteAccess()) === false);
  expect((await sallyport(world, ['status'])).stdout).toMatch(
    /fake 1\.0 · p1 \(5 tools\): no access to websites\. In the/,
  );
  const { hops } = await sallyportJson(world, 'doctor');
  expect(named(hops, 'browser link')).toMatchObject([
    {
      state: 'broken',
      detail: expect.stringContaining('may not access websites'),
      fix: expect.stringContaining('all sites'),
    },
  ]);
  says(true);
  await eventually('it is told', async () => (await siteAccess()) === true);
  expect((await sallyport(world, ['status'])).stdout).toContain('fake 1.0 · p1 (5 tools)\n');
  expect(named((await sallyportJson(world, 'doctor')).hops, 'browser link')).toMatchObject([{ state: 'sound' }]);
});

it('asks for a set-up of browsers where none is open, and only mentions it where one does without', async () => {
  const world = openGatewayWorld();
  const installer = openInstallerWorld('linux');
  onTestFinished(() => installer.close());
  installer.put(firstRunFiles.linux.chromium, '');
  const setUp = async () => {
    const { stdout } = await sallyport(world, ['doctor', '--json'], { installer: installer.ports });
    return named(JSON.parse(stdout).hops, 'browser set-up');
  };
  expect(await setUp()).toMatchObject([{ state: 'broken', fix: 'Run "sallyport install".' }]);
  await world.openHost();
  expect(await setUp()).toMatchObject([{ state: 'idle', detail: expect.stringContaining('"sallyport install"') }]);
});

it('starts nothing, and says that what is idle is idle', async () => {
  const world = openGatewayWorld();
  const { hops } = await sallyportJson(world, 'doctor');
  expect(named(hops, 'gateway')).toMatchObject([{ state: 'idle' }]);
  expect(named(hops, 'native host')).toMatchObject([{ state: 'idle' }]);
  expect(world.running()).toEqual([]);
});

it('names what is broken and the fix, and ends with 1', async () => {
  const world = openGatewayWorld();
  writeFileSync(join(world.home, 'config.json'), '{ "policy": 1 }');
  const { exitCode, stdout } = await sallyport(world, ['doctor'], { bundles: '/nowhere' });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/BROKEN {2}bundles .*missing native-host\.cjs, gateway\.cjs, mcp-shim\.cjs/);
  expect(stdout).toMatch(/BROKEN {2}config\.json .*"policy" must be an object/);
  expect(stdout).toMatch(/First problem: bundles\. Run "npm run build"/);
});

it('names a dead native host and a server that does not start', async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, { lost: { command: '/nowhere/at-all' } });
  const host = await world.openHost();
  const record = readFileSync(join(world.run.hosts, `${host.id}.json`), 'utf8');
  await host.close();
  const dead = JSON.parse(record);
  writeFileSync(
    join(world.run.hosts, `${host.id}.json`),
    JSON.stringify({ ...dead, socket: join(world.home, 'no.sock') }),
  );
  const asleep = await sallyportJson(world, 'doctor');
  expect(named(asleep.hops, 'native host')).toMatchObject([{ state: 'broken', fix: 'Restart the browser.' }]);
  await world.startGateway();
  const { hops } = await sallyportJson(world, 'doctor');
  expect(named(hops, 'server lost')).toMatchObject([
    { state: 'broken', detail: expect.stringContaining('/nowhere/at-all') },
  ]);
});
