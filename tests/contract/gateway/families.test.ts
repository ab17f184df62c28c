// Families of tools: switched by command, by config.json and by address, for one agent and not for another.
import { expect, it } from 'vitest';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf, failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { connectClient } from '../../support/http-door.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';

const CHANGED = 'notifications/tools/list_changed';

interface Client {
  listTools(): Promise<{ tools: { name: string }[] }>;
}

/** Resolves when the tools of these apps are listed, and no others. */
async function lists(client: Client, ...apps: string[]): Promise<void> {
  const look = async () => {
    const { tools } = await client.listTools();
    return [...new Set(tools.map(({ name }) => name.split('__')[0]))].sort().join() === apps.join();
  };
  await eventually(`it lists ${apps.join(', ') || 'nothing'}`, look);
}

async function openWorld(more: Record<string, unknown> = {}): Promise<GatewayWorld> {
  const world = openGatewayWorld();
  writeConfig(world.home, { mine: fixture(world.home) }, more);
  await world.openHost();
  await world.startGateway();
  return world;
}

it('a command switches them for one agent, and it is told, in both eras', async () => {
  const world = await openWorld();
  const [ada, bob] = [
    await world.openAgent('legacy', { env: { SALLYPORT_KEY: await addAgent(world, 'Ada') } }),
    await world.openAgent('modern', { env: { SALLYPORT_KEY: await addAgent(world, 'Bob') } }),
  ];
  await bob.client.listen({ toolsListChanged: true });
  await lists(ada.client, 'browser', 'mine');
  expect(await sallyportJson(world, 'agents', 'families', 'Ada', '--off', 'mine')).toMatchObject({
    words: ['-mine'],
    families: [
      { family: 'core', isOn: true },
      { family: 'mine', isOn: false },
    ],
  });
  await eventually('Ada is told', () => ada.heard.includes(CHANGED));
  await lists(ada.client, 'browser');
  await sallyport(world, ['agents', 'families', 'Bob', '--only', 'mine']);
  await eventually('Bob is told, in his era', () => bob.heard.includes(CHANGED));
  await lists(bob.client, 'mine');
  await sallyport(world, ['agents', 'families', 'Bob', '--reset']);
  await lists(bob.client, 'browser', 'mine');
  const refused = await ada.client.callTool({ name: 'mine__echo', arguments: { message: 'x' } });
  expect(refused).toMatchObject({
    isError: true,
    ...failedWith({
      code: 'ERR_TOOL_NOT_ALLOWED',
      hint: 'The user can enable it with: sallyport agents families "Ada" --on mine',
    }),
  });
  const { command } = Object(errorFactsOf(refused).data);
  expect(command).toBe('sallyport agents families "Ada" --on mine');
  await sallyport(world, ['agents', 'families', 'Ada', '--on', 'mine']);
  await expect(ada.client.callTool({ name: 'mine__echo', arguments: { message: 'x' } })).resolves.not.toMatchObject({
    isError: true,
  });
});

it('config.json switches them for all, or for one by name, and a change is felt at once', async () => {
  const world = await openWorld({ families: ['core'] });
  const ada = await world.openAgent('legacy', { env: { SALLYPORT_KEY: await addAgent(world, 'Ada') } });
  const stranger = await world.openAgent('legacy', { name: 'Ada' });
  await lists(ada.client, 'browser');
  expect(await stranger.client.callTool({ name: 'mine__echo' })).toMatchObject({
    isError: true,
    ...failedWith({ code: 'ERR_TOOL_NOT_ALLOWED', hint: expect.stringContaining('config.json') }),
  });
  writeConfig(world.home, { mine: fixture(world.home) }, { families: { '*': ['core'], Ada: ['mine'] } });
  await eventually('Ada is told', () => ada.heard.includes(CHANGED));
  await lists(ada.client, 'mine');
  await lists(stranger.client, 'browser');
  // The command goes on from there, and outweighs it.
  await sallyport(world, ['agents', 'families', 'Ada', '--on', 'core']);
  await lists(ada.client, 'browser', 'mine');
  await sallyport(world, ['agents', 'families', 'Ada', '--reset']);
  await lists(ada.client, 'mine');
});

it.each(['legacy', 'modern'] as const)('an address chooses among what the user left on, in the %s era', async (era) => {
  const world = await openWorld();
  const url = new URL((await sallyportJson(world, 'serve', '--port', '0')).url);
  const key = await addAgent(world, 'Ada');
  const at = async (families: string) => (await connectClient(new URL(`${url}?families=${families}`), era, key)).client;
  await lists(await at('core'), 'browser');
  await lists(await at('-core'), 'mine');
  await lists(await at('core,mine'), 'browser', 'mine');
  expect(await (await at('core')).callTool({ name: 'mine__echo' })).toMatchObject({
    isError: true,
    ...failedWith({ code: 'ERR_TOOL_NOT_ALLOWED', hint: expect.stringContaining('families=') }),
  });
  await sallyport(world, ['agents', 'families', 'Ada', '--only', 'core']);
  await lists(await at('mine'));
  const alone = await connectClient(new URL(`${url}/mine`), era, key);
  expect((await alone.client.listTools()).tools).toEqual([]);
});

it('what is no family is refused, by command and in config.json', async () => {
  const world = openGatewayWorld();
  await addAgent(world, 'Ada');
  for (const flags of [
    ['--only', 'Core!'],
    ['--only', 'core', '--off', 'mine'],
    ['--on', '-core'],
  ]) {
    expect(await sallyport(world, ['agents', 'families', 'Ada', ...flags])).toMatchObject({ exitCode: 2 });
  }
  expect(await sallyport(world, ['agents', 'families', 'Ghost'])).toMatchObject({ exitCode: 2 });
  writeConfig(world.home, {}, { families: 'core' });
  const { stderr } = await sallyport(world, ['agents', 'families', 'Ada']);
  expect(stderr).toContain('"families" must be a list');
});
