// A real browser, a real gateway with a real MCP server, and two sites whose pages use `window.agent`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import type { ManagedBrowserOptions } from '../../../packages/cli/src/managed-browser/launch-options.ts';
import { eventually } from '../../support/eventually.ts';
import { configurePlainServer, plainServerLog } from '../../support/plain-server.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { type DrivenPage, Person } from './person.ts';
import { BrowserStage } from './stage.ts';

type Engine = 'chromium' | 'firefox';

/** How a promise of a page ended. */
export type Ended = { readonly value: unknown } | { readonly code: string; readonly message: string };

const CONNECT_MS = 40_000;
const LOAD_MS = 20_000;

export class PageStage {
  #stage: BrowserStage;
  #person: Person;
  readonly #engine: Engine;
  /** Two origins. */
  readonly sites: readonly [string, string];
  readonly #servers: readonly Server[];
  #gateway: ChildProcess;

  private constructor(
    engine: Engine,
    { stage, person }: { readonly stage: BrowserStage; readonly person: Person },
    servers: readonly Server[],
    gateway: ChildProcess,
  ) {
    this.#engine = engine;
    this.#stage = stage;
    this.#person = person;
    this.#servers = servers;
    this.#gateway = gateway;
    // Servers that listen on a port have this form of address.
    const [one = 0, other = 0] = servers.map((server) => (server.address() as AddressInfo).port);
    this.sites = [`http://127.0.0.1:${one}`, `http://localhost:${other}`];
  }

  static async open(
    engine: Engine,
    pages: 'ask' | 'on' = 'on',
    options: Partial<ManagedBrowserOptions> = {},
  ): Promise<PageStage> {
    const servers = await Promise.all([openSite(), openSite()]);
    const stage = await BrowserStage.open(engine, { pages }, { asksAboutSites: true, isDriven: true, ...options });
    configurePlainServer({ home: stage.home });
    const person = await Person.open(engine, stage);
    const opened = new PageStage(engine, { stage, person }, servers, startGateway(stage.home));
    if (pages === 'on') await opened.connected();
    else await person.browseTo(`${opened.sites[0]}/`);
    return opened;
  }

  /** Resolves when the browser's extension has reached the gateway. */
  async connected(): Promise<void> {
    await this.person.browseTo(`${this.sites[0]}/`);
    const page = await this.page(this.sites[0]);
    const pinned = join(this.stage.home, 'data', 'tools.json');
    await eventually('the server has listed its tools', () => existsSync(pinned), CONNECT_MS);
    let last: Ended | undefined;
    const look = async () => {
      last = await ended(page, 'window.agent.permissions.list()');
      return 'value' in last;
    };
    await eventually('window.agent reaches the gateway', look, CONNECT_MS).catch((cause: unknown) => {
      throw new Error(`window.agent did not reach the gateway: ${JSON.stringify(last)}`, { cause });
    });
  }

  /** The tab that shows an address with this beginning, when it has loaded. */
  page(address: string): Promise<DrivenPage> {
    const look = async () => {
      const page = (await this.person.pages.list()).find(({ url }) => url.startsWith(address));
      // Not yet in a document that is being replaced.
      const state = await page?.evaluate('[document.readyState, location.href].join(" ")').catch(() => undefined);
      return String(state).startsWith(`complete ${address}`) ? page : undefined;
    };
    return eventually(`a page at ${address}`, look, LOAD_MS);
  }

  get stage(): BrowserStage {
    return this.#stage;
  }

  get person(): Person {
    return this.#person;
  }

  /** The same profile and gateway, in a browser that was closed and opened again. */
  async restartBrowser(): Promise<void> {
    this.#person.close();
    this.#stage = await this.#stage.reopened({ asksAboutSites: true, isDriven: true });
    this.#person = await Person.open(this.#engine, this.#stage);
    await this.connected();
  }

  async stopGateway(): Promise<void> {
    await end(this.#gateway);
  }

  async restartGateway(): Promise<void> {
    await this.stopGateway();
    this.#gateway = startGateway(this.stage.home);
    await this.connected();
  }

  /** What reached the MCP server. */
  get calls(): readonly string[] {
    return plainServerLog({ home: this.stage.home }).filter((line) => line !== '');
  }

  async close(): Promise<void> {
    this.person.close();
    await end(this.#gateway);
    await this.stage.close();
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** What a promise of the page ends with. */
export async function ended(page: DrivenPage, expression: string): Promise<Ended> {
  const found = await page.evaluate(
    `(async () => { try { return JSON.stringify({ value: (await (${expression})) ?? null }); } catch (error) { return JSON.stringify({ code: String(error.code ?? error.name), message: String(error.message) }); } })()`,
  );
  const parsed: unknown = JSON.parse(String(found));
  if (isRecord(parsed) && 'value' in parsed) return { value: parsed.value };
  const { code, message } = isRecord(parsed) ? parsed : {};
  return { code: String(code), message: String(message) };
}

/** Starts a promise in the page without waiting for it; `ended(page, 'window.<name>')` waits. */
export async function begin(page: DrivenPage, name: string, expression: string): Promise<void> {
  await page.evaluate(`void (window.${name} = ${expression}, window.${name}.catch(() => {}))`);
}

const page = (title: string, body = '') => `<!doctype html><title>${title}</title><h1>${title}</h1>${body}`;

/** Runs what the page around it sends, and answers with how it ended: `window.inFrame(index, expression)` there. */
const runner = `<script>addEventListener('message', async ({ data: { id, code }, source }) => {
  let end;
  try { end = { value: await (0, eval)(code) }; } catch (error) { end = { code: String(error.code ?? error.name), message: error.message }; }
  source.postMessage(JSON.stringify({ id, end }), '*');
});</script>`;

const asker = `<script>window.inFrame = (index, code) => new Promise((resolve) => {
  const id = Math.random();
  addEventListener('message', ({ data }) => { const answer = JSON.parse(data); if (answer.id === id) resolve(answer.end); });
  frames[index].postMessage({ id, code }, '*');
});</script>`;

/** Frames of another site; only the first may use `window.agent`. */
function framesOf(site: string): string {
  const frame = (attributes: string, address: string) => `<iframe ${attributes} src="${address}"></iframe>`;
  const written = `<script>window.early = typeof agent;</script>${runner}`.replaceAll('"', '&quot;');
  return [
    frame('allow="camera; agent"', `${site}/widget`),
    frame('', `${site}/widget`),
    frame('allow="agent \'self\'"', `${site}/widget`),
    frame('allow="agent *" sandbox="allow-scripts"', `${site}/widget`),
    frame('allow="agent *"', `data:text/html,${encodeURIComponent(runner)}`),
    `<iframe allow="agent *" srcdoc="${written}"></iframe>`,
    // Says yes to a frame in it, and was not let in itself.
    frame('', `${site}/widget-around`),
  ].join('');
}

/** Links of the given addresses, a JSON list. */
function linksOf(list: string): string {
  const addresses: unknown = JSON.parse(list);
  const escaped = (text: unknown) => String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return Array.isArray(addresses) ? addresses.map((to) => `<p><a href="${escaped(to)}">Link</a></p>`).join('') : '';
}

/** The page that the docs show. */
const example = () => readFileSync(join(projectRoot, 'docs', 'examples', 'page.html'), 'utf8');

/** Pages that note what they saw of `window.agent` before their own first script ended. */
function answerTo({ url = '/', headers: { host = '' } }: IncomingMessage): { body: string; headers: object } {
  const look =
    '<script>window.early = typeof window.agent; addEventListener("agent-ready", () => { window.ready = true; });</script>';
  if (url === '/example') return { body: example(), headers: {} };
  if (url === '/links') {
    const config = encodeURIComponent(
      JSON.stringify({
        name: 'Linked',
        command: 'npx',
        args: ['-y', 'no-such-package'],
        env: { API_KEY: 'sk-12345678' },
      }),
    );
    return { body: page('Links', `<p><a href="vscode:mcp/install?${config}">Install in VS Code</a></p>`), headers: {} };
  }
  if (url.startsWith('/links?')) return { body: page('Links', linksOf(decodeURIComponent(url.slice(7)))), headers: {} };
  if (url === '/widget') return { body: page('Widget', look + runner), headers: {} };
  if (url === '/widget-around') {
    const nested = `<iframe allow="agent" src="/widget"></iframe>`;
    return { body: page('Around', runner + asker + nested), headers: {} };
  }
  if (url.startsWith('/delegating?')) {
    return { body: page('Delegating', asker + framesOf(decodeURIComponent(url.slice(12)))), headers: {} };
  }
  if (url === '/framed') {
    const frames = `<iframe src="/"></iframe><iframe sandbox="allow-scripts" src="/"></iframe>`;
    return { body: page('Framed', look + frames), headers: {} };
  }
  const headers = url === '/sandboxed' ? { 'content-security-policy': 'sandbox allow-scripts' } : {};
  return { body: page(`Page of ${host}`, `${look}<p>Words on doors.</p>`), headers };
}

async function openSite(): Promise<Server> {
  const server = createServer((request, response) => {
    const { body, headers } = answerTo(request);
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function startGateway(home: string): ChildProcess {
  return spawn(process.execPath, [join(projectRoot, 'dist', 'gateway.cjs')], {
    env: { ...process.env, SALLYPORT_HOME: home, HOME: home },
    stdio: 'ignore',
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
