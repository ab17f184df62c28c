// The gateway in front of the suite's VS Code windows, in their own home, with agents over stdio and HTTP, and browsers.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openRunDirectory, readGatewayRecord, readMachine } from '@sallyport/native-host/run-directory';
import { isRecord } from '@sallyport/protocol';
import type { Engine } from '../../../packages/cli/src/install/browsers.ts';
import type { BrowserProcess } from '../../../packages/cli/src/managed-browser/browser-process.ts';
import { findBrowser, searchable } from '../../../packages/cli/src/managed-browser/find.ts';
import { openManagedBrowser } from '../../../packages/cli/src/managed-browser/open.ts';
import { prepareBrowserHome } from '../../../packages/cli/src/up/browser-home.ts';
import { openAgent } from '../../support/agent.ts';
import { eventually } from '../../support/eventually.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { type EditorAgent, openEditorAgent, wrapClient } from './editor-agent.ts';

const bundles = join(projectRoot, 'dist');

export interface GatewayStage {
  /** The command line, with --json, on the home of the editor. */
  sallyport(...args: string[]): Promise<Record<string, unknown>>;
  /** An agent with a key of its own: over `sallyport mcp` in this folder, or at the HTTP door. */
  openAgent(name: string, way: { readonly cwd: string } | 'http'): Promise<EditorAgent>;
  openBrowser(engine: Engine): Promise<void>;
  closeBrowser(engine: Engine): Promise<void>;
  close(): Promise<void>;
}

/** `home` is that of the editor, whose SALLYPORT_HOME is below it. */
export async function openGatewayStage(home: string): Promise<GatewayStage> {
  const sallyportHome = join(home, 'sallyport');
  const env = {
    SALLYPORT_HOME: sallyportHome,
    HOME: home,
    USER: `editor-${process.pid}`,
    PATH: process.env.PATH ?? '',
  };
  const machine = { ...readMachine(), env };
  const run = openRunDirectory(join(sallyportHome, 'run'), machine);
  const gateway = spawn(process.execPath, [join(bundles, 'gateway.cjs')], { env, stdio: 'ignore' });
  await eventually('the gateway has published its record', () => readGatewayRecord(run)?.pid === gateway.pid, 30_000);
  const agents: EditorAgent[] = [];
  const browsers = new Map<Engine, BrowserProcess>();

  const sallyport = async (...args: string[]) => {
    const command = join(projectRoot, 'packages', 'cli', 'bin', 'sallyport.js');
    const child = spawn(process.execPath, [command, ...args, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    await once(child, 'close');
    const printed: unknown = JSON.parse(text);
    return isRecord(printed) ? printed : {};
  };

  return {
    sallyport,
    async openAgent(name, way) {
      const { key } = await sallyport('agents', 'add', name);
      const agent = await (way === 'http' ? overHttp(String(key)) : overStdio(String(key), way.cwd));
      agents.push(agent);
      return agent;
    },
    async openBrowser(engine) {
      const node = { path: process.execPath, version: process.version };
      const browser = findBrowser(searchable({ ...machine, env: { ...process.env } }), engine);
      const options = prepareBrowserHome({ machine, node, bundles }, browser, join(sallyportHome, 'data'));
      browsers.set(engine, await openManagedBrowser(options));
    },
    closeBrowser: async (engine) => browsers.get(engine)?.close(),
    async close() {
      for (const agent of agents) await agent.close();
      await Promise.all([...browsers.values()].map((browser) => browser.close()));
      await end(gateway);
    },
  };

  async function overHttp(key: string): Promise<EditorAgent> {
    const { url } = await sallyport('serve', '--port', '0');
    return openEditorAgent({ url: String(url), headers: { authorization: `Bearer ${key}` } });
  }

  async function overStdio(key: string, cwd: string): Promise<EditorAgent> {
    const { client } = await openAgent(join(bundles, 'mcp-shim.cjs'), 'legacy', {
      env: { ...env, SALLYPORT_KEY: key },
      cwd,
    });
    return wrapClient(client);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(force);
}
