// The HTTP door of a real gateway: requests of every shape, well-formed and broken, with a key and without.
import { plainServer } from '../../support/plain-server.ts';
import { bytesOf, damaged, mutated, oddText, pieces } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { must, mustNotFail, type Target, textsIn } from '../base/target.ts';
import { openFuzzedGateway } from '../real/fuzzed-gateway.ts';
import { exchange } from '../real/raw-exchange.ts';
import { agentMessages } from './samples.ts';

const paths = ['/mcp/plain', '/mcp/browser', '/mcp/~x', '//', '/mcp?families=a,b', '*', '/mcp/%C3%A9'] as const;

export const httpTarget: Target = {
  name: 'http',
  generate(random) {
    const stream = random.several(1, 2, () => request(random)).join('');
    return { pieces: pieces(random, random.chance(0.08) ? damaged(random, stream) : stream) };
  },
  async open(programs) {
    const gateway = await openFuzzedGateway(programs, { plain: plainServer() });
    const session = await openSession(gateway.port, gateway.key);
    // These are random in each run, so inputs name them.
    const fill = (text: string) =>
      text.replaceAll('$KEY', gateway.key).replaceAll('$PORT', String(gateway.port)).replaceAll('$SESSION', session);
    return {
      async feed(input) {
        const answer = await exchange(
          gateway.port,
          textsIn(input, 'pieces').map((piece) => Buffer.from(fill(piece), 'latin1')),
        );
        gateway.process.mustRun();
        mustNotFail(answer);
        must(!/^HTTP\/1\.1 500/m.test(answer), () => `Status 500: ${answer.slice(0, 300)}`);
        const next = await gateway.ask('server/discover');
        gateway.process.mustRun();
        must(next !== '', () => 'The next request was not answered.');
      },
      memory: async () => ({ gateway: await gateway.process.memory() }),
      close: () => gateway.close(),
    };
  },
};

async function openSession(port: number, key: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
  });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

/** Half of the heads are flawless, so that their bodies are read. */
function request(random: Random): string {
  const isFlawed = random.chance(0.5);
  const odd = (rate: number) => isFlawed && random.chance(rate);
  const method = odd(0.2) ? random.pick(['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'get', oddWord(random)]) : 'POST';
  const path = odd(0.3) ? random.pick([...paths, `/${oddWord(random)}`]) : '/mcp';
  const sample = random.pick(agentMessages);
  const text = bytesOf(mutated(random, sample));
  const body = random.chance(0.1) ? damaged(random, text) : text;
  const { method: rpcMethod, params } = sample as { method?: string; params?: { name?: string; _meta?: object } };
  const isModern = params?._meta !== undefined;
  const usual: Record<string, string> = {
    Host: '127.0.0.1:$PORT',
    Authorization: 'Bearer $KEY',
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(isModern
      ? {
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': rpcMethod ?? '',
          ...(params.name === undefined ? {} : { 'Mcp-Name': params.name }),
        }
      : { 'Mcp-Session-Id': odd(0.2) ? oddWord(random) : '$SESSION' }),
    Connection: random.pick(['close', 'close', 'keep-alive']),
  };
  const headers = Object.entries(usual).flatMap(([name, value]) => {
    if (odd(0.06)) return [];
    if (odd(0.06)) return [`${name}: ${oddWord(random)}`];
    return odd(0.03) ? [`${name}: ${value}`, `${name}: ${oddWord(random)}`] : [`${name}: ${value}`];
  });
  if (odd(0.1))
    headers.push(
      `${random.pick(['Origin', 'Sec-Fetch-Site', 'Expect', 'Upgrade', 'Last-Event-ID', 'Trailer', 'Cookie'])}: ${oddWord(random)}`,
    );
  const [length, sent] = framed(random, body, isFlawed);
  return `${method} ${path} HTTP/1.1\r\n${[...headers, ...length].join('\r\n')}\r\n\r\n${sent}`;
}

/** The header that says how long the body is, and the body. */
function framed(random: Random, body: string, isFlawed: boolean): [header: string[], body: string] {
  if (random.chance(0.1))
    return [['Transfer-Encoding: chunked'], `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`];
  const lie = random.pick(['0', '-1', '1e3', String(body.length + 1), '99999999999', 'x']);
  return [[`Content-Length: ${isFlawed && random.chance(0.15) ? lie : body.length}`], body];
}

function oddWord(random: Random): string {
  const word = bytesOf(oddText(random));
  // Most inputs should be read beyond their head.
  return random.chance(0.9) ? word.replaceAll(/[\r\n\0 ]/g, '').slice(0, 2000) : word;
}
