// A small site on this machine for the extension's tools to work on.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const form = `<!doctype html><title>Sign in</title>
<style>.card { cursor: pointer } #cover { display: none; position: fixed; inset: 0; background: #0008 }</style>
<header><h1>Sign <em>in</em></h1><nav aria-label="Main"><a href="/second">Second</a> <a href="/second" target="_blank">Beside</a></nav></header>
<main><p>Some <b>bold</b> text.</p>
<form><label>Email <input type="email" value="a@b.c"></label>
<label for="password">Password</label><input id="password" type="password" value="hunter2">
<label><input type="checkbox" checked> Remember me</label>
<select aria-label="Colour"><option>Red<option selected>Green</select>
<button type="button" onclick="this.textContent = 'Count ' + ++count">Count 0</button><button disabled>Never</button></form>
<div class="card">Card</div><p hidden>Unseen</p>
<ul><li>One<li>Two <button>Delete</button></ul>
<div style="height: 3000px"></div>
<button onclick="cover.style.display = 'block'">Cover all</button><div id="cover">A dialog</div>
<custom-box></custom-box>
<script>let count = 0;
customElements.define('custom-box', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML =
  '<button onclick="document.title = \\'Shadow clicked\\'">In the shadow</button>'; } });</script></main>`;

/** How the form reads to an agent, without its refs. */
export const formSnapshot = `banner
 heading 1 "Sign in"
 navigation "Main"
  link "Second"
  link "Beside"
main
 text Some bold text.
 textbox "Email" = "a@b.c"
 textbox "Password" = "•••"
 checkbox "Remember me" checked
 combobox "Colour" = "Green" (2 options)
 button "Count 0"
 button "Never" disabled
 clickable "Card"
 list
  - One
  -
   text Two
   button "Delete"
 button "Cover all"
 button "In the shadow"`;

const second = '<!doctype html><title>Second</title><h1>Second page</h1><a href="/">First</a>';

/** Tells the size of its window in its title. */
const measure = '<!doctype html><body><h1>Size</h1><script>document.title = innerWidth + "x" + innerHeight</script>';

/** No picture of it packs well. */
const noise = `<!doctype html><title>Noise</title><body style="margin: 0"><canvas style="display: block"></canvas><script>
const canvas = document.querySelector('canvas'); canvas.width = innerWidth; canvas.height = innerHeight;
const context = canvas.getContext('2d'); const image = context.createImageData(canvas.width, canvas.height);
let seed = 7; for (let i = 0; i < image.data.length; i += 1) { seed = (seed * 1103515245 + 12345) % 2147483648; image.data[i] = i % 4 === 3 ? 255 : seed >> 16; }
context.putImageData(image, 0, 0);</script>`;

const rows = `<!doctype html><title>Rows</title><table>${Array.from(
  { length: 1000 },
  (_, row) =>
    `<tr><td><a href="#${row}">Row ${row}</a><td><input aria-label="Field ${row}"><td><button>Go ${row}</button>`,
).join('')}</table>`;

const pages: Readonly<Record<string, string>> = {
  '/': form,
  '/second': second,
  '/measure': measure,
  '/noise': noise,
  '/rows': rows,
};

export interface Site {
  readonly origin: string;
  close(): void;
}

export async function openSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page ?? 'No.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port always has this form of address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
