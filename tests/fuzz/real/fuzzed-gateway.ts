// The real gateway in a home of its own, with its HTTP door open and a key for an agent.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentStore } from '@sallyport/gateway';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import type { Programs } from '../base/target.ts';
import { WatchedProcess } from './watched-process.ts';

export interface FuzzedGateway {
  readonly home: string;
  readonly env: Record<string, string>;
  readonly process: WatchedProcess;
  readonly port: number;
  readonly key: string;
  /** The whole answer to a request of the newest revision, as text; empty when none came in time. */
  ask(method: string, params?: object): Promise<string>;
  close(): Promise<void>;
}

const START_MS = 30_000;
/** Longer than an answer may take. */
const ASK_MS = 5000;

export async function openFuzzedGateway(programs: Programs, mcpServers: object = {}): Promise<FuzzedGateway> {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-fuzz-'));
  const env = { SALLYPORT_HOME: home, USER: home.slice(-12), HOME: home, PATH: process.env.PATH ?? '' };
  mkdirSync(join(home, 'data'), { mode: 0o700 });
  writeFileSync(join(home, 'config.json'), JSON.stringify({ mcpServers }));
  const store = new AgentStore({
    path: join(home, 'data', 'agents.json'),
    random: randomBytes,
    now: Date.now,
    pid: process.pid,
  });
  const { key } = store.add('Fuzz');
  const port = await freePort();
  const gateway = new WatchedProcess('gateway', programs.gateway, ['--attached', '--http', String(port)], env);
  const ask = (method: string, params: object = {}) => post({ port, key, method, params });
  await eventually('the gateway answers', async () => (await ask('ping')) !== '', START_MS);
  return {
    home,
    env,
    process: gateway,
    port,
    key,
    ask,
    async close() {
      await gateway.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Asked {
  readonly port: number;
  readonly key: string;
  readonly method: string;
  readonly params: object;
}

let lastId = 0;

async function post({ port, key, method, params }: Asked): Promise<string> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  };
  const headers: Record<string, string> = 'name' in params ? { 'mcp-name': String(params.name) } : {};
  lastId += 1;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params: { ...params, _meta: meta } }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...headers,
      },
      signal: AbortSignal.timeout(ASK_MS),
    });
    return await response.text();
  } catch {
    return '';
  }
}
