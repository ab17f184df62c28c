// A hundred sessions at the HTTP door, twenty of them calling at once: how long calls take, and what a session costs.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../tests/support/eventually.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { type BenchClient, openHttpClient } from '../gateway/clients.ts';
import { endOf, everythingIn, residentBytesOf, START_MS } from '../gateway/subjects.ts';
import { within } from '../host/deadline.ts';

export const SESSIONS = 100;
export const CALLING = 20;
const CALLS_EACH = 50;
const TURN_MS = 120_000;

export interface SessionFigures {
  /** Milliseconds of each call, twenty at once, one in each session: with no other sessions, and with eighty more. */
  readonly amongFew: readonly number[];
  readonly amongMany: readonly number[];
  /** Of the gateway, with the same twenty and hundred sessions. */
  readonly fewBytes: number;
  readonly manyBytes: number;
}

export interface SessionsOptions {
  readonly root: string;
  readonly node: string;
  readonly folder: string;
}

export async function measureSessions(options: SessionsOptions): Promise<SessionFigures> {
  const { root, node, folder } = options;
  const home = join(folder, 'sessions');
  const port = await freePort();
  const headers = { authorization: `Bearer ${writeHome(home, port, { node, root })}` };
  const env = { SALLYPORT_HOME: home, USER: 'bench', HOME: home, PATH: '/usr/bin:/bin' };
  const gateway = spawn(node, [join(root, 'dist/gateway.cjs')], { env, stdio: 'ignore' });
  const clients: BenchClient[] = [];
  const open = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      clients.push(await openHttpClient(`http://127.0.0.1:${port}/mcp`, { headers, hasStream: true }));
    }
  };
  try {
    // The record is published before the door is open.
    await eventually(
      'our HTTP door',
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      START_MS,
    );
    await open(CALLING);
    await eventually('the list of tools', async () => (await listAll(clients)) > 0, START_MS);
    const turn = () => within(TURN_MS, 'a turn', callAtOnce(clients.slice(0, CALLING)));
    await turn();
    const amongFew = await turn();
    const fewBytes = residentBytesOf(gateway.pid ?? 0);
    await open(SESSIONS - CALLING);
    await listAll(clients);
    return { amongFew, amongMany: await turn(), fewBytes, manyBytes: residentBytesOf(gateway.pid ?? 0) };
  } finally {
    for (const client of clients) client.close();
    await endOf(gateway);
  }
}

/** A config with the door and one server, and an agent, whose key this returns. */
function writeHome(home: string, port: number, { node, root }: Pick<SessionsOptions, 'node' | 'root'>): string {
  mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 });
  const everything = { command: node, args: [everythingIn(root), 'stdio'] };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ http: { port }, mcpServers: { everything } }));
  const key = randomBytes(32).toString('hex');
  const keyHash = createHash('sha256').update(key).digest('hex');
  const agent = { id: 'agent_bench', name: 'bench', keyHash, createdAt: new Date().toISOString() };
  writeFileSync(join(home, 'data', 'agents.json'), JSON.stringify({ version: 1, agents: [agent] }));
  return key;
}

/** The least that one of them has in its list. */
async function listAll(clients: readonly BenchClient[]): Promise<number> {
  const lists = await Promise.all(clients.map((client) => client.list()));
  return Math.min(...lists.map(({ tools }) => tools));
}

/** Each calls one after the other, all of them at once. */
async function callAtOnce(clients: readonly BenchClient[]): Promise<readonly number[]> {
  const latencies: number[] = [];
  await Promise.all(
    clients.map(async (client) => {
      for (let n = 0; n < CALLS_EACH; n += 1) {
        const sentAt = performance.now();
        await client.call('everything__echo', { message: 'hello' });
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  return latencies;
}
