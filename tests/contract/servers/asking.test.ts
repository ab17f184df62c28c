// A server that asks in the middle of a call, and the client that answers it: each of either era, all four ways.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { fixtureProgram } from '../../conformance/suite.ts';
import type { Era } from '../../support/agent.ts';
import { addAgent, sallyportJson } from '../../support/command-in-world.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { everything, writeConfig } from '../../support/upstreams.ts';

async function connect(url: string, key: string, era: Era) {
  const asked: string[] = [];
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const capabilities = { elicitation: {}, sampling: {} };
  const client = new Client({ name: 'tester', version: '1' }, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { name: 'Ada', username: 'ada', email: 'ada@example.org' } };
  });
  client.setRequestHandler('sampling/createMessage', async () => {
    asked.push('sampling');
    return { role: 'assistant', model: 'stub', content: { type: 'text', text: 'a thought of the model' } };
  });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return { client, asked };
}

const eras: readonly Era[] = ['legacy', 'modern'];

it.each(eras)('a client of the %s era answers servers of both', async (era) => {
  const world = openGatewayWorld();
  const modern = { command: process.execPath, args: [fixtureProgram, `--of=${world.home}`] };
  writeConfig(world.home, { old: everything(), new: modern });
  await world.startGateway();
  const { url } = await sallyportJson(world, 'serve', '--port', '0');
  const { client, asked } = await connect(url, await addAgent(world, 'Ada'), era);
  const sampled = await client.callTool({
    name: 'old__trigger-sampling-request',
    arguments: { prompt: 'Think.', maxTokens: 10 },
  });
  expect(JSON.stringify(sampled.content)).toContain('a thought of the model');
  const elicited = await client.callTool({ name: 'new__test_elicitation', arguments: { message: 'Who are you?' } });
  expect(JSON.stringify(elicited.content)).toContain('ada@example.org');
  expect(asked).toEqual(['sampling', 'Who are you?']);
});
