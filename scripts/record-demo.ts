// npm run demo: makes the README's pictures from a real run: the agent's replies, the window that asks, the page and what
// commands print are captured; the terminal, the browser's frame and the mouse pointer around them are drawn.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ChromiumPage } from '../tests/e2e/browser/chromium-pages.ts';
import { eventually } from '../tests/support/eventually.ts';
import { upstreams } from '../tests/support/upstreams.ts';
import { encodeApng, type Frame } from './demo/apng.ts';
import { type Chain, openChain } from './demo/chain.ts';
import { decodePng } from './demo/pixels.ts';
import { frameSize, renderFrame, renderTerminal, type Scene, site, terminalSize } from './demo/scenery.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs', 'images');
const AGENT = 'Demo agent';
const QUESTION_MS = 15_000;
/** As wide as the window is that asks. */
const PANEL_WIDTH = 460;
/** Where the question lies in a frame. */
const questionAt = { x: 466, y: 86 };

const { values } = parseArgs({ options: { frames: { type: 'string' } } });

/** Draws pages of ours in a tab of the same browser. */
async function openEasel({ pages }: Chain) {
  const easel = await pages.open('about:blank');
  return async (html: string, size: { readonly width: number; readonly height: number }): Promise<Buffer> => {
    await easel.evaluate(
      `document.open(); document.write(${JSON.stringify(html)}); document.close(); Promise.all([...document.images].map((image) => image.decode()))`,
    );
    return easel.picture(size);
  };
}

async function openSite(): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(site),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port always has this form of address. Chromium finds every name below localhost here.
  const { port } = server.address() as AddressInfo;
  return { address: `http://bistro.localhost:${port}/`, close: () => server.close() };
}

/** The window that asks, once it has a button to allow it with. */
async function findQuestion({ pages }: Chain): Promise<{ panel: ChromiumPage; button: { x: number; y: number } }> {
  const allow = `[...document.querySelectorAll('#questions button')].find(({ textContent }) => textContent === 'Allow for this session')`;
  const place = `(() => { const b = ${allow}?.getBoundingClientRect(); return document.querySelector('[aria-busy]') === null && b && [b.x + b.width / 2, b.y + b.height / 2]; })()`;
  return eventually(
    'a question with a button "Allow for this session"',
    async () => {
      const panel = (await pages.list()).find(({ url }) => url.endsWith('/panel.html#asking'));
      await panel?.picture({ width: PANEL_WIDTH, height: PANEL_WIDTH });
      const found = await panel?.evaluate(place).catch(() => undefined);
      if (panel === undefined || !Array.isArray(found)) return undefined;
      const [x, y] = found.map(Number);
      return { panel, button: { x: x ?? 0, y: y ?? 0 } };
    },
    QUESTION_MS,
  );
}

/** What an agent reads, without the marks of the fence, which take room and mean nothing here. */
function shown(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !/^<\/?untrusted/.test(line));
}

async function record(chain: Chain, address: string): Promise<void> {
  const draw = await openEasel(chain);
  const frames: Frame[] = [];
  const pictures: Buffer[] = [];
  const show = async (scene: Scene, ms: number) => {
    const picture = await draw(renderFrame(scene), frameSize);
    pictures.push(picture);
    frames.push({ pixels: decodePng(picture), ms });
  };

  const lines = ['› Book the table on Friday.'];
  await show({ lines, step: 0 }, 1400);
  lines.push(`● browser__tabs ${JSON.stringify({ action: 'open', url: address })}`);
  await show({ lines, step: 0 }, 1200);

  const opening = chain.call('browser__tabs', { action: 'open', url: address });
  // Its end is awaited below, after the question.
  opening.catch(() => {});
  const { panel, button } = await findQuestion(chain);
  const pictureDownTo = async (edge: string) =>
    panel.picture({ width: PANEL_WIDTH, height: Math.ceil(Number(await panel.evaluate(edge))) });
  writeFileSync(join(images, 'consent.png'), await pictureDownTo('document.documentElement.scrollHeight'));
  const card = 'document.querySelector("#questions li").getBoundingClientRect().bottom + 16';
  const question = (await pictureDownTo(card)).toString('base64');
  const asked = { lines: [...lines, 'waiting for you …'], step: 1, question };
  await show(asked, 2200);
  const target = { x: questionAt.x + button.x, y: questionAt.y + button.y };
  for (const left of [0.8, 0.5, 0.25, 0.08, 0]) {
    const pointer = { x: target.x + 260 * left, y: target.y + 150 * left, isDown: false };
    await show({ ...asked, pointer }, left === 0 ? 500 : 90);
  }
  await show({ ...asked, pointer: { ...target, isDown: true } }, 350);
  await panel.click(
    `[...document.querySelectorAll('#questions button')].find(({ textContent }) => textContent === 'Allow for this session')`,
  );

  lines.push(...shown((await opening).text));
  const page = async () => (await chain.call('browser__screenshot', { purpose: 'full-detail' })).image;
  const before = await page();
  await show({ lines, step: 2, address, page: before }, 1500);
  lines.push('● browser__snapshot {}');
  const { text } = await chain.call('browser__snapshot', {});
  lines.push(...shown(text));
  await show({ lines, step: 2, address, page: before }, 2600);
  const ref = /"Reserve the table" (e\d+)/.exec(text)?.[1];
  lines.push(`● browser__click ${JSON.stringify({ ref })}`);
  await show({ lines, step: 2, address, page: before }, 1000);
  lines.push(...shown((await chain.call('browser__click', { ref })).text));
  await show({ lines, step: 2, address, page: await page() }, 4500);

  const demo = encodeApng(frames);
  writeFileSync(join(images, 'demo.png'), demo);
  console.log(`docs/images/demo.png: ${frames.length} frames, ${(demo.length / 1024).toFixed(0)} kB`);
  if (values.frames !== undefined) {
    mkdirSync(values.frames, { recursive: true });
    for (const [at, picture] of pictures.entries())
      writeFileSync(join(values.frames, `${String(at).padStart(2, '0')}.png`), picture);
  }
}

/** The picture of the user's servers: what two commands print, after an agent has used one of them. */
async function pictureServers(chain: Chain): Promise<void> {
  const draw = await openEasel(chain);
  const [node, home] = [process.execPath, chain.home];
  chain.sallyport('servers', 'add', 'files', '--', node, upstreams.filesystem, home);
  chain.sallyport('servers', 'add', 'memory', '--', node, upstreams.memory);
  chain.sallyport(
    'servers',
    'add',
    'notes',
    '--',
    node,
    join(root, 'dist', 'notes-server.cjs'),
    join(home, 'notes.json'),
  );
  writeFileSync(join(home, 'menu.md'), 'Soup, fish, cake.\n');
  await chain.call('files__read_text_file', { path: join(home, 'menu.md') });
  await chain.call('notes__add', { text: 'The table on Friday is booked.' });
  const runs = [
    ['servers', 'list'],
    ['journal', '--kind', 'call'],
  ].map((args) => ({ command: `npx sallyport ${args.join(' ')}`, output: chain.sallyport(...args) }));
  writeFileSync(join(images, 'servers.png'), await draw(renderTerminal(runs), terminalSize));
}

const { address, close } = await openSite();
const chain = await openChain(root, AGENT);
try {
  await record(chain, address);
  await pictureServers(chain);
} finally {
  await chain.close();
  close();
}
