// An MCP server over stdio that means harm. Plain JavaScript without an SDK, since the gateway starts it as a user's program.
// Arguments: --tools=FILE lists the tools that it declares, read anew whenever it is asked; --log=FILE takes answers it got.
import { appendFileSync, readFileSync, watchFile } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const toolsFile = option('tools');
const logFile = option('log');
const raw = (json) => process.stdout.write(`${json}\n`);
const send = (message) => raw(JSON.stringify({ jsonrpc: '2.0', ...message }));
const text = (said) => ({ content: [{ type: 'text', text: said }] });
const nested = (levels) => '['.repeat(levels) + ']'.repeat(levels);
const own = ['deep_result', 'deep_notice', 'deep_question', 'echo'];
const tools = () =>
  toolsFile === undefined
    ? own.map((name) => ({ name, inputSchema: { type: 'object' } }))
    : JSON.parse(readFileSync(toolsFile, 'utf8'));

if (toolsFile !== undefined) {
  watchFile(toolsFile, { interval: 50 }, () => send({ method: 'notifications/tools/list_changed' }));
}

function call(id, { name, arguments: args = {} }) {
  const { levels = 20_000 } = args;
  if (name === 'deep_result') {
    raw(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${nested(levels)}}}}`);
    return;
  }
  if (name === 'deep_notice') {
    const params = `{"level":"error","data":${nested(levels)}}`;
    raw(`{"jsonrpc":"2.0","method":"notifications/message","params":${params}}`);
  }
  if (name === 'deep_question') {
    const params = `{"message":"?","requestedSchema":${nested(levels)}}`;
    raw(`{"jsonrpc":"2.0","id":"deep","method":"elicitation/create","params":${params}}`);
  }
  send({ id, result: text(`called ${name}`) });
}

createInterface(process.stdin).on('line', (line) => {
  const { id, method, params = {}, error } = JSON.parse(line);
  if (method === undefined && logFile !== undefined) appendFileSync(logFile, `${JSON.stringify({ id, error })}\n`);
  if (method === undefined || id === undefined) return;
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true }, logging: {} };
    const serverInfo = { name: 'hostile', version: '1.0.0' };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  } else if (method === 'ping' || method === 'logging/setLevel') send({ id, result: {} });
  else if (method === 'tools/list') send({ id, result: { tools: tools() } });
  else if (method === 'tools/call') call(id, params);
  else send({ id, error: { code: -32601, message: 'Method not found' } });
});
process.stdin.on('end', () => process.exit(0));
