// A hostile MCP server behind a real gateway: what it answers, notifies and asks, while an agent calls its tool.
import { bytesOf, damaged, mutated } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { fieldOf, type Json, must, mustNotFail, type Target, textsIn } from '../base/target.ts';
import { openFuzzedGateway } from '../real/fuzzed-gateway.ts';
import { ServerSide } from '../real/server-side.ts';

const jsonrpc = '2.0';
const result = (value: Json): Json => ({ jsonrpc, id: '$ID', result: value });

const answers: Readonly<Record<'tools/call' | 'tools/list' | 'prompts/list', readonly [Json, ...Json[]]>> = {
  'tools/call': [
    result({ content: [{ type: 'text', text: 'x' }], structuredContent: { a: [1] }, isError: false, _meta: { a: 1 } }),
    result({
      content: [
        { type: 'image', data: 'aa', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'x:', name: 'n' },
      ],
    }),
    result({
      resultType: 'input_required',
      inputRequests: { a: { method: 'elicitation/create', params: {} } },
      requestState: 's',
    }),
    { jsonrpc, id: '$ID', error: { code: -32602, message: 'no', data: { a: 1 } } },
  ],
  'tools/list': [
    result({
      tools: [
        { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } },
        {
          name: 'other',
          title: 'Other',
          description: 'd',
          inputSchema: {
            type: 'object',
            properties: { a: { type: 'string', description: 'x' } },
            required: ['a'],
            anyOf: [{}],
          },
          outputSchema: { type: 'object' },
          annotations: { readOnlyHint: true, title: 't' },
          icons: [{ src: 'x:' }],
          _meta: { a: 1 },
        },
      ],
      nextCursor: 'c',
    }),
  ],
  'prompts/list': [result({ prompts: [{ name: 'p', arguments: [{ name: 'a', required: true }] }], nextCursor: 'c' })],
};

const notices: readonly [Json, ...Json[]] = [
  { jsonrpc, method: 'notifications/message', params: { level: 'error', logger: 'l', data: 'x' } },
  { jsonrpc, method: 'notifications/progress', params: { progressToken: 1, progress: 1, total: 2, message: 'm' } },
  { jsonrpc, method: 'notifications/resources/updated', params: { uri: 'file:///a' } },
  { jsonrpc, method: 'notifications/prompts/list_changed' },
  { jsonrpc, method: 'notifications/cancelled', params: { requestId: 'q', reason: 'r' } },
  {
    jsonrpc,
    id: 'q',
    method: 'elicitation/create',
    params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
  },
  { jsonrpc, id: 'q', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
  { jsonrpc, id: 'q', method: 'roots/list' },
  { jsonrpc, id: 'q', method: 'ping' },
  { jsonrpc, id: 999, result: {} },
];

const methods = ['tools/call', 'tools/call', 'tools/list', 'prompts/list'] as const;

export const serverTarget: Target = {
  name: 'server',
  generate(random) {
    const method = random.pick(methods);
    const answer = line(random, random.pick(answers[method])).replaceAll('"$ID"', '$ID');
    return { method, answer, notices: random.several(0, 3, () => line(random, random.pick(notices))) };
  },
  async open(programs) {
    const side = new ServerSide();
    const gateway = await openFuzzedGateway(programs, { fuzz: side.entry });
    const call = () => gateway.ask('tools/call', { name: 'fuzz__echo', arguments: {} });
    await call();
    return {
      async feed(input) {
        for (const notice of textsIn(input, 'notices')) side.say(notice);
        const method = String(fieldOf(input, 'method'));
        side.answer(method, String(fieldOf(input, 'answer')));
        if (method === 'tools/list') side.say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
        const said = [await call(), await gateway.ask(method === 'prompts/list' ? method : 'tools/list')];
        // Its own list again, for the next input.
        if (method === 'tools/list') side.say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
        gateway.process.mustRun();
        must(!said.includes(''), () => 'A request was not answered.');
        said.forEach(mustNotFail);
      },
      memory: async () => ({ gateway: await gateway.process.memory() }),
      async close() {
        await gateway.close();
        side.close();
      },
    };
  },
};

/** One line, each byte as one character. */
function line(random: Random, sample: Json): string {
  const text = bytesOf(mutated(random, sample));
  return (random.chance(0.1) ? damaged(random, text) : text).replaceAll('\n', ' ');
}
