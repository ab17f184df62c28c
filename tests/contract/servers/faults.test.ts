// Servers that fail in every way there is, behind the real gateway: each fault is told, and the rest goes on.
import { expect, it } from 'vitest';
import { errorFactsOf, failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';
import { verifies } from '../../support/verifies.ts';

it(verifies(
  'of servers that do not come up each says why, and one that does is served',
  'S4-err-server-unavailable',
), async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, {
    good: fixture(world.home, '--banner'),
    exits: { ...fixture(world.home, '--exit'), env: { FIXTURE_SECRET: 'hush-hush' } },
    hangs: { ...fixture(world.home, '--hangs'), startTimeoutMs: 1000 },
    floods: fixture(world.home, '--flood'),
    missing: { command: 'no-such-program-anywhere' },
    unset: { command: 'node', env: { KEY: '$' + '{env:NOT_SET_ANYWHERE}' } },
    broken: { args: ['neither command nor url'] },
  });
  const { client } = await world.openAgent('legacy');
  const good = await client.callTool({ name: 'good__echo', arguments: { message: 'y' } });
  expect(good).toMatchObject({ content: [{ text: 'y' }] });
  const refused = { exits: 'is missing', hangs: '1 s', floods: 'floods', missing: 'no-such-program', unset: 'NOT_SET' };
  await Promise.all(
    Object.entries(refused).map(async ([name, why]) => {
      const result = await client.callTool({ name: `${name}__echo` });
      expect(errorFactsOf(result), name).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
      expect(JSON.stringify(result.content)).toContain(why);
    }),
  );
  expect(world.everything()).not.toContain('hush-hush is missing');
  expect(world.read('data/logs/gateway.log')).toContain('"broken" cannot be used: it needs a "command" or a "url"');
}, 20_000);

it(verifies(
  'faults in the middle of calls hurt no other call, and the connection stays',
  'S4-err-tool-failed',
), async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, { bad: fixture(world.home) });
  const { client } = await world.openAgent('legacy');
  const { content: pid } = await client.callTool({ name: 'bad__pid' });

  const slow = client.callTool({ name: 'bad__slow', arguments: { ms: 1500 } });
  const controller = new AbortController();
  const misnumbered = client.callTool({ name: 'bad__wrong_id' }, { signal: controller.signal });
  const big = await client.callTool({ name: 'bad__big', arguments: { megabytes: 100 } });
  expect(errorFactsOf(big)).toMatchObject({ code: 'ERR_FRAME_TOO_LARGE' });
  const garbled = await client.callTool({ name: 'bad__garbage' });
  expect(garbled).toMatchObject({ content: [{ text: 'after the garbage' }] });
  const refused = await client.callTool({ name: 'bad__refuse' });
  expect(refused).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_TOOL_FAILED' }) });
  expect(JSON.stringify(refused.content)).toContain('This tool refuses.');
  controller.abort();
  await expect(misnumbered).rejects.toThrow();
  await eventually('the server heard that the call was withdrawn', async () =>
    JSON.stringify(await client.callTool({ name: 'bad__slow', arguments: { ms: 1 } })).includes('cancelled 1'),
  );

  await expect(slow).resolves.toMatchObject({ content: [{ text: expect.stringContaining('slept') }] });
  await expect(client.callTool({ name: 'bad__pid' })).resolves.toMatchObject({ content: pid });
}, 20_000);

it('a crash in the middle of calls fails them at once with an unknown outcome, and the server is back', async () => {
  const world = openGatewayWorld();
  writeConfig(world.home, { bad: fixture(world.home) });
  const { client } = await world.openAgent('legacy');
  const hanging = client.callTool({ name: 'bad__hang' });
  for (const result of await Promise.all([client.callTool({ name: 'bad__crash' }), hanging])) {
    expect(errorFactsOf(result)).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'unknown' } });
  }
  const back = await client.callTool({ name: 'bad__echo', arguments: { message: 'back' } });
  expect(back).toMatchObject({ content: [{ text: 'back' }] });
  expect(world.read('data/logs/gateway.log')).toContain('server bad: crashed, restart 1 of 3 follows');
}, 20_000);
