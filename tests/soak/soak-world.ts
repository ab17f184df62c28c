// All that a person may have open at once, and more: a gateway with servers, two browsers, a window of VS Code, many agents.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import type { EditorAgent } from '../e2e/vscode/editor-agent.ts';
import { openEditorServer } from '../e2e/vscode/editor-server.ts';
import { fixtures } from '../e2e/vscode/fixtures.ts';
import { openGatewayStage } from '../e2e/vscode/gateway-stage.ts';
import { eventually } from '../support/eventually.ts';
import { projectRoot } from '../support/test-sources.ts';
import { fixture, writeConfig } from '../support/upstreams.ts';

export const engines = ['chromium', 'firefox'] as const;
type Engine = (typeof engines)[number];

export interface SoakWorld {
  /** SALLYPORT_HOME. */
  readonly home: string;
  readonly origin: string;
  readonly agents: readonly EditorAgent[];
  /** Names of the servers, and of those that crash. */
  readonly servers: readonly string[];
  readonly crashing: readonly string[];
  /** Closes that browser and opens it again; the milliseconds until the gateway has it. */
  restartBrowser(engine: Engine): Promise<number>;
  close(): Promise<void>;
}

export interface SoakWorldOptions {
  readonly agents: number;
  readonly servers: number;
  readonly onProgress: (line: string) => void;
}

/** One server in five crashes. */
const CRASHING_PART = 5;
const BACK_MS = 120_000;

export async function openSoakWorld({ agents: count, servers: serverCount, onProgress }: SoakWorldOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-soak-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const site = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>Page</title><h1>Page of ${request.url}</h1><button>Press</button>`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    closers.push(() => site.close());
    // A server that listens on a port always has this form of address.
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

    const vsix = join(projectRoot, 'dist', 'sallyport.vsix');
    const editor = await openEditorServer({ folder: join(folder, 'editor'), vsix, files: fixtures });
    closers.push(() => editor.close());
    const { page } = await editor.openWindow(editor.workspace);
    await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: BACK_MS });
    const home = join(editor.home, 'sallyport');
    mkdirSync(home, { recursive: true });
    const servers = Array.from({ length: serverCount }, (_, at) => `server${at + 1}`);
    writeConfig(home, Object.fromEntries(servers.map((name) => [name, fixture(home)])));

    const stage = await openGatewayStage(editor.home);
    closers.push(() => stage.close());
    const linked = async () => {
      const { browsers } = await stage.sallyport('status');
      return (Array.isArray(browsers) ? browsers : []).filter(isRecord).map(({ name }) => String(name));
    };
    for (const engine of engines) await stage.openBrowser(engine);
    await eventually('both browsers are linked', async () => (await linked()).length === engines.length, BACK_MS);
    const names = (await linked()).sort();
    onProgress(`VS Code and ${names.join(', ')} are up`);

    const agents: EditorAgent[] = [];
    for (let at = 0; at < count; at += 1) {
      const agent = await stage.openAgent(`agent ${at + 1}`, { cwd: editor.workspace });
      await agent.call('browser__browsers', { choose: names[at % names.length] });
      agents.push(agent);
      if ((at + 1) % 20 === 0) onProgress(`${at + 1} agents`);
    }
    const world: SoakWorld = {
      home,
      origin,
      agents,
      servers,
      crashing: servers.filter((_, at) => at % CRASHING_PART === 0),
      async restartBrowser(engine) {
        await stage.closeBrowser(engine);
        await eventually('the gateway knows that it is gone', async () => (await linked()).length === 1, BACK_MS);
        const startedAt = Date.now();
        await stage.openBrowser(engine);
        await eventually('the browser is linked again', async () => (await linked()).length === 2, BACK_MS);
        return Date.now() - startedAt;
      },
      close,
    };
    return world;
  } catch (error) {
    await close();
    throw error;
  }
}
