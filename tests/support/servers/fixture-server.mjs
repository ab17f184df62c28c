// An MCP server over stdio without any SDK, which fails in the ways that its arguments and tools name. Plain JavaScript,
// since the gateway starts it as a user's own program.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';

const ways = new Set(process.argv.slice(2));
const has = (way) => ways.has(`--${way}`);
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const post = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const tool = (name, more = {}) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more });
const tools = [
  'echo',
  'crash',
  'slow',
  'hang',
  'big',
  'ask',
  'pid',
  'env',
  'wrong_id',
  'garbage',
  'grow',
  'refuse',
  'log',
].map((name) => tool(name));
tools.push(tool('future', { annotations: { futureHint: 7 }, futureField: { kept: true } }));

const waiting = new Map();
let lastAsk = 0;
let cancelled = 0;

function ask(method, params) {
  const id = `ask-${++lastAsk}`;
  post({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

const calls = {
  echo: ({ message }) => text(message),
  crash: () => process.exit(7),
  hang: () => new Promise(() => {}),
  big: ({ megabytes }) => text('x'.repeat(megabytes * 1_000_000)),
  pid: () => text(process.pid),
  env: () => text(JSON.stringify(process.env)),
  refuse: () => {
    throw new Error('This tool refuses.');
  },
  async slow({ ms = 50 }, { progressToken } = {}) {
    if (progressToken !== undefined) {
      post({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2, message: 'half' } });
    }
    await new Promise((resolve) => setTimeout(resolve, ms));
    return text(`slept, cancelled ${cancelled}`);
  },
  async ask({ about = 'name' }) {
    const answer = await ask('elicitation/create', { message: `Your ${about}?`, requestedSchema: { type: 'object' } });
    return text(JSON.stringify(answer.result ?? answer.error));
  },
  wrong_id: () => {
    post({ id: 987_654, result: text('for nobody') });
    return new Promise(() => {});
  },
  garbage: () => {
    process.stdout.write('this is no message\n{"half": \n\n[1,2]\n');
    return text('after the garbage');
  },
  grow: () => {
    tools.push(tool(`grown_${tools.length}`));
    post({ method: 'notifications/tools/list_changed' });
    return text('grown');
  },
  log: () => {
    post({ method: 'notifications/message', params: { level: 'info', data: 'a line of the log' } });
    return text('logged');
  },
  future: () => ({
    content: [{ type: 'hologram', beams: [1, 2], futureKey: true }],
    structuredContent: { deep: { unknown: null } },
    futureField: [1],
    _meta: { 'example.org/mark': 1 },
  }),
};

async function answer(id, method, params) {
  if (has('modern') && method === 'initialize')
    return post({ id, error: { code: -32601, message: 'Method not found' } });
  if (method === 'server/discover') {
    if (has('dies-on-discover')) process.exit(9);
    if (!has('modern')) return post({ id, error: { code: -32601, message: 'Method not found' } });
    const capabilities = { tools: { listChanged: true } };
    return post({ id, result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities } });
  }
  if (method === 'initialize') {
    const result = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'fixture' },
    };
    return post({ id, result });
  }
  if (method === 'tools/list') return has('never-lists') ? undefined : post({ id, result: { tools } });
  if (method === 'subscriptions/listen') return undefined;
  if (method !== 'tools/call') return post({ id, error: { code: -32601, message: 'Method not found' } });
  const run = calls[params.name];
  if (has('modern') && params.name === 'ask' && params.inputResponses === undefined) {
    const inputRequests = {
      who: { method: 'elicitation/create', params: { message: 'Your name?', requestedSchema: {} } },
    };
    return post({ id, result: { resultType: 'input_required', inputRequests, requestState: 'state-é' } });
  }
  if (has('modern') && params.name === 'ask') {
    return post({ id, result: text(JSON.stringify({ state: params.requestState, got: params.inputResponses })) });
  }
  try {
    const result = await run(params.arguments ?? {}, params._meta);
    post({ id, result });
  } catch (error) {
    post({ id, error: { code: -32000, message: error.message, data: { why: 'because' } } });
  }
}

if (has('exit')) {
  process.stderr.write(`starting…\nno good: ${process.env.FIXTURE_SECRET ?? 'nothing'} is missing\n`);
  process.exit(3);
}
if (has('banner')) process.stdout.write('Welcome to the fixture!\nListening…\n');
if (has('flood')) {
  const flood = () => process.stdout.write('noise of no meaning\n'.repeat(500_000));
  // More than is borne, before its first answer.
  flood();
  setInterval(flood, 1);
}
if (has('ignores-term')) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
if (has('child')) {
  // A grandchild in a group and session of its own, which no signal to our group reaches.
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...ways], {
    stdio: 'ignore',
    detached: true,
  }).unref();
}
if (has('crash-once')) setTimeout(() => process.exit(5), 200);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (has('hangs')) return;
  const { id, method, params = {}, ...rest } = JSON.parse(line);
  if (method === 'notifications/cancelled') cancelled += 1;
  if (method === undefined) waiting.get(id)?.(rest);
  else if (id !== undefined) answer(id, method, params).catch(() => process.exit(1));
});
lines.on('close', () => {
  if (!has('ignores-term')) process.exit(0);
});
