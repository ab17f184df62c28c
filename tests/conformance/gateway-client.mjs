// The client that the official suite starts: a gateway of its own with the suite's server behind it, and an agent that uses all
// that the server has. What the suite sees is the gateway. Plain JavaScript, since a shell starts it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { CONFORMANCE_FOLDER = '', CONFORMANCE_GATEWAY = '', MCP_CONFORMANCE_SCENARIO: scenario } = process.env;
// An agent of the new era would itself leave out what the gateway must leave out, and write headers of its own.
const isModern = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === '2026-07-28' && !scenario.startsWith('http-');
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const serverUrl = process.argv.at(-1);
const DEADLINE_MS = 20_000;

async function eventually(what, look) {
  const giveUpAt = Date.now() + DEADLINE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error(`Not in time: ${what}`);
    await delay(20);
  }
}

/** Starts a gateway in a home of its own; it leaves when we do. */
async function openGateway() {
  const home = mkdtempSync(join(CONFORMANCE_FOLDER, 'home-'));
  const key = 'a'.repeat(64);
  const agent = { id: 'agent_conformance', name: 'suite', createdAt: '2026-01-01T00:00:00.000Z' };
  mkdirSync(join(home, 'data'), { mode: 0o700 });
  const keyHash = createHash('sha256').update(key).digest('hex');
  writeFileSync(join(home, 'data', 'agents.json'), JSON.stringify({ version: 1, agents: [{ ...agent, keyHash }] }));
  const upstream = { type: 'http', url: serverUrl };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ http: { port: 0 }, mcpServers: { upstream } }));
  const child = spawn(process.execPath, [CONFORMANCE_GATEWAY, '--attached'], {
    env: { ...process.env, SALLYPORT_HOME: home },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const record = join(home, 'run', 'gateway.json');
  await eventually('the gateway', () => existsSync(record));
  const status = await eventually('its HTTP door and its server', async () => {
    const found = await ask(JSON.parse(readFileSync(record, 'utf8')), 'status');
    const { state, problem } = found.servers[0] ?? {};
    if (problem !== undefined) throw new Error(problem);
    return found.http && state === 'running' && found;
  });
  return { url: `${status.http.url}/upstream`, key, close: () => child.stdin.end() };
}

/** One question over the gateway's socket, as the command line asks it. */
async function ask({ socket, token }, method) {
  const connection = connect(socket);
  connection.write(`${JSON.stringify({ token, role: 'cli' })}\n`);
  connection.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} })}\n`);
  for await (const line of createInterface({ input: connection })) {
    connection.destroy();
    return JSON.parse(line).result;
  }
  throw new Error('The gateway did not answer.');
}

/** A value for each required argument, by its type. */
function argumentsFor({ properties = {}, required = [] }) {
  const samples = { string: 'text', integer: 5, number: 5, boolean: true, object: {}, array: [] };
  return Object.fromEntries(required.map((name) => [name, samples[properties[name]?.type] ?? 'text']));
}

async function useTools(client) {
  const { tools } = await client.listTools();
  const sampled = tools.map(({ name, inputSchema }) => ({ name, arguments: argumentsFor(inputSchema) }));
  const echo = tools.find(({ name }) => name === 'json_schema_echo');
  const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  const schemas = echo && focal ? [{ name: echo.name, arguments: { schema: focal.inputSchema } }] : [];
  // What a tool answers is the suite's to judge; a refusal of one must not keep us from the next.
  for (const call of [...(context.toolCalls ?? sampled), ...schemas]) await client.callTool(call).catch(note);
}

async function usePrompts(client) {
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts) await client.getPrompt({ name }).catch(note);
}

async function useResources(client) {
  const { resources } = await client.listResources();
  for (const { uri } of resources) await client.readResource({ uri }).catch(note);
}

function note(error) {
  process.stderr.write(`${scenario}: ${error.message}\n`);
}

const gateway = await openGateway();
const client = new Client(
  { name: 'conformance', version: '1.0.0' },
  {
    capabilities: { elicitation: { form: { applyDefaults: true } }, sampling: {} },
    versionNegotiation: { mode: isModern ? { pin: '2026-07-28' } : 'legacy' },
  },
);
client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: {} }));
try {
  const headers = { authorization: `Bearer ${gateway.key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url), { requestInit: { headers } }));
  await useTools(client);
  const has = client.getServerCapabilities() ?? {};
  if (has.prompts) await usePrompts(client);
  if (has.resources) await useResources(client);
} finally {
  await client.close();
  gateway.close();
}
