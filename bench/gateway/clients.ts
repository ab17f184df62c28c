// Three light MCP clients, one for each way in: lines over stdio, Streamable HTTP, and HTTP with SSE. They add so little that
// what is measured is what stands behind them.
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Readable, Writable } from 'node:stream';

export interface BenchClient {
  /** One tools/call; resolves when its result is there, rejects when that is an error. */
  call(tool: string, args: object): Promise<void>;
  /** Milliseconds until the list of tools was there, and how many they are. */
  list(): Promise<{ readonly ms: number; readonly tools: number }>;
  close(): void;
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean; readonly tools?: readonly unknown[] };
  readonly error?: unknown;
}

type Message = Readonly<Record<string, unknown>> & { readonly id?: number };
type Exchange = (message: Message) => Promise<Answer>;
type Tell = (message: Message) => Promise<unknown>;

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
} as const;

async function greet(exchange: Exchange, tell: Tell, close: () => void): Promise<BenchClient> {
  let lastId = 0;
  const ask = (method: string, params: object) => exchange({ jsonrpc: '2.0', id: ++lastId, method, params });
  await ask('initialize', initialize);
  await tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    async call(name, args) {
      const { result, error } = await ask('tools/call', { name, arguments: args });
      if (result === undefined || result.isError === true)
        throw new Error(`A call failed: ${JSON.stringify(error ?? result)}`);
    },
    async list() {
      const startedAt = performance.now();
      const { result } = await ask('tools/list', {});
      return { ms: performance.now() - startedAt, tools: result?.tools?.length ?? 0 };
    },
    close,
  };
}

export function openLineClient(input: Writable, output: Readable): Promise<BenchClient> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let held = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) settle(JSON.parse(line), waiting);
  });
  const tell = async (message: Message) => input.write(`${JSON.stringify(message)}\n`);
  return greet(
    (message) => awaiting(message, waiting, tell),
    tell,
    () => input.destroy(),
  );
}

export interface HttpClientOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it holds the stream open by which it would hear of changes, as the SDK's client does. */
  readonly hasStream?: boolean;
}

export async function openHttpClient(url: string, options: HttpClientOptions = {}): Promise<BenchClient> {
  const { headers = {}, hasStream = false } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let session: string | undefined;
  const exchange: Exchange = async (message) => {
    const response = await post(url, message, agent, session, headers);
    session ??= headerOf(response, 'mcp-session-id');
    const text = await textOf(response);
    if ((response.statusCode ?? 0) >= 300) throw new Error(`HTTP ${response.statusCode}: ${text.slice(0, 200)}`);
    const data = text.startsWith('{') ? text : eventsIn(text).find(({ data: each }) => each.includes('"id"'))?.data;
    return data === undefined ? {} : JSON.parse(data);
  };
  let stream: IncomingMessage | undefined;
  const client = await greet(exchange, exchange, () => {
    stream?.destroy();
    agent.destroy();
  });
  if (hasStream) stream = await get(url, { ...headers, 'mcp-session-id': session ?? '' });
  stream?.resume().on('error', () => {});
  return client;
}

export async function openSseClient(url: string): Promise<BenchClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const waiting = new Map<number, (answer: Answer) => void>();
  const stream = await get(url);
  if (stream.statusCode !== 200) throw new Error(`HTTP ${stream.statusCode}`);
  let held = '';
  const endpoint = await new Promise<string>((resolve) => {
    stream.setEncoding('utf8').on('data', (text: string) => {
      const end = (held + text).lastIndexOf('\n\n');
      const whole = (held + text).slice(0, end + 2);
      held = (held + text).slice(end + 2);
      for (const { event, data } of eventsIn(whole)) {
        if (event === 'endpoint') resolve(new URL(data, url).href);
        else if (data !== '') settle(JSON.parse(data), waiting);
      }
    });
  });
  const tell = async (message: Message) => textOf(await post(endpoint, message, agent));
  return greet(
    (message) => awaiting(message, waiting, tell),
    tell,
    () => {
      stream.destroy();
      agent.destroy();
    },
  );
}

function awaiting(message: Message, waiting: Map<number, (answer: Answer) => void>, tell: Tell): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (message.id !== undefined) waiting.set(message.id, resolve);
    tell(message).catch(reject);
  });
}

function settle(answer: Answer, waiting: Map<number, (answer: Answer) => void>): void {
  if (answer.id === undefined) return;
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
}

function post(
  url: string,
  message: object,
  agent: Agent,
  session?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const body = JSON.stringify(message);
  const headers = {
    ...more,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(body),
    ...(session === undefined ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': initialize.protocolVersion }),
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body);
  });
}

function get(url: string, more: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { ...more, accept: 'text/event-stream' } }, resolve)
      .on('error', reject)
      .end();
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function headerOf(response: IncomingMessage, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function eventsIn(text: string): { readonly event: string; readonly data: string }[] {
  return text.split('\n\n').map((block) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
    return { event: field('event'), data: field('data') };
  });
}
