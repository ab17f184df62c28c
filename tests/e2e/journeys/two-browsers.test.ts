// Two agents at work at once, one in real Chromium, one in real Firefox, both with one MCP server; Firefox is restarted midway.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { readMachine } from '@sallyport/native-host/run-directory';
import { expect, it, onTestFinished } from 'vitest';
import type { BrowserProcess } from '../../../packages/cli/src/managed-browser/browser-process.ts';
import { findBrowser, searchable } from '../../../packages/cli/src/managed-browser/find.ts';
import { openManagedBrowser } from '../../../packages/cli/src/managed-browser/open.ts';
import { prepareBrowserHome } from '../../../packages/cli/src/up/browser-home.ts';
import { buildUnpacked } from '../../../scripts/build-extension.ts';
import type { Agent, Era } from '../../support/agent.ts';
import { addAgent, sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { fixture, writeConfig } from '../../support/upstreams.ts';

type Engine = 'chromium' | 'firefox';

/** Before the restart, and after it. */
const ROUNDS = 5;
/** Firefox on a busy machine takes many seconds to its first native frame. */
const CONNECT_MS = 40_000;

/** Serves a page that names what was asked for. */
async function openSite(): Promise<string> {
  const site = createServer(({ url = '/' }, response) => {
    const title = decodeURIComponent(url.slice(1));
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>${title}</title><h1>${title}</h1>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  // A server that listens on a port always has this form of address.
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

/** Opens the browser on the world's home as `up` does; again, it is the same profile. */
async function openBrowser(world: GatewayWorld, engine: Engine): Promise<BrowserProcess> {
  const machine = { ...readMachine(), env: world.env };
  const node = { path: process.execPath, version: process.version };
  const ground = { machine, node, bundles: dirname(world.programs.gateway) };
  const options = prepareBrowserHome(ground, findBrowser(searchable(machine), engine), join(world.home, 'data'));
  const browser = await openManagedBrowser(options);
  onTestFinished(() => browser.close());
  return browser;
}

/** The name of the connected browser of this engine, as agents read it. */
async function connected(world: GatewayWorld, engine: Engine): Promise<string> {
  const look = async () => {
    const { browsers } = await sallyportJson(world, 'status');
    return browsers.find(
      ({ name, tools }: { name: string; tools: number }) => name.toLowerCase().startsWith(engine) && tools > 0,
    )?.name;
  };
  return eventually(`${engine} is connected`, look, CONNECT_MS);
}

/** An agent with a key, and a note of how each of its calls ended, to hold against the journal. */
class Worker {
  readonly name: string;
  readonly #agent: Agent;
  readonly calls: string[] = [];
  readonly failures: string[] = [];
  rounds = 0;

  constructor(name: string, agent: Agent) {
    this.name = name;
    this.#agent = agent;
  }

  static async open(world: GatewayWorld, name: string, era: Era): Promise<Worker> {
    const key = await addAgent(world, name);
    return new Worker(name, await world.openAgent(era, { env: { SALLYPORT_KEY: key } }));
  }

  /** Undefined when the call failed. */
  async call(tool: string, args: Record<string, unknown>) {
    const { client } = this.#agent;
    const result = await client.callTool({ name: tool, arguments: args });
    const { code } = errorFactsOf(result);
    this.calls.push(`${tool.replace('__', '/')} ${result.isError === true ? code : 'result'}`);
    if (result.isError === true) this.failures.push(String(code));
    return result.isError === true ? undefined : { text: JSON.stringify(result.content) };
  }

  /** A page of its own, read in a tab of its own, and an echo of the server; false when its browser went away meanwhile. */
  async round(origin: string): Promise<boolean> {
    const text = `${this.name} ${this.rounds}`;
    const opened = await this.call('browser__tabs', { action: 'open', url: `${origin}/${encodeURIComponent(text)}` });
    const tabId = opened && Number(/Opened tab (\d+)/.exec(opened.text)?.[1]);
    const [seen, echoed] = await Promise.all([
      opened && this.call('browser__snapshot', { tabId }),
      this.call('mine__echo', { message: text }),
    ]);
    expect(echoed?.text).toContain(text);
    if (seen !== undefined) expect(seen.text).toContain(`heading 1 \\"${text}\\"`);
    const closed = seen && (await this.call('browser__tabs', { action: 'close', tabId }));
    if (closed === undefined) return false;
    this.rounds += 1;
    return true;
  }
}

it('two agents in two real browsers keep their own pages, results and names, over a restart of one', async () => {
  const world = openGatewayWorld();
  const origin = await openSite();
  writeConfig(world.home, { mine: fixture(world.home) });
  const programs = dirname(world.programs.gateway);
  const engines = ['chromium', 'firefox'] as const;
  await Promise.all(engines.map((engine) => buildUnpacked(engine, projectRoot, join(programs, engine))));
  await world.startGateway();
  const [, firefox] = await Promise.all(engines.map((engine) => openBrowser(world, engine)));
  const names = [await connected(world, 'chromium'), await connected(world, 'firefox')];
  const [ada, bob] = [await Worker.open(world, 'Ada', 'legacy'), await Worker.open(world, 'Bob', 'modern')];
  for (const [n, worker] of [ada, bob].entries()) {
    const chosen = await worker.call('browser__browsers', { choose: names[n] });
    expect(chosen?.text).toContain(`${names[n]} (yours)`);
  }

  let isBack = false;
  const work = async (worker: Worker, engine: Engine): Promise<void> => {
    for (let left = ROUNDS; left > 0; ) {
      // While its browser is away a call is refused, or its end is unknown: then it waits and goes on.
      if (!(await worker.round(origin))) await connected(world, engine);
      else if (isBack) left -= 1;
    }
  };
  const working = Promise.all([work(ada, 'chromium'), work(bob, 'firefox')]);
  working.catch(() => {});
  await eventually('both are at work', () => Math.min(ada.rounds, bob.rounds) >= ROUNDS, CONNECT_MS);
  await firefox?.close();
  await openBrowser(world, 'firefox');
  await connected(world, 'firefox');
  isBack = true;
  await working;

  expect(ada.failures).toEqual([]);
  expect(bob.failures).toContain('ERR_SERVER_UNAVAILABLE');
  for (const [worker, engine] of [
    [ada, 'Chrome/'],
    [bob, 'Firefox/'],
  ] as const) {
    await worker.call('browser__tabs', { action: 'open', url: `${origin}/who` });
    const where = await worker.call('browser__evaluate', { expression: 'navigator.userAgent' });
    expect(where?.text).toContain(engine);
  }
  const { agents } = await sallyportJson(world, 'agents', 'list');
  const entries = world
    .read('data/journal.jsonl')
    .split('\n')
    .filter((line) => line.includes('"kind":"call"'))
    .map((line) => JSON.parse(line));
  for (const { name, calls } of [ada, bob]) {
    const { id } = agents.find((agent: { name: string }) => agent.name === name);
    const own = entries.filter(({ agent }) => agent.id === id && agent.name === name);
    expect(own.map(({ tool, outcome, code }) => `${tool} ${code ?? outcome}`).sort()).toEqual(calls.toSorted());
    expect(new Set(own.map(({ stay }) => stay)).size).toBe(1);
  }
  expect(entries).toHaveLength(ada.calls.length + bob.calls.length);
}, 150_000);
