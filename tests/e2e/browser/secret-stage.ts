// A real browser and gateway with secrets of the user's, an agent whose every received byte is kept, and sites that took one.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRecord } from '@sallyport/protocol';
import { projectRoot } from '../../support/test-sources.ts';
import { openUpHome, type Started, shim, type UpHome } from '../../support/up-process.ts';
import { writeConfig } from '../../support/upstreams.ts';

const command = join(projectRoot, 'packages', 'cli', 'bin', 'sallyport.js');
const ANSWER_MS = 60_000;

/** One-time codes of the first site. */
export const CODE = 'code';
export const CODE_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** What a call came back with, all of it as text. */
export interface Said {
  readonly text: string;
  readonly isError: boolean;
  readonly hasImage: boolean;
}

/** One origin with a secret of its own, named after it. */
export interface SecretSite {
  readonly name: string;
  readonly origin: string;
  readonly value: string;
  /** What reached the server: addresses and bodies. */
  readonly got: string[];
}

export type Respond = (request: { readonly path: string; readonly body: string }) => string | undefined;

/** A browser that the product made: nobody is asked there, so rules of the user's allow each use. */
export class SecretStage {
  readonly sites: readonly SecretSite[];
  readonly #home: UpHome;
  readonly #up: Started;
  readonly #servers: readonly Server[];
  #agents: SecretAgent[] = [];

  private constructor(home: UpHome, up: Started, servers: readonly Server[], sites: readonly SecretSite[]) {
    this.#home = home;
    this.#up = up;
    this.#servers = servers;
    this.sites = sites;
  }

  static async open(browser: 'chromium' | 'firefox', count: number, respond: Respond): Promise<SecretStage> {
    const gots = Array.from({ length: count }, (): string[] => []);
    const servers = await Promise.all(gots.map((got) => serve(respond, got)));
    const sites = servers.map((server, at) => ({
      name: `site-${at}`,
      // A server that listens on a port always has this form of address.
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      value: `Kd9${randomBytes(9).toString('base64url')}&x'"<`,
      got: gots[at] ?? [],
    }));
    const home = openUpHome({ lasts: 'suite' });
    const rules = sites.flatMap(({ name, origin }) =>
      [name, CODE].map((secret) => [`browser/secrets.${secret}@${origin.replace('://', '.')}`, 'allow']),
    );
    writeConfig(
      home.home,
      {},
      { policy: Object.fromEntries(rules), families: { '*': ['all', 'secrets', 'state', 'capture', 'vision'] } },
    );
    for (const { name, origin, value } of sites) await addSecret(home, name, value, '--kind', 'key', '--site', origin);
    const plain = sites.at(-1);
    if (plain !== undefined) await addSecret(home, plain.name, plain.value, '--site', plain.origin);
    await addSecret(home, CODE, CODE_KEY, '--kind', 'totp', '--site', sites[0]?.origin ?? '');
    const up = home.start('up', '--browser', browser);
    await up.hasSaid('Press Ctrl+C to stop everything', 90_000);
    return new SecretStage(home, up, servers, sites);
  }

  get home(): UpHome {
    return this.#home;
  }

  async agent(): Promise<SecretAgent> {
    const { key } = JSON.parse(
      (await this.#home.run('agents', 'add', `tester-${this.#agents.length}`, '--json')).stdout,
    );
    const agent = await SecretAgent.open({ ...this.#home.env, SALLYPORT_KEY: String(key) }, this.#home.home);
    this.#agents = [...this.#agents, agent];
    return agent;
  }

  site(at: number): SecretSite {
    const site = this.sites[at];
    if (site === undefined) throw new Error(`There is no site ${at}.`);
    return site;
  }

  /** In which of all received bytes and files of ours the value of a site, or one of its usual forms, is. */
  leaks(...sites: readonly SecretSite[]): string[] {
    const bytes = this.#agents.map((agent, at) => [`agent ${at}`, agent.received] as const);
    const files = filesBelow(this.#home.home).map((path) => [path, readFileSync(path, 'latin1')] as const);
    return [...bytes, ...files].flatMap(([where, text]) => {
      const found = sites.filter(({ value }) => formsOf(value).some((form) => text.includes(form)));
      return found.map(({ name }) => `${name} in ${where}`);
    });
  }

  async close(): Promise<void> {
    for (const agent of this.#agents) await agent.close();
    this.#up.child.kill('SIGINT');
    await this.#up.ended;
    await this.#home.close();
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** By the command, on its stdin. */
async function addSecret(home: UpHome, name: string, value: string, ...more: string[]): Promise<string> {
  const args = [command, 'secrets', 'add', name, '--store', 'file', ...more];
  const child = spawn(process.execPath, args, { env: home.env, cwd: home.home, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  child.stdin.end(`${value}\n`);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(said);
  return said;
}

/** An MCP client that keeps what it reads, byte by byte. */
export class SecretAgent {
  received = '';
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Record<string, unknown>) => void>();
  #lastId = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on('data', (bytes: Buffer) => {
      this.received += bytes.toString('latin1');
    });
    if (child.stdout === null) throw new Error('The shim has no stdout.');
    createInterface(child.stdout).on('line', (line) => {
      const message: unknown = JSON.parse(line);
      if (isRecord(message) && typeof message.id === 'number') this.#waiting.get(message.id)?.(message);
    });
  }

  static async open(env: Record<string, string>, cwd: string): Promise<SecretAgent> {
    const agent = new SecretAgent(spawn(process.execPath, [shim], { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] }));
    const clientInfo = { name: 'tester', version: '1' };
    await agent.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    agent.#send({ method: 'notifications/initialized' });
    return agent;
  }

  async call(tool: string, args: Record<string, unknown> = {}): Promise<Said> {
    const answer = await this.request('tools/call', { name: `browser__${tool}`, arguments: args });
    const { result, error } = answer;
    const text = JSON.stringify(error ?? (isRecord(result) ? result.content : undefined)) ?? '';
    const isError = error !== undefined || (isRecord(result) && result.isError === true);
    return {
      text,
      isError,
      hasImage: /"type":"(image|resource)"/.test(text) || /saved (to|as)|\.(gif|pdf|png)/.test(text),
    };
  }

  async request(method: string, params: object): Promise<Record<string, unknown>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Record<string, unknown>>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} got no answer`)), ANSWER_MS);
      this.#waiting.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
    });
    this.#send({ id, method, params });
    return answered;
  }

  async goTo(url: string): Promise<string> {
    await this.call('navigate', { url });
    return (await this.call('snapshot')).text;
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const json = JSON.stringify(value).slice(1, -1);
  return [
    ...[value, encodeURIComponent(value), json, JSON.stringify(json).slice(1, -1), [...value].reverse().join('')],
    ...[
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      value.toUpperCase(),
    ],
    // The random part alone, and its halves.
    ...[value.slice(0, 15), value.slice(0, 8), value.slice(8, 15)],
  ];
}

/** But the one where the value is kept, and the browser's own profile, which is not ours. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'secret-values.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[/\\](profiles?|browsers?)[/\\]/.test(path.slice(folder.length)));
}

async function serve(respond: Respond, got: string[]): Promise<Server> {
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const path = request.url ?? '/';
      if (path !== '/favicon.ico') got.push(`${request.method} ${path} ${body}`);
      const page = respond({ path, body });
      response.writeHead(page === undefined ? 204 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
