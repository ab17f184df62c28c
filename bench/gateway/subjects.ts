// What is measured: a server alone, and the same server behind our gateway and behind three others.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../tests/support/eventually.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { within } from '../host/deadline.ts';
import { type BenchClient, openHttpClient, openLineClient, openSseClient } from './clients.ts';

export type SubjectName = 'direct' | 'ours' | 'mcp-proxy' | 'supergateway' | 'mcp-hub';

export interface Subject {
  readonly name: SubjectName;
  readonly tool: string;
  readonly client: BenchClient;
  /** CPU that the gateway's processes have used, in milliseconds; undefined for the server alone. */
  cpuMs(): number | undefined;
  residentBytes(): number | undefined;
  close(): Promise<void>;
}

export interface SubjectOptions {
  readonly root: string;
  readonly node: string;
  /** For homes and configs. */
  readonly folder: string;
}

export const START_MS = 30_000;
const DIAL_MS = 3000;
export const everythingIn = (root: string) =>
  join(root, 'tests/upstreams/node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const peerIn = (root: string, path: string) => join(root, 'bench/peers-gateway/node_modules', path);

export async function openDirect({ root, node }: SubjectOptions): Promise<Subject> {
  const child = spawn(node, [everythingIn(root), 'stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  return subjectOf('direct', 'echo', await openLineClient(child.stdin, child.stdout), [], [child]);
}

/** Through the shim, as agents come, with policy, limits and journal on. */
export async function openOurs({ root, node, folder }: SubjectOptions): Promise<Subject> {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const everything = { command: node, args: [everythingIn(root), 'stdio'] };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ mcpServers: { everything } }));
  const env = { SALLYPORT_HOME: home, USER: 'bench', HOME: home, PATH: '/usr/bin:/bin' };
  const gateway = spawn(node, [join(root, 'dist/gateway.cjs')], { env, stdio: 'ignore' });
  await eventually('our gateway', () => recordOf(home) === gateway.pid, START_MS);
  const shim = spawn(node, [join(root, 'dist/mcp-shim.cjs')], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const client = await openLineClient(shim.stdin, shim.stdout);
  await eventually('the list of tools', async () => (await client.list()).tools > 0, START_MS);
  return subjectOf('ours', 'everything__echo', client, [gateway], [shim, gateway]);
}

export async function openProxy({ root, node }: SubjectOptions): Promise<Subject> {
  const port = await freePort();
  const args = [peerIn(root, 'mcp-proxy/dist/bin/mcp-proxy.mjs'), '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(node, [...args, '--server', 'stream', '--', node, everythingIn(root), 'stdio'], {
    stdio: 'ignore',
  });
  const client = await dial(() => openHttpClient(`http://127.0.0.1:${port}/mcp`), 'mcp-proxy');
  return subjectOf('mcp-proxy', 'echo', client, [child], [child]);
}

export async function openSupergateway({ root, node }: SubjectOptions): Promise<Subject> {
  const port = await freePort();
  const args = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none'];
  const program = peerIn(root, 'supergateway/dist/index.js');
  const child = spawn(node, [program, '--stdio', `${node} ${everythingIn(root)} stdio`, ...args], { stdio: 'ignore' });
  const client = await dial(() => openHttpClient(`http://127.0.0.1:${port}/mcp`), 'supergateway');
  return subjectOf('supergateway', 'echo', client, [child], [child]);
}

export async function openHub({ root, node, folder }: SubjectOptions): Promise<Subject> {
  const port = await freePort();
  const config = join(folder, 'hub.json');
  const everything = { command: node, args: [everythingIn(root), 'stdio'] };
  writeFileSync(config, JSON.stringify({ mcpServers: { everything } }));
  const args = [peerIn(root, 'mcp-hub/dist/cli.js'), '--port', String(port), '--config', config];
  const child = spawn(node, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const client = await dial(() => openSseClient(`http://127.0.0.1:${port}/mcp`), 'mcp-hub');
  await eventually('the tools of mcp-hub', async () => (await client.list()).tools > 0, START_MS);
  return subjectOf('mcp-hub', 'everything__echo', client, [child], [child]);
}

function subjectOf(
  name: SubjectName,
  tool: string,
  client: BenchClient,
  measured: readonly ChildProcess[],
  owned: readonly ChildProcess[],
): Subject {
  const sum = (read: (pid: number) => number) =>
    measured.length === 0 ? undefined : measured.reduce((total, { pid = 0 }) => total + read(pid), 0);
  return {
    name,
    tool,
    client,
    cpuMs: () => sum(cpuMsOf),
    residentBytes: () => sum(residentBytesOf),
    async close() {
      client.close();
      await Promise.all(owned.map(endOf));
    },
  };
}

/** User and system time; the kernel counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function residentBytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

export async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 6000);
  await exited;
  clearTimeout(timer);
}

async function dial(open: () => Promise<BenchClient>, what: string): Promise<BenchClient> {
  return eventually(what, () => within(DIAL_MS, what, open()).catch(() => undefined), START_MS);
}

export function recordOf(home: string): number | undefined {
  try {
    return JSON.parse(readFileSync(join(home, 'run', 'gateway.json'), 'utf8')).pid;
  } catch {
    return undefined;
  }
}
