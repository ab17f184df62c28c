// The built panel at an address, with a background that sends one state: what a browser shows of it needs no extension.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { DrivenPage } from '../e2e/browser/person.ts';
import { eventually } from './eventually.ts';
import type { StagedPanel } from './panel-states.ts';
import { projectRoot } from './test-sources.ts';

const folder = join(projectRoot, 'dist', 'chromium');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
};

/** Compilers that keep the names of functions call this one. */
const HELPER = 'globalThis.__name = (value) => value;';

export interface PanelStage {
  readonly address: string;
  close(): void;
}

export async function openPanelStage(): Promise<PanelStage> {
  const messages = readFileSync(join(folder, '_locales/en/messages.json'), 'utf8');
  const page = readFileSync(join(folder, 'panel.html'), 'utf8');
  const staged = page.replace('<script ', `<script>${HELPER}(${background.toString()})(${messages})</script><script `);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://stage');
    const type = types[extname(pathname)];
    if (type === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type });
    response.end(pathname === '/panel.html' ? staged : readFileSync(join(folder, pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port always has this form of address.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/panel.html`, close: () => server.close() };
}

/** Shows a state, and does what belongs to it. */
export async function showPanel(
  page: DrivenPage,
  { address }: PanelStage,
  { view, hash = '', state, click }: StagedPanel,
): Promise<void> {
  await page.goTo('about:blank');
  await page.goTo(address + hash);
  const shown = `typeof showState === 'function' && (showState(${JSON.stringify(state)}), document.getElementById('link-status').textContent !== '')`;
  await eventually('the panel is there', async () => (await page.evaluate(shown).catch(() => false)) === true);
  if (hash === '') await page.click(`document.getElementById('tab-${view}')`);
  if (click !== undefined) await page.click(`document.querySelector(${JSON.stringify(click)})`);
  const isCalm = `document.querySelector('[aria-busy]') === null`;
  await eventually('clicks count', async () => (await page.evaluate(isCalm)) === true);
}

/** Runs in the page. `showState` sends a state, and `sent` keeps what the panel sends. */
function background(messages: Record<string, { message: string }>): void {
  const heard: ((state: unknown) => void)[] = [];
  const sent: unknown[] = [];
  const event = { addListener: () => {} };
  const port = {
    onMessage: { addListener: (listener: (state: unknown) => void) => heard.push(listener) },
    onDisconnect: event,
    postMessage: (command: unknown) => sent.push(command),
  };
  const i18n = {
    getMessage: (name: string, about: readonly string[]) =>
      (messages[name]?.message ?? '').replaceAll(/\$(\d)/g, (_, digit: string) => about[Number(digit) - 1] ?? ''),
  };
  const api = {
    i18n,
    runtime: { connect: () => port },
    storage: { local: { get: async () => ({}), set: async () => {} } },
    windows: { getCurrent: async () => ({ id: 1 }) },
    permissions: { request: async () => false },
    sidePanel: { open: async () => {} },
    debugger: {},
  };
  Object.assign(globalThis, {
    chrome: api,
    sent,
    showState: (state: unknown) => {
      for (const listener of heard) listener(state);
    },
  });
}
