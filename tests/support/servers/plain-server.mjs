// A small MCP server of the sessionful era over stdio, for tests of policy: it echoes, fails, hangs, reports, and counts.
// Arguments: --describe=TEXT is the description of `echo`; --log=FILE takes the name of each call and cancel.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const logFile = option('log');
const note = (line) => logFile && appendFileSync(logFile, `${line}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const object = { type: 'object', properties: {} };

const tools = [
  { name: 'echo', description: option('describe') ?? 'Says what it is told.', inputSchema: object },
  { name: 'fail', description: 'Says that it failed.', inputSchema: object },
  { name: 'hang', description: 'Ends only when it is cancelled.', inputSchema: object },
  { name: 'garble', description: 'Answers with what is no result.', inputSchema: object },
  { name: 'crash', description: 'Ends the server.', inputSchema: object },
  { name: 'deaf', description: 'Never ends.', inputSchema: object },
  { name: 'report', description: 'Tells of its progress, then ends.', inputSchema: object },
  { name: 'refuse', description: 'Answers with an error of the protocol.', inputSchema: object },
  { name: 'odd', description: 'Has a schema that some clients drop.', inputSchema: { ...object, anyOf: [{}] } },
];

const text = (said) => ({ content: [{ type: 'text', text: said }] });
const hanging = new Map();

function call(id, { name, arguments: args = {}, _meta = {} }) {
  note(`call ${name}${_meta.traceparent === undefined ? '' : ` ${_meta.traceparent}`}`);
  if (name === 'echo') send({ id, result: text(JSON.stringify(args)) });
  else if (name === 'fail') send({ id, result: { ...text('it did not work'), isError: true } });
  else if (name === 'garble') send({ id, result: 'no object at all' });
  else if (name === 'refuse') send({ id, error: { code: -32000, message: 'it refuses' } });
  else if (name === 'crash') process.exit(1);
  else if (name === 'hang') hanging.set(id, name);
  else if (name === 'report') {
    const { progressToken } = _meta;
    if (progressToken !== undefined) {
      send({ method: 'notifications/progress', params: { progressToken, progress: 1, message: 'half' } });
    }
    setTimeout(() => send({ id, result: text('reported') }), 100);
  } else if (name !== 'deaf') send({ id, error: { code: -32602, message: 'no such tool' } });
}

createInterface(process.stdin).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === 'initialize') {
    const capabilities = { tools: {} };
    const serverInfo = { name: 'plain', version: '1.0.0' };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  } else if (method === 'ping') send({ id, result: {} });
  else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'tools/call') call(id, params);
  else if (method === 'notifications/cancelled') {
    note(`cancelled ${hanging.get(params.requestId) ?? 'another'}`);
    if (hanging.delete(params.requestId)) send({ id: params.requestId, error: { code: -32800, message: 'cancelled' } });
  } else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
});
process.stdin.on('end', () => process.exit(0));
