// Serves the pages of the zoo, each bundled when it is first asked for, and reads the state that a page keeps of itself.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@sallyport/protocol';
import { build } from 'esbuild';
import { eventually } from '../../support/eventually.ts';
import type { State } from './task.ts';
import { acceptWebSocket, type TextSocket } from './web-socket.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const STATE_MS = 5_000;
const asData = ['.png', '.svg', '.gif', '.woff', '.woff2', '.ttf', '.eot', '.webp'];

export interface WidgetSite {
  /** For the page that is opened next. */
  urlOf(page: string): string;
  /** What the page that was opened last says of itself, asked behind the back of whoever drives it. */
  state(): Promise<State>;
  /** That state, and all that the page shows: its text, and what its fields hold. */
  truth(): Promise<string>;
  close(): void;
}

interface Bundle {
  readonly js: string;
  readonly css: string;
}

async function bundle(page: string): Promise<Bundle> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [`pages/${page}.mjs`],
    outdir: '/',
    write: false,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: Object.fromEntries(asData.map((ending) => [ending, 'dataurl'] as const)),
    legalComments: 'none',
    logLevel: 'error',
  });
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { js: textOf('.js'), css: textOf('.css') };
}

const shell = (page: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${page}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><link rel="stylesheet" href="/${page}.css">
<body><main><div id="root"></div></main><script src="/${page}.js"></script>
<script>{
const wire = new WebSocket(location.origin.replace('http', 'ws') + '/state');
const shown = (root) => [...root.querySelectorAll('*')].flatMap((one) => [
  ...('checked' in one ? [one.checked] : []), ...('value' in one ? [one.value] : []), ...(one.shadowRoot ? [shown(one.shadowRoot)] : [])]);
wire.onmessage = async ({ data }) => wire.send(JSON.stringify({ ...(await globalThis.stateOfPage()),
  ...(data === 'truth' && { shownText: document.body.innerText, shownValues: String(shown(document)) }) }));
}</script></body></html>`;

export async function openWidgetSite(): Promise<WidgetSite> {
  const bundles = new Map<string, Promise<Bundle>>();
  let current: TextSocket | undefined;
  let answer: string | undefined;

  const bundleOf = (page: string) => {
    const known = bundles.get(page) ?? bundle(page);
    bundles.set(page, known);
    return known;
  };

  async function serve(path: string, response: ServerResponse): Promise<void> {
    const [, page = '', ending = 'html'] = /^\/([\w-]+)(?:\.(js|css))?$/.exec(path) ?? [];
    const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
    const { js, css } = await bundleOf(page);
    response.writeHead(200, { 'content-type': `${types[ending]}; charset=utf-8` });
    response.end(ending === 'js' ? js : ending === 'css' ? css : shell(page));
  }

  const server = createServer((request, response) => {
    // What a page's library sends somewhere, such as an uploaded file, goes nowhere.
    if (request.method === 'POST') response.end('{}');
    else serve(request.url ?? '', response).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.on('upgrade', (request, wire) => {
    current = acceptWebSocket(request, wire, (text) => {
      answer = text;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port always has this form of address.
  const { port } = server.address() as AddressInfo;

  async function ask(question: 'state' | 'truth'): Promise<string> {
    const socket = await eventually('the page of the zoo', () => current, STATE_MS);
    answer = undefined;
    socket.send(question);
    return eventually(`the ${question} of the page`, () => answer, STATE_MS);
  }

  return {
    urlOf(page) {
      // The page before may still be there, and must not answer for this one.
      current = undefined;
      return `http://127.0.0.1:${port}/${page}`;
    },
    async state() {
      const state: unknown = JSON.parse(await ask('state'));
      if (!isRecord(state)) throw new Error('The page keeps no state.');
      return state;
    },
    truth: () => ask('truth'),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
