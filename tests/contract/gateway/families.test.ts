// Families of tools: switched by command, by config.json and by address, for one agent and not for another.
import { onDemandFamilies } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { browserDeclarations } from '../../../packages/browser-extension/src/tools/all.ts';
import { secretsTool } from '../../../packages/gateway/src/apps/browser/secrets-tool.ts';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf, failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { answerFakeTools, fakeTools } from '../../support/fake-tools.ts';
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

/** A tool of a family that is off at first. */
const vault = {
  name: 'vault',
  description: 'Opens.',
  inputSchema: { type: 'object' },
  effect: 'read',
  family: 'vision',
} as const;

interface Asking {
  readonly questions: string[];
  readonly answers: string[];
}

/** A browser whose user answers questions one after the other. */
async function openAsking(policy: Record<string, string> = {}): Promise<{ world: GatewayWorld } & Asking> {
  const world = openGatewayWorld();
  writeConfig(world.home, {}, { policy });
  const [questions, answers]: [string[], string[]] = [[], []];
  await world.openHost({
    tools: [...fakeTools, vault],
    answer: async (call) => {
      if (call.method === 'ask_user') {
        questions.push(String(Object(call.params).tool));
        return { allow: answers.shift() ?? 'no' };
      }
      return answerFakeTools(call.tool === 'vault' ? { ...call, tool: 'work' } : call);
    },
  });
  return { world, questions, answers };
}

const offers = async (client: Client, tool: string) =>
  (await client.listTools()).tools.some(({ name }) => name === `browser__${tool}`);

it.each(['legacy', 'modern'] as const)(
  'an agent of the %s era asks for a family, and the user decides',
  async (era) => {
    const { world, questions, answers } = await openAsking();
    const key = await addAgent(world, 'Ada');
    const { client, heard } = await world.openAgent(era, { env: { SALLYPORT_KEY: key } });
    const other = await world.openAgent(era, { env: { SALLYPORT_KEY: key } });
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    const callVault = () => client.callTool({ name: 'browser__vault' });
    const ask = (on: unknown, by = client) => by.callTool({ name: 'browser__families', arguments: { on } });
    expect(await offers(client, 'vault')).toBe(false);
    expect(await callVault()).toMatchObject({
      isError: true,
      ...failedWith({
        code: 'ERR_TOOL_NOT_ALLOWED',
        hint: 'Ask for it with browser__families {"on": "vision"}. The user can enable it with: sallyport agents families "Ada" --on vision',
      }),
    });
    expect(await ask('other')).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_INPUT_INVALID' }) });
    expect(JSON.stringify(await client.callTool({ name: 'browser__families' }))).toMatch(
      /vision: off, browser__vault, about \d+ tokens\./,
    );
    answers.push('no', 'once');
    // A no is remembered: the second time nobody is asked.
    for (const _ of ['first', 'again']) {
      const refused = await ask('vision', other.client);
      expect(refused).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_PERMISSION_DENIED' }) });
    }
    expect(questions).toEqual(['browser/families.vision']);
    expect(await offers(client, 'vault')).toBe(false);
    expect(JSON.stringify(await ask('vision'))).toContain('vision: on');
    await eventually('the agent is told', () => heard.includes(CHANGED));
    expect(await offers(client, 'vault')).toBe(true);
    expect((await callVault()).isError).not.toBe(true);
    // It is on already, so nobody is asked; it is not for another session of the same agent.
    await ask('vision');
    expect(await offers(other.client, 'vault')).toBe(false);
    expect(questions).toEqual(['browser/families.vision', 'browser/families.vision']);
    const { entries } = await sallyportJson(world, 'journal', '--kind', 'permission');
    expect(entries).toMatchObject([
      { tool: 'browser/families.vision', result: 'DENY' },
      { tool: 'browser/families.vision', result: 'ALLOW_ONCE' },
    ]);
  },
);

it('a yes outlives the request of an HTTP client without an MCP session, and an address still narrows', async () => {
  const { world, questions, answers } = await openAsking();
  await world.startGateway();
  const url = new URL((await sallyportJson(world, 'serve', '--port', '0')).url);
  const key = await addAgent(world, 'Ada');
  const { client } = await connectClient(url, 'modern', key);
  answers.push('once');
  const ask = { name: 'browser__families', arguments: { on: 'vision' } };
  expect((await client.callTool(ask)).isError).not.toBe(true);
  expect(await offers(client, 'vault')).toBe(true);
  const { client: narrow } = await connectClient(new URL(`${url}?families=core`), 'modern', key);
  expect(await offers(narrow, 'vault')).toBe(false);
  expect(await narrow.callTool(ask)).toMatchObject({
    isError: true,
    ...failedWith({ code: 'ERR_TOOL_NOT_ALLOWED', hint: expect.stringContaining('families=') }),
  });
  expect(questions).toEqual(['browser/families.vision']);
});

it('the user takes a family back from a session that was allowed it', async () => {
  const { world, answers } = await openAsking();
  const { client } = await world.openAgent('legacy', { env: { SALLYPORT_KEY: await addAgent(world, 'Ada') } });
  const ask = () => client.callTool({ name: 'browser__families', arguments: { on: 'vision' } });
  answers.push('once');
  expect((await ask()).isError).not.toBe(true);
  expect(await offers(client, 'vault')).toBe(true);
  await sallyport(world, ['agents', 'families', 'Ada', '--only', 'core']);
  await sallyport(world, ['agents', 'families', 'Ada', '--off', 'vision']);
  const refused = { isError: true, ...failedWith({ code: 'ERR_TOOL_NOT_ALLOWED' }) };
  expect(await client.callTool({ name: 'browser__vault' })).toMatchObject(refused);
  expect(await ask()).toMatchObject(refused);
  await eventually('it is no longer listed', async () => !(await offers(client, 'vault')));
});

it('the gateway itself refuses every tool of a family that is off, also as a step of a batch', async () => {
  const world = openGatewayWorld();
  const onDemand = [...browserDeclarations(), secretsTool].filter(({ family }) => family !== undefined);
  expect([...new Set(onDemand.map(({ family }) => family))].sort()).toEqual([...onDemandFamilies].sort());
  const reached: string[] = [];
  await world.openHost({
    tools: browserDeclarations(),
    answer: async (call) => {
      reached.push(call.tool);
      return answerFakeTools(call);
    },
  });
  const { client } = await world.openAgent('modern');
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  const refused = { isError: true, ...failedWith({ code: 'ERR_TOOL_NOT_ALLOWED' }) };
  for (const { name, family } of onDemand) {
    expect(listed).not.toContain(`browser__${name}`);
    expect(await client.callTool({ name: `browser__${name}` }), name).toMatchObject(refused);
    const steps = [{ tool: name, args: {} }];
    const batch = await client.callTool({ name: 'browser__batch', arguments: { steps } });
    // Cookies and stored data are never part of a batch, on or off.
    const why = family === 'state' ? 'is called alone' : 'is in the family';
    expect(JSON.stringify(batch), name).toContain(`${name} ${why}`);
  }
  expect(reached.filter((tool) => onDemand.some(({ name }) => name === tool))).toEqual([]);
});

it('a rule allows or refuses a family without a question, and so does a word of the user about it', async () => {
  const { world, questions } = await openAsking({ 'browser/families.vision': 'allow' });
  const { client } = await world.openAgent('legacy', { env: { SALLYPORT_KEY: await addAgent(world, 'Ada') } });
  const ask = () => client.callTool({ name: 'browser__families', arguments: { on: 'vision' } });
  await sallyport(world, ['agents', 'families', 'Ada', '--off', 'vision']);
  expect(await ask()).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_TOOL_NOT_ALLOWED' }) });
  await sallyport(world, ['agents', 'families', 'Ada', '--reset']);
  expect((await ask()).isError).not.toBe(true);
  expect(await offers(client, 'vault')).toBe(true);
  writeConfig(world.home, {}, { policy: { 'browser/families': 'deny' } });
  await eventually('the tool is gone', async () => !(await offers(client, 'families')));
  expect(await ask()).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_PERMISSION_DENIED' }) });
  expect(questions).toEqual([]);
});

it('a command switches a family on for good and shows what each costs', async () => {
  const { world } = await openAsking();
  const { client } = await world.openAgent('legacy', { env: { SALLYPORT_KEY: await addAgent(world, 'Ada') } });
  expect(await offers(client, 'vault')).toBe(false);
  expect(await sallyportJson(world, 'agents', 'families', 'Ada', '--on', 'vision')).toMatchObject({
    words: ['all', 'vision'],
    families: [
      { family: 'core', isOn: true, tokens: expect.any(Number) },
      { family: 'vision', isOn: true, tools: 1, tokens: expect.any(Number) },
    ],
  });
  await eventually('the tool is there', () => offers(client, 'vault'));
  expect(await offers(client, 'echo')).toBe(true);
  const { stdout } = await sallyport(world, ['agents', 'families', 'Ada', '--reset']);
  expect(stdout).toMatch(/vision +off +1 tool, about \d+ tokens/);
});
