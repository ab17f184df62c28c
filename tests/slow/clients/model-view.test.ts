// What reaches the model: every client makes the same calls at the gateway's door and the editor's, and what it handed on is read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BenchSite, openBenchSite } from '../../../bench/browser/pages.ts';
import { eventually } from '../../support/eventually.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { openUpHome, type Started, shim, type UpHome } from '../../support/up-process.ts';
import { CHANGING, cases, hostilePage, LONG_LINES, type Places, REJECTION } from './cases.ts';
import { clientsPage } from './clients-page.ts';
import { insideFences, type ModelView, outsideFences, tokensIn, viewOf } from './model-view.ts';
import { openPlainWindow, type PlainWindow } from './plain-window.ts';
import { type Doors, scriptedClients } from './scripted-clients.ts';

let home: UpHome;
let up: Started;
let site: BenchSite;
let window: PlainWindow;
let places: Places;
let doors: Omit<Doors, 'home'>;
const hostile = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(hostilePage);
});
const views = new Map<string, ReadonlyMap<string, ModelView>>();
const clientNames = Object.keys(scriptedClients);

beforeAll(async () => {
  home = openUpHome({ lasts: 'suite' });
  site = await openBenchSite();
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  const { port } = hostile.address() as AddressInfo;
  places = { small: `${site.origin}/small`, table: `${site.origin}/table`, hostile: `http://127.0.0.1:${port}/` };
  const folder = join(home.home, 'workspace');
  mkdirSync(folder);
  writeFileSync(join(folder, 'short.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(folder, 'long.txt'), Array.from({ length: LONG_LINES }, (_, at) => `line ${at + 1}\n`).join(''));
  writeFileSync(join(folder, CHANGING), 'as it was\n');
  window = await openPlainWindow({ folder, files: ['short.txt', CHANGING], changing: CHANGING, rejection: REJECTION });
  up = home.start('up', '--browser', 'chromium');
  await up.hasSaid('Press Ctrl+C to stop everything');
  const { url } = JSON.parse((await home.run('serve', '--port', '0', '--json')).stdout);
  const { key } = JSON.parse((await home.run('agents', 'add', 'Inspector', '--json')).stdout);
  doors = {
    shim: { command: process.execPath, args: [shim], env: { SALLYPORT_HOME: home.home, USER: home.env.USER ?? '' } },
    http: { url, headers: { Authorization: `Bearer ${key}` } },
    editor: { url: window.url, headers: { Authorization: `Bearer ${window.token}` } },
  };
}, 60_000);

afterAll(async () => {
  up.child.kill('SIGINT');
  await up.ended;
  await eventually('nothing of it runs', () => home.running().length === 0, 20_000);
  await home.close();
  await window.close();
  site.close();
  hostile.close();
  hostile.closeAllConnections();
}, 60_000);

describe.each(clientNames)('%s', (client) => {
  beforeAll(async () => {
    const folder = join(home.home, client.replaceAll(' ', '-'));
    mkdirSync(folder);
    const run = await scriptedClients[client]?.((results) => cases[results.length]?.call(results.map(viewOf), places), {
      ...doors,
      home: folder,
    });
    const seen = run?.results.map((result, at): [string, ModelView] => [cases[at]?.name ?? 'more', viewOf(result)]);
    views.set(client, new Map(seen));
    expect(seen?.length, run?.output.slice(-3_000)).toBe(cases.length);
  }, 120_000);

  it.each(cases)(
    '$name',
    ({ name, says, fenced = [], hasImage = false, keeps, maxTokens = Number.POSITIVE_INFINITY }) => {
      const { text, received, images } = views.get(client)?.get(name) ?? { text: '', received: '', images: [] };
      for (const said of says) expect(text).toContain(said);
      for (const words of fenced) {
        expect(insideFences(text)).toContain(words);
        expect(outsideFences(text)).not.toContain(words);
      }
      // A client's own error in place of ours.
      expect(text).not.toMatch(/-32602|MCP error|output schema/);
      expect(text).not.toMatch(/[\u{e0000}-\u{e007f}\u200b]/u);
      // The two bytes that every JPEG begins with.
      const isJpeg = images.map((image) => Buffer.from(image, 'base64').subarray(0, 2).toString('hex') === 'ffd8');
      expect(isJpeg).toEqual(hasImage ? [true] : []);
      expect(tokensIn(received), received).toBeLessThanOrEqual(maxTokens);
      if (keeps !== undefined) {
        const file = /\/\S+\.txt/.exec(text)?.[0] ?? '';
        expect(readFileSync(file, 'utf8')).toContain(keeps);
      }
    },
  );
});

// Regenerate the page with: npx vitest run --project slow tests/slow/clients/model-view.test.ts -u
it('docs/clients.md shows what was measured', async () => {
  const page = clientsPage({ clients: clientNames, cases, views, home: home.home });
  await expect(page).toMatchFileSnapshot(join(projectRoot, 'docs', 'clients.md'));
});
