// What must be asked for is asked for in the agent's own client, by a real agent through the real gateway.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SallyportError } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf } from '../../support/error-facts.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { configurePlainServer, plainServerLog } from '../../support/plain-server.ts';

/** An agent whose client shows questions to a user, who answers one after the other. */
async function openAskedAgent(world: GatewayWorld, key: string, answers: readonly string[]) {
  const asked: string[] = [];
  const client = new Client(
    { name: 'asked', version: '1.0.0' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'legacy' } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const allow = answers[asked.length] ?? 'no';
    asked.push(params.message);
    return { action: 'accept' as const, content: { allow } };
  });
  const env = { ...world.env, SALLYPORT_KEY: key };
  const transport = new StdioClientTransport({ command: process.execPath, args: [world.programs.shim], env });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, asked };
}

it("an agent's own client may say once or no, and an always of it is neither kept nor heeded", async () => {
  const world = openGatewayWorld();
  configurePlainServer(world, { config: { policy: { 'plain/*': 'ask' } } });
  const { key } = await sallyportJson(world, 'agents', 'add', 'Some Agent');
  const { client, asked } = await openAskedAgent(world, key, ['once', 'no', 'always', 'once']);
  const call = () => client.callTool({ name: 'plain__echo' });
  const denied = { code: 'ERR_PERMISSION_DENIED' };
  expect((await call()).isError).not.toBe(true);
  expect(errorFactsOf(await call())).toMatchObject(denied);
  expect(errorFactsOf(await call())).toMatchObject(denied);
  expect((await call()).isError).not.toBe(true);
  expect(asked).toEqual(Array.from({ length: 4 }, () => 'May Some Agent use plain/echo?'));
  expect(plainServerLog(world)).toHaveLength(2);
  const { grants } = await sallyportJson(world, 'grants', 'list');
  expect(grants).toEqual([]);
  const { entries } = await sallyportJson(world, 'journal', '--kind', 'call');
  expect(entries.map(({ allowedBy }: { allowedBy?: string }) => allowedBy?.split(' ')[0])).toEqual([
    'consent',
    undefined,
    undefined,
    'consent',
  ]);
});

it.each(['legacy', 'modern'] as const)('a connected browser is asked first, for agents of the %s era', async (era) => {
  const world = openGatewayWorld();
  configurePlainServer(world, { config: { policy: { 'plain/*': 'ask' } } });
  const asked: unknown[] = [];
  const answers = ['once', 'no', 'always'];
  const host = await world.openHost({
    answer: async ({ method, params, agent }) => {
      if (method !== 'ask_user') throw new SallyportError('ERR_TOOL_NOT_FOUND', 'No such method.');
      asked.push([agent?.name, params]);
      return { allow: answers[asked.length - 1] };
    },
  });
  await host.knock().catch(() => {});
  const { key } = await sallyportJson(world, 'agents', 'add', 'Some Agent');
  const { client } = await world.openAgent(era, { env: { SALLYPORT_KEY: key } });
  const call = () => client.callTool({ name: 'plain__echo' });
  expect((await call()).isError).not.toBe(true);
  expect(errorFactsOf(await call())).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  expect((await call()).isError).not.toBe(true);
  expect((await call()).isError).not.toBe(true);
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['Some Agent', { tool: 'plain/echo' }]));
  const { grants } = await sallyportJson(world, 'grants', 'list');
  expect(grants).toMatchObject([{ grantType: 'ALLOW_ALWAYS', grantedBy: 'extension' }]);
});
