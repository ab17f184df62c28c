// The whole chain in a home of its own: a Chromium whose extension asks about sites, the gateway, and an MCP client.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateFolders, readMachine } from '@sallyport/native-host/run-directory';
import { findBrowser, searchable } from '../../packages/cli/src/managed-browser/find.ts';
import { openManagedBrowser } from '../../packages/cli/src/managed-browser/open.ts';
import { prepareBrowserHome } from '../../packages/cli/src/up/browser-home.ts';
import { type ChromiumPages, openChromiumPages } from '../../tests/e2e/browser/chromium-pages.ts';
import { openAgent } from '../../tests/support/agent.ts';
import { eventually } from '../../tests/support/eventually.ts';

const CONNECT_MS = 30_000;
const COMMAND_MS = 30_000;

export interface Reply {
  readonly text: string;
  /** Base64, of a screenshot. */
  readonly image: string;
}

export interface Chain {
  readonly home: string;
  /** What a person sees and clicks. */
  readonly pages: ChromiumPages;
  call(tool: string, args: Record<string, unknown>): Promise<Reply>;
  /** What a command prints. */
  sallyport(...args: string[]): string;
  close(): Promise<void>;
}

export async function openChain(root: string, agentName: string): Promise<Chain> {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-demo-'));
  const env = { SALLYPORT_HOME: home, HOME: home, USER: `demo-${process.pid}`, PATH: process.env.PATH ?? '' };
  const machine = { ...readMachine(), env };
  const bundles = join(root, 'dist');
  const sallyport = (...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'packages', 'cli', 'bin', 'sallyport.js'), ...args], {
      env,
      cwd: home,
      encoding: 'utf8',
      timeout: COMMAND_MS,
    });
  const node = { path: process.execPath, version: process.version };
  const found = findBrowser(searchable(machine), 'chromium');
  const options = prepareBrowserHome({ machine, node, bundles }, found, locateFolders(machine).data);
  const browser = await openManagedBrowser({ ...options, asksAboutSites: true, isDriven: true });
  const end = async () => {
    await browser.close();
    sallyport('stop');
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const { key } = JSON.parse(sallyport('agents', 'add', agentName, '--json'));
    const shim = join(bundles, 'mcp-shim.cjs');
    const agent = await openAgent(shim, 'modern', {
      name: agentName,
      env: { ...env, SALLYPORT_KEY: String(key) },
      cwd: home,
    });
    await eventually(
      'the browser is connected',
      () => JSON.parse(sallyport('status', '--json')).browsers.some(({ tools }: { tools: number }) => tools > 0),
      CONNECT_MS,
    );
    return {
      home,
      pages: openChromiumPages(browser),
      sallyport,
      async call(tool, args) {
        const { content, isError } = await agent.client.callTool({ name: tool, arguments: args });
        const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
        if (isError === true) throw new Error(text);
        return { text, image: content.flatMap((part) => (part.type === 'image' ? [part.data] : [])).join('') };
      },
      async close() {
        await agent.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
