// The prompts of all servers where all tools are: each under its server's name, gated as tools are, and in the journal.
import { expect, it } from 'vitest';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { connectClient } from '../../support/http-door.ts';
import { everything, fixture, writeConfig } from '../../support/upstreams.ts';

const CHANGED = 'notifications/prompts/list_changed';
const greet = { name: 'one__args-prompt', arguments: { city: 'Bern' } };

interface Client {
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
}

const serversOf = async (client: Client) => [
  ...new Set((await client.listPrompts()).prompts.map(({ name }) => name.split('__')[0])),
];

/** Servers start while they are asked; one that is not there yet is left out and told of later. */
const lists = (client: Client, ...servers: string[]) =>
  eventually(
    `prompts of ${servers.join(', ') || 'none'}`,
    async () => (await serversOf(client)).join() === servers.join(),
    25_000,
  );

it.each(['legacy', 'modern'] as const)(
  'an agent of the %s era lists and gets them, over stdio and HTTP',
  async (era) => {
    const world = openGatewayWorld();
    writeConfig(world.home, { one: everything(), two: everything(), toolsOnly: fixture(world.home) });
    const { client } = await world.openAgent(era);
    await lists(client, 'one', 'two');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(prompts.map(({ name }) => name).sort());
    const { messages } = await client.getPrompt(greet);
    expect(JSON.stringify(messages)).toContain('Bern');
    const { url } = await sallyportJson(world, 'serve', '--port', '0');
    const far = await connectClient(new URL(url), era, await addAgent(world, 'Far'));
    expect(await far.client.listPrompts()).toMatchObject({ prompts });
    expect((await far.client.getPrompt(greet)).messages).toEqual(messages);
    await expect(client.getPrompt({ ...greet, name: 'one__nonsense' })).rejects.toThrow('no prompt with this name');
    await expect(client.getPrompt({ ...greet, name: 'ghost__args-prompt' })).rejects.toThrow(
      'no prompt with this name',
    );
    expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual(['prompts', 'tools']);
    const { entries } = await sallyportJson(world, 'journal', '--kind', 'read');
    expect(entries).toMatchObject([
      { server: 'one', method: 'prompts/get', outcome: 'result', agent: { name: 'tester' } },
      { server: 'one', method: 'prompts/get', outcome: 'result', agent: { name: 'Far' } },
    ]);
    expect(world.read('data/journal.jsonl')).not.toContain('Bern');
  },
  60_000,
);

it('what the user does not allow of a server is neither listed nor got, and the agent is told of changes', async () => {
  const world = openGatewayWorld();
  const servers = { one: everything(), two: everything() };
  writeConfig(world.home, servers, { policy: { 'two/*': 'deny' } });
  const ada = await world.openAgent('legacy', { env: { SALLYPORT_KEY: await addAgent(world, 'Ada') } });
  await lists(ada.client, 'one');
  await expect(ada.client.getPrompt({ ...greet, name: 'two__args-prompt' })).rejects.toThrow(
    'no prompt with this name',
  );
  ada.heard.length = 0;
  writeConfig(world.home, servers);
  await eventually('it hears of the change', () => ada.heard.includes(CHANGED));
  await lists(ada.client, 'one', 'two');
  ada.heard.length = 0;
  await sallyport(world, ['agents', 'families', 'Ada', '--off', 'one']);
  await eventually('it hears of the switch', () => ada.heard.includes(CHANGED));
  expect(await serversOf(ada.client)).toEqual(['two']);
  await expect(ada.client.getPrompt(greet)).rejects.toThrow('no prompt with this name');
  ada.heard.length = 0;
  writeConfig(world.home, {});
  await eventually('it hears that a server went', () => ada.heard.includes(CHANGED));
  await lists(ada.client);
}, 60_000);
