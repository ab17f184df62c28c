// The whole chain, from an MCP client to the page and back, beside the same calls at the host's own socket.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { listRecords, readToken, tokenPath } from '@sallyport/native-host/run-directory';
import { isRecord } from '@sallyport/protocol';
import { eventually } from '../tests/support/eventually.ts';
import { type HostAddress, openFramedClient } from '../tests/support/socket-client.ts';
import type { Bench, BenchOptions, Report } from './bench.ts';
import { openManagedBrowser } from './managed-browser.ts';
import { interleave, median, quantile } from './measure.ts';
import { ratio, short } from './table.ts';

const engines = ['chromium', 'firefox'] as const;
const ROUNDS = { rounds: 60, warmUpRounds: 10 };
const page = `<!doctype html><title>bench</title><output>0</output>
<button onclick="document.querySelector('output').textContent = Date.now()">Press</button>`;

type Road = 'agent' | 'host socket' | 'raw socket';

/** Runs one tool of the browser's and resolves with the text of its answer. */
type Caller = (tool: string, args: Record<string, unknown>) => Promise<string>;

export const chainBench: Bench = {
  name: 'chain',
  async run(options): Promise<Report> {
    const rows: string[][] = [];
    for (const engine of engines) {
      options.onProgress(engine);
      rows.push(...(await measure(engine, options)));
    }
    return {
      title: 'The whole chain: an agent, the gateway, the native host, the extension, the page',
      tables: [
        {
          caption: 'Milliseconds at the median (p99)',
          head: ['browser, call', 'agent', 'host socket', 'raw socket', 'agent / host socket'],
          rows,
        },
      ],
      aims: [],
      notes: [
        'Agent: the official MCP client over sallyport mcp. Host socket: a framed client of the native host, without the gateway.',
        'Raw socket: one round trip between two Node processes, the least that any hop costs.',
        'The click waits until the page has settled.',
      ],
    };
  },
};

async function measure(engine: string, options: BenchOptions): Promise<string[][]> {
  const site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  const managed = await openManagedBrowser(engine, options);
  const raw = await openRawSocket(options.node, join(managed.home, 'raw.sock'));
  try {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port always has this form of address.
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const agent = await managed.openAgent();
    const client = await openFramedClient(hostOf(managed.home));
    const roads: Record<'agent' | 'host socket', Caller> = {
      agent: async (tool, args) => textOf(await agent.client.callTool({ name: `browser__${tool}`, arguments: args })),
      'host socket': async (tool, args) => {
        const { result } = await client.request({ method: 'call_tool', params: { name: tool, arguments: args } });
        return textOf(result);
      },
    };
    const list = await compare(roads, raw.ping, () => ['tabs', { action: 'list' }]);
    const refs = new Map<Road, string>();
    for (const [road, call] of Object.entries(roads)) {
      await call('tabs', { action: 'open', url });
      refs.set(road === 'agent' ? 'agent' : 'host socket', /" (e\d+)/.exec(await call('snapshot', {}))?.[1] ?? '');
    }
    const snapshot = await compare(roads, raw.ping, () => ['snapshot', {}]);
    const click = await compare(roads, raw.ping, (road) => ['click', { ref: refs.get(road) }]);
    client.close();
    return [
      [`${engine}, tabs list`, ...list],
      [`${engine}, snapshot`, ...snapshot],
      [`${engine}, click`, ...click],
    ];
  } finally {
    raw.close();
    site.close();
    await managed.close();
  }
}

async function compare(
  roads: Record<'agent' | 'host socket', Caller>,
  ping: () => Promise<void>,
  callFor: (road: Road) => [string, Record<string, unknown>],
): Promise<string[]> {
  const timed = (road: 'agent' | 'host socket') => async () => {
    const [tool, args] = callFor(road);
    const startedAt = performance.now();
    await roads[road](tool, args);
    return performance.now() - startedAt;
  };
  const samples = await interleave<Road, number>(
    [
      { name: 'agent', sample: timed('agent') },
      { name: 'host socket', sample: timed('host socket') },
      {
        name: 'raw socket',
        sample: async () => {
          const startedAt = performance.now();
          await ping();
          return performance.now() - startedAt;
        },
      },
    ],
    ROUNDS,
  );
  const show = (road: Road) => `${short(median(samples(road)))} (${short(quantile(samples(road), 0.99))})`;
  return [
    show('agent'),
    show('host socket'),
    show('raw socket'),
    ratio(median(samples('agent')) / median(samples('host socket'))),
  ];
}

function hostOf(home: string): HostAddress {
  const folder = join(home, 'run', 'hosts');
  const [record] = listRecords(folder);
  const token = record === undefined ? undefined : readToken(tokenPath(folder, record.id));
  if (record === undefined || token === undefined) throw new Error('The native host left no record.');
  return { socket: record.socket, token };
}

/** The text of an MCP result; a failed call ends the benchmark. */
function textOf(result: unknown): string {
  if (!isRecord(result) || !Array.isArray(result.content)) throw new Error('A call came back without content.');
  const text = result.content.map((part: unknown) => (isRecord(part) ? String(part.text ?? '') : '')).join('\n');
  if (result.isError === true) throw new Error(text);
  return text;
}

async function openRawSocket(node: string, path: string): Promise<{ ping(): Promise<void>; close(): void }> {
  const program = `require('node:net').createServer((s) => s.pipe(s)).listen(${JSON.stringify(path)})`;
  const child = spawn(node, ['-e', program], { stdio: 'ignore' });
  const socket = await eventually('the echo listens', async () => {
    const attempt = connect(path);
    return once(attempt, 'connect').then(
      () => attempt,
      () => undefined,
    );
  });
  return {
    async ping() {
      socket.write('ping');
      await once(socket, 'data');
    },
    close() {
      socket.destroy();
      child.kill();
    },
  };
}
