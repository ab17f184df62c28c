// What is measured: our tools, and two other MCP servers with hands in a browser, each with a Chromium of its own from the same file.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readMachine } from '@sallyport/native-host/run-directory';
import { isRecord } from '@sallyport/protocol';
import { findBrowser, searchable } from '../../packages/cli/src/managed-browser/find.ts';
import type { BenchOptions } from '../bench.ts';
import { openManagedBrowser } from '../managed-browser.ts';

export const subjectNames = ['ours', 'playwright-mcp', 'chrome-devtools-mcp'] as const;

export type SubjectName = (typeof subjectNames)[number];

export interface Answer {
  readonly text: string;
  /** Of the whole result as it comes over the wire. */
  readonly bytes: number;
}

export interface Subject {
  readonly name: SubjectName;
  call(tool: string, args?: Record<string, unknown>): Promise<Answer>;
  navigate(url: string): Promise<Answer>;
  snapshot(): Promise<Answer>;
  click(ref: string): Promise<Answer>;
  type(ref: string, text: string): Promise<Answer>;
  /** The ref of a thing in a snapshot, by role and name. */
  refOf(snapshot: string, role: string, name: string): string;
  close(): Promise<void>;
}

export interface SubjectOptions extends BenchOptions {
  /** For whatever the peers write. */
  readonly folder: string;
}

export async function openOurs(options: SubjectOptions, engine = 'chromium'): Promise<Subject> {
  const managed = await openManagedBrowser(engine, options);
  const { client } = await managed.openAgent();
  const call = caller(client, 'browser__');
  return {
    name: 'ours',
    call,
    navigate: (url) => call('navigate', { url }),
    snapshot: () => call('snapshot'),
    click: (ref) => call('click', { ref }),
    type: (ref, text) => call('type', { ref, text }),
    refOf: (text, role, name) => found(text, new RegExp(`${role} "${name}" (e\\d+)`)),
    close: () => managed.close(),
  };
}

export async function openPlaywright(options: SubjectOptions): Promise<Subject> {
  const program = join(options.root, 'bench/peers-browser/node_modules/@playwright/mcp/cli.js');
  const { path, isRoot } = chromium();
  const args = ['--headless', '--executable-path', path, '--isolated', '--output-dir', join(options.folder, 'output')];
  const client = await openPeer(options, [program, ...args, ...(isRoot ? ['--no-sandbox'] : [])]);
  const call = caller(client, 'browser_');
  return {
    name: 'playwright-mcp',
    call,
    navigate: (url) => call('navigate', { url }),
    snapshot: () => call('snapshot'),
    click: (ref) => call('click', { target: ref, element: 'it' }),
    type: (ref, text) => call('type', { target: ref, element: 'it', text }),
    refOf: (text, role, name) => found(text, new RegExp(`${role} "${name}".*?\\[ref=([^\\]]+)\\]`)),
    close: () => client.close(),
  };
}

export async function openDevtools(options: SubjectOptions): Promise<Subject> {
  const program = join(
    options.root,
    'bench/peers-browser/node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js',
  );
  const { path, isRoot } = chromium();
  const quiet = ['--usageStatistics=false', '--performanceCrux=false', '--pageIdRouting=false'];
  const args = ['--headless', '--executablePath', path, '--isolated', '--viewport', '1280x720', ...quiet];
  const client = await openPeer(options, [program, ...args, ...(isRoot ? ['--chromeArg=--no-sandbox'] : [])]);
  const call = caller(client, '');
  return {
    name: 'chrome-devtools-mcp',
    call,
    navigate: (url) => call('navigate_page', { type: 'url', url }),
    snapshot: () => call('take_snapshot'),
    click: (uid) => call('click', { uid }),
    type: (uid, value) => call('fill', { uid, value }),
    refOf: (text, role, name) => found(text, new RegExp(`uid=(\\S+) ${role} "${name}"`)),
    close: () => client.close(),
  };
}

function chromium(): { readonly path: string; readonly isRoot: boolean } {
  const { path } = findBrowser(searchable(readMachine()), 'chromium');
  return { path, isRoot: process.getuid?.() === 0 };
}

async function openPeer({ node, folder }: SubjectOptions, args: readonly string[]): Promise<Client> {
  const env = { HOME: folder, PATH: process.env.PATH ?? '', CI: '1' };
  const transport = new StdioClientTransport({ command: node, args: [...args], env, cwd: folder, stderr: 'ignore' });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

function caller(client: Client, prefix: string): Subject['call'] {
  return async (tool, args = {}) => {
    const result = await client.callTool({ name: prefix + tool, arguments: args });
    const text = result.content.map((part: unknown) => (isRecord(part) ? String(part.text ?? '') : '')).join('\n');
    if (result.isError === true) throw new Error(`${prefix}${tool}: ${text.slice(0, 500)}`);
    return { text, bytes: Buffer.byteLength(JSON.stringify(result)) };
  };
}

function found(text: string, pattern: RegExp): string {
  const ref = pattern.exec(text)?.[1];
  if (ref === undefined) throw new Error(`Nothing like ${pattern} in:\n${text.slice(0, 1_000)}`);
  return ref;
}
