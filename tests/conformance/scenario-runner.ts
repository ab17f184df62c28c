// What the suite's client does: the suite's server becomes one of a gateway's servers, somebody signs in there where that is
// wanted, and an agent uses all that it has. The suite sees the gateway alone.
import { renameSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isRecord } from '@sallyport/protocol';
import { onTestFinished } from 'vitest';
import { addAgent } from '../support/command-in-world.ts';
import { errorFactsOf } from '../support/error-facts.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Entry } from '../support/upstreams.ts';
import { type AskGateway, openGatewayAsker } from './gateway-asker.ts';

interface Job {
  readonly scenario: string;
  readonly url: string;
  readonly context: {
    readonly client_id?: string;
    readonly client_secret?: string;
    readonly toolCalls?: readonly ToolCall[];
  };
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

export interface ScenarioRunner {
  /** Where the suite's clients hand over their scenarios. */
  readonly socket: string;
  /** What the agent or the person met, by scenario; some want exactly that. */
  readonly faults: ReadonlyMap<string, string>;
}

const READY_MS = 30_000;
/** A person would stop here too: a server that is never content is not worth a third time. */
const MAX_LOGINS = 2;

export async function openScenarioRunner(revision: string): Promise<ScenarioRunner> {
  const world = openGatewayWorld();
  const entries = new Map<string, Entry>();
  const write = () => {
    // Whole at every moment: the gateway may read it while another scenario comes or goes.
    const path = join(world.home, 'config.json');
    writeFileSync(`${path}.new`, JSON.stringify({ http: { port: 0 }, mcpServers: Object.fromEntries(entries) }));
    renameSync(`${path}.new`, path);
  };
  write();
  const key = await addAgent(world, 'suite');
  const ask = openGatewayAsker(await world.startGateway());
  const faults = new Map<string, string>();

  async function run({ scenario, url, context }: Job): Promise<void> {
    const id = scenario.replaceAll(/[^a-z0-9]+/g, '-');
    entries.set(id, { type: 'http', url, ...oauthOf(scenario, context) });
    write();
    try {
      const login = openLogin(ask, id);
      while ((await settled(ask, id)) === 'signed-out') await login();
      const { http } = await ask('status');
      const client = await openAgent(`${http.url}/${id}`, key, revision, scenario);
      await useAll(client, context.toolCalls, login, (fault) => faults.set(scenario, fault));
      await client.close();
    } finally {
      // The suite's server ends when nobody holds a connection to it.
      entries.delete(id);
      write();
    }
  }

  const socket = join(world.home, 'scenarios.sock');
  const server = createServer((connection) => {
    receive(connection)
      .then(async (job) => {
        await run(job).catch((thrown: Error) => faults.set(job.scenario, thrown.message));
        connection.end(faults.get(job.scenario) ?? '');
      })
      .catch(() => connection.destroy());
  }).listen(socket);
  onTestFinished(() => void server.close());
  return { socket, faults };
}

async function receive(connection: Socket): Promise<Job> {
  for await (const line of createInterface({ input: connection })) return JSON.parse(line);
  throw new Error('A client said nothing.');
}

/** What the suite says of a client that it knows already; the rest the gateway finds out. */
function oauthOf(scenario: string, { client_id: clientId, client_secret: clientSecret }: Job['context']): object {
  if (clientId !== undefined) return { oauth: { clientId, clientSecret } };
  const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
  return scenario === 'auth/basic-cimd' ? { oauth: { clientMetadataUrl } } : {};
}

/** The page of the suite agrees by itself and sends the browser back to the gateway. */
function openLogin(ask: AskGateway, name: string): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    if (count > MAX_LOGINS) throw new Error(`${MAX_LOGINS} sign-ins were not enough.`);
    await ask('servers.login', { name }, (address) => {
      fetch(address).catch(() => {});
    });
  };
}

async function settled(ask: AskGateway, id: string): Promise<string> {
  for (const giveUpAt = Date.now() + READY_MS; Date.now() < giveUpAt; await delay(50)) {
    const { servers } = await ask('servers.list');
    const { state, problem } = servers.find((server: { readonly id: string }) => server.id === id) ?? {};
    if (['running', 'signed-out'].includes(state)) return state;
    if (['crashed', 'failed'].includes(state)) throw new Error(problem);
  }
  throw new Error('The server was not met in time.');
}

async function openAgent(url: string, key: string, revision: string, scenario: string): Promise<Client> {
  // An agent of the new era would itself leave out what the gateway must leave out, and write headers of its own.
  const isModern = revision === '2026-07-28' && !scenario.startsWith('http-');
  const client = new Client(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: { applyDefaults: true } }, sampling: {} },
      versionNegotiation: { mode: isModern ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: {} }));
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

/** What a tool answers is the suite's to judge; a refusal of one must not keep us from the next. */
async function useAll(
  client: Client,
  wanted: readonly ToolCall[] | undefined,
  login: () => Promise<void>,
  onFault: (fault: string) => void,
): Promise<void> {
  const { tools } = await client.listTools();
  const sampled = tools.map(({ name, inputSchema }) => ({ name, arguments: argumentsFor(inputSchema) }));
  const echo = tools.find(({ name }) => name === 'json_schema_echo');
  const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  const schemas = echo && focal ? [{ name: echo.name, arguments: { schema: focal.inputSchema } }] : [];
  for (const call of [...(wanted ?? sampled), ...schemas]) {
    await useTool(client, call, login).catch((thrown: Error) => onFault(thrown.message));
  }
  const { prompts, resources } = client.getServerCapabilities() ?? {};
  for (const { name } of prompts ? (await client.listPrompts()).prompts : []) {
    await client.getPrompt({ name }).catch(() => {});
  }
  for (const { uri } of resources ? (await client.listResources()).resources : []) {
    await client.readResource({ uri }).catch(() => {});
  }
}

/** Where the answer is that a person has to sign in, one does, and asks again. */
async function useTool(client: Client, call: ToolCall, login: () => Promise<void>): Promise<void> {
  const { data } = errorFactsOf(await client.callTool(call));
  if (!isRecord(data) || data.signIn === undefined) return;
  await login();
  await client.callTool(call);
}

/** A value for each required argument, by its type. */
function argumentsFor(schema: { readonly properties?: object; readonly required?: readonly string[] }) {
  const samples: Record<string, unknown> = {
    string: 'text',
    integer: 5,
    number: 5,
    boolean: true,
    object: {},
    array: [],
  };
  const types = new Map(Object.entries(schema.properties ?? {}).map(([name, { type }]) => [name, String(type)]));
  return Object.fromEntries((schema.required ?? []).map((name) => [name, samples[types.get(name) ?? ''] ?? 'text']));
}
