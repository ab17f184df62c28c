// Messages to a real native host and the gateway behind it, after the hello: from the browser, from programs at its sockets,
// and as answers to an agent's call.
import { plainServer } from '../../support/plain-server.ts';
import { bytesOf, damaged, mutated } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { fieldOf, type Json, must, type Target, textIn } from '../base/target.ts';
import { openFuzzedHost } from '../real/fuzzed-host.ts';
import { fromBrowser, hostRequests, lineCommands } from './samples.ts';

const framedCalls: readonly [Json, ...Json[]] = [
  { method: 'execute_tool', params: { tool: 'click', args: { ref: 'e1' } } },
  { method: 'list_tools', params: {}, id: 1 },
  { type: 'hello', role: 'client', wire: [1, 1], version: '0', capabilities: [], token: 'wrong' },
];

const answers: readonly [Json, ...Json[]] = [
  {
    type: 'tool_response',
    id: '$ID',
    result: { facts: { a: 1 }, parts: [{ kind: 'foreign', text: 'x', origin: 'https://a.example' }] },
  },
  { type: 'tool_response', id: '$ID', result: { content: [{ type: 'text', text: 'x' }], structuredContent: { a: 1 } } },
  {
    type: 'tool_response',
    id: '$ID',
    error: { code: 'ERR_TOOL_FAILED', message: 'm', hint: 'h', data: { reason: 'DIALOG_OPEN' } },
  },
  { type: 'progress', id: '$ID', progress: 1, total: 2, message: 'm' },
  { type: 'held', id: '$ID' },
];

export const hostTarget: Target = {
  name: 'host',
  generate: (random) => ({ steps: random.several(1, 4, () => step(random)) }),
  async open(programs) {
    const host = await openFuzzedHost(programs, { plain: plainServer() });
    return {
      async feed(input) {
        const steps = fieldOf(input, 'steps');
        const said: string[] = [];
        for (const each of Array.isArray(steps) ? steps : []) {
          const text = textIn(each, 'text');
          const from = textIn(each, 'from');
          if (from === 'browser') host.post(Buffer.from(text, 'latin1').toString('utf8'));
          else if (from === 'agent') {
            host.answerWith(Buffer.from(text, 'latin1').toString('utf8'));
            const answer = await host.gateway.ask('tools/call', { name: 'browser__echo', arguments: { text: 'x' } });
            host.answerWith('');
            must(answer !== '', () => 'A call was not answered.');
            said.push(answer);
          } else said.push(await host.dial(from === 'legacy' ? 'legacy' : 'own', Buffer.from(text, 'latin1')));
        }
        await host.settle();
        for (const message of [...said, ...host.heard()]) {
          // Browsers may send errors of any code, which are passed on; ours is known by its text.
          must(!message.includes('Something went wrong inside'), () => `An internal error: ${message.slice(0, 300)}`);
        }
      },
      memory: async () => ({
        'native host': await host.process.memory(),
        gateway: await host.gateway.process.memory(),
      }),
      close: () => host.close(),
    };
  },
};

function step(random: Random): Json {
  const from = random.pick(['browser', 'browser', 'browser', 'agent', 'legacy', 'own'] as const);
  if (from === 'browser')
    return { from, text: bytesOf(mutated(random, random.pick(random.chance(0.5) ? fromBrowser : hostRequests))) };
  if (from === 'agent') return { from, text: bytesOf(mutated(random, random.pick(answers))) };
  if (from === 'own')
    return { from, text: random.several(1, 3, () => `${damagedOrNot(random, random.pick(lineCommands))}\n`).join('') };
  return { from, text: random.several(1, 3, () => framed(damagedOrNot(random, random.pick(framedCalls)))).join('') };
}

function damagedOrNot(random: Random, sample: Json): string {
  const text = bytesOf(mutated(random, sample));
  return random.chance(0.1) ? damaged(random, text) : text;
}

function framed(payload: string): string {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(payload.length);
  return header.toString('latin1') + payload;
}
