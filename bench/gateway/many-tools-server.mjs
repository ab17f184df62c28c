// A server with as many tools as its argument says, whose first one is echo. Plain JavaScript, since the gateway starts it.
import process from 'node:process';
import { createInterface } from 'node:readline';

const count = Number(process.argv.at(-1));
const properties = { message: { type: 'string', description: 'What to say.' } };
const tools = Array.from({ length: count }, (_, index) => ({
  name: index === 0 ? 'echo' : `tool_${index}`,
  description: `Tool number ${index} of many.`,
  inputSchema: { type: 'object', properties, required: ['message'] },
}));
const results = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'many', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: args.message }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method]?.(params);
  const end = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...end })}\n`);
});
