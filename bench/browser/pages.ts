// The pages of the browser benchmark: a tiny one, a long table, three pages of ARIA widgets, a long article.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom } from '../measure.ts';
import { answersEffect, answersSockets, effectsPage } from './effects.ts';
import { datesPage, menusPage, treegridPage } from './widget-pages.ts';

export const pageNames = ['small', 'table', 'treegrid', 'dates', 'menus', 'article'] as const;

export type PageName = (typeof pageNames)[number];

/** What stands in a field and behind a button that every page has, so that each is clicked and typed into alike. */
export const PRESS = 'Press me';
export const FIELD = 'Your note';

const small = `<!doctype html><title>Small</title><main><h1>A small page</h1>
<p>It has a <a href="/article">link to something longer</a> and hardly anything else.</p>
<p>Whatever a call costs here, it costs everywhere: the rest is up to the page.</p>
<ul><li>Oak</li><li>Iron</li><li>Stone</li></ul>
${controls()}</main>`;

const TABLE_ROWS = 1_000;

/** One row has a link, a field and a button, named alike in every row, as such tables have them. */
function row(number: number): string {
  const id = String(number).padStart(4, '0');
  return `<tr data-id="${id}"><td>${number}</td><td><a href="/items/${id}">Item ${id}</a></td>
<td><input type="text" name="amount-${id}" value="" aria-label="Amount"></td>
<td><button type="button" class="order" onclick="out.textContent = 'Ordered ${id}'">Order</button></td></tr>`;
}

const table = `<!doctype html><title>Table</title><main><h1>One thousand items</h1>${controls()}
<table><caption>Stock</caption><thead><tr><th>No.</th><th>Name</th><th>Amount</th><th>Order</th></tr></thead><tbody>
${Array.from({ length: TABLE_ROWS }, (_, at) => row(at + 1)).join('\n')}
</tbody></table><p>End of the stock list. <a href="/help">Help with ordering</a></p></main>`;

const WORDS =
  'gate wall tower door keep bridge moat arch stone oak iron hinge lock key guard watch road river market bell lamp rope cart mason smith baker guild council winter summer siege truce charter toll bread water fire night morning'.split(
    ' ',
  );

/** As in an encyclopedia: words that lead elsewhere, notes by their number, and the notes at the end. */
function article(): string {
  const random = seededRandom(7);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? 'gate';
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const term = () => {
    const name = words(2);
    return `<a href="/wiki/${name.replace(' ', '_')}">${name}</a>`;
  };
  let notes = 0;
  const note = () => {
    notes += 1;
    return `<sup><a href="#note-${notes}">[${notes}]</a></sup>`;
  };
  const sentence = () => `The ${words(4)} of ${term()} was ${words(5)}.`;
  const paragraph = () => `<p>${Array.from({ length: 4 }, sentence).join(' ')} No ${words(6)}.${note()}</p>`;
  const sections = Array.from({ length: 20 }, (_, at) => {
    const items = Array.from({ length: 3 }, () => `<li>${words(7)}, ${term()}</li>`).join('');
    return `<section><h2 id="s${at + 1}">${at + 1}. Of the ${words(1)} and the ${words(1)}</h2>
${Array.from({ length: 3 }, paragraph).join('\n')}<ul>${items}</ul></section>`;
  });
  const contents = sections.map((_, at) => `<li><a href="#s${at + 1}">Chapter ${at + 1}</a></li>`).join('');
  const sources = Array.from(
    { length: notes },
    (_, at) =>
      `<li id="note-${at + 1}"><a href="#back-${at + 1}">↑</a> ${words(3)}, <a href="https://example.org/${at + 1}">Source ${at + 1}</a>, p. ${at * 3}</li>`,
  ).join('\n');
  return `<!doctype html><title>Article</title><header><nav aria-label="Site"><ul><li><a href="/">Home</a></li><li><a href="/archive">Archive</a></li>
<li><a href="/authors">Authors</a></li></ul></nav></header><main><article><h1>On gates and those who keep them</h1>
<nav aria-label="Contents"><ol>${contents}</ol></nav>${sections.join('\n')}
<section><h2>Notes</h2><ol>${sources}</ol></section></article>${controls()}</main>
<footer><p>Printed by the guild.</p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer>`;
}

function controls(): string {
  return `<label>${FIELD} <input></label>
<button onclick="out.textContent = 'Pressed ' + (Number(out.textContent.split(' ')[1] ?? 0) + 1)">${PRESS}</button> <output id="out"></output>`;
}

const pages: Readonly<Record<PageName, string>> = {
  small,
  table,
  treegrid: treegridPage(controls()),
  dates: datesPage(controls()),
  menus: menusPage(controls()),
  article: article(),
};

export interface BenchSite {
  readonly origin: string;
  close(): void;
}

export async function openBenchSite(): Promise<BenchSite> {
  const all: Readonly<Record<string, string>> = { ...pages, effects: effectsPage };
  const server = createServer((request, response) => {
    if (answersEffect(request, response)) return;
    const path = request.url ?? '/';
    const page = all[path.slice(1).replace(/\?.*$/, '')];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? 'No.');
  });
  answersSockets(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port always has this form of address.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
