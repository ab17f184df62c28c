// Pages on which every tool can show what it does.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { answersEffect, answersSockets } from '../../../bench/browser/effects.ts';
import { alerting, broken, forging, frameworks, large, widgets } from './widget-pages.ts';

const fields = `<!doctype html><title>Fields</title><main>
<form id="order" onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'Sent ' + new FormData(this).get('name')">
<label>Name <input name="name" value="old"></label>
<label>Notes <textarea></textarea></label>
<label>Password <input type="password"></label>
<label>Card <input autocomplete="cc-number" value="4111111111111111"></label>
<label>Date <input type="date"></label>
<label>Volume <input type="range" min="0" max="10" value="3"></label>
<label>Count <input type="number" value="1"></label>
<label><input type="checkbox"> Agree</label>
<label><input type="radio" name="size" value="s" checked> Small</label><label><input type="radio" name="size" value="l"> Large</label>
<label>Colour <select><option value="r">Red<option value="g">Green</select></label>
<label>Many <select multiple><option>One<option>Two<option>Three</select></label>
<label>Papers <input type="file" multiple onchange="Promise.all([...this.files].map((f) => f.text())).then((t) => { document.querySelector('output').textContent = this.files[0].name + ' ' + t.join() })"></label>
<div contenteditable aria-label="Body">Old body</div>
<button>Send</button></form><output></output>
<script>
const seen = [];
for (const type of ['input', 'change', 'keydown', 'click', 'dblclick', 'contextmenu', 'mouseover'])
  addEventListener(type, (event) => seen.push([type, event.target.localName, event.isTrusted, event.ctrlKey === true]), true);
</script></main>`;

/** A field whose framework notices only what does not come through its own setter. */
const controlled = `<!doctype html><title>Controlled</title><label>Name <input></label><p></p><script>
const input = document.querySelector('input'); let state = '';
const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); let tracked = '';
Object.defineProperty(input, 'value', { get() { return native.get.call(this); }, set(value) { tracked = value; native.set.call(this, value); } });
input.addEventListener('input', () => { const now = native.get.call(input); if (now === tracked) return; tracked = now; state = now;
  document.querySelector('p').textContent = 'State ' + state; });</script>`;

/** Its form has fields that hide properties of the form itself. */
const booking = `<!doctype html><title>Booking</title><main><form onsubmit="event.preventDefault()" onclick="1">
<label>Adults <input name="id"></label><label>Children <input name="children" oninput="note.textContent = 'Room for ' + this.value"></label>
<label>Room <select name="childNodes"><option>Small<option>Large</select></label><input type="hidden" name="parentNode">
<p id="note">No children</p></form></main>`;

const changing = `<!doctype html><title>Changing</title><main>
<button onclick="p.textContent = 'At 0'">Effect 0</button>
${[50, 150, 400].map((ms) => `<button onclick="setTimeout(() => { p.textContent = 'At ${ms}' }, ${ms})">Effect ${ms}</button>`).join('\n')}
<button onclick="requestAnimationFrame(() => { p.textContent = 'At frame' })">Effect frame</button>
<button onclick="fetch('/slow').then((r) => r.text()).then((t) => { p.textContent = t })">Fetch</button>
<button onclick="dialog.hidden = false">Open dialog</button>
<button onclick="void 0">Idle</button>
<button onclick="document.title = 'Renamed'; history.pushState(0, '', '#there')">Rename</button>
<button aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true')">Menu</button>
<button onclick="window.open('/article')">Pop up</button>
<button onclick="p.textContent = 'Said ' + confirm('Sure?')">Ask</button>
<button onmouseover="tip.hidden = false">Hint</button>
<button onclick="setTimeout(() => { later.remove() }, 300)">Remove</button>
<p id="p"></p><div id="tip" role="tooltip" hidden>A hint</div><p id="later">Here for now</p>
<div id="dialog" role="dialog" aria-label="Question" hidden><button>Yes</button></div>
<div id="box" aria-label="Box" tabindex="0" style="height: 100px; overflow: auto"><div style="height: 1000px">Long</div></div>
<div draggable="true" tabindex="0" role="button" id="thing">Thing</div>
<div id="target" tabindex="0" role="button" ondragover="event.preventDefault()" ondrop="event.preventDefault(); p.textContent = 'Dropped'">Basket</div>
<div id="knob" tabindex="0" role="button" style="position: relative; width: 40px" onpointerdown="from = event.clientX">Knob</div>
<div id="stop" tabindex="0" role="button" style="margin-left: 300px; width: 60px">Stop</div>
<script>let from; document.addEventListener('pointerup', (event) => { if (from !== undefined) p.textContent = 'Moved ' + Math.round((event.clientX - from) / 100); from = undefined; });</script>
<div style="height: 3000px"></div><p>The end</p></main>`;

/** What an act can bring besides changes of the page. */
const consequences = `<!doctype html><title>Consequences</title><main><p id="p">Ready</p>
<a href="/file.csv">Attachment</a> <a href="/plain" download="named.txt">Saved link</a>
<button onclick="const a = document.createElement('a'); a.href = window.URL.createObjectURL(new Blob(['made here'])); a.download = 'made.txt'; a.click()">Make file</button>
<label>Papers <input type="file" onchange="p.textContent = 'Got ' + this.files[0].name"></label>
<button onclick="many.click()">Choose hidden</button><input id="many" type="file" multiple style="display: none" onchange="p.textContent = 'Got ' + this.files.length">
<button onclick="const i = document.createElement('input'); i.type = 'file'; i.onchange = () => { p.textContent = 'Got ' + i.files[0].name }; i.click()">Choose detached</button>
<button onclick="missing.call()">Throw</button><button onclick="Promise.reject(new Error('lost'))">Reject</button>
<button onclick="console.error('Told', { code: 7 })">Complain</button>
<button onclick="fetch('/refused').then((r) => { p.textContent = 'Status ' + r.status })">Refused</button>
<button onclick="alert('Stop'); p.textContent = 'Went on'">Alert</button>
<script>
/** Over when the first answer is there, while the others follow each other. */
async function busy() {
  await fetch('/slow?0');
  (async () => { for (const at of [1, 2, 3]) await fetch('/slow?' + at); })();
}</script></main>`;

const article = `<!doctype html><title>Article</title><nav><a href="/">Home</a> Menu words</nav><main><article><h1>On doors</h1>
${Array.from({ length: 60 }, (_, at) => `<p>Paragraph ${at} of a long text about doors and gates.</p>`).join('')}
<ul><li>Oak<li>Iron</ul></article></main><footer>Imprint</footer>`;

const strict = '<!doctype html><title>Strict</title><p>Nothing may be evaluated here.</p>';

function framed(other: string): string {
  return `<!doctype html><title>Framed</title><h1>Outer</h1>
<iframe title="Same" srcdoc="<button onclick=&quot;this.textContent = 'Pressed'&quot;>Inner</button><iframe title='Deep' srcdoc='<p>Deepest</p><button>Bottom</button>'></iframe>"></iframe>
<iframe title="Other" src="${other}/foreign" width="400"></iframe><iframe title="Twin" src="${other}/foreign" width="400"></iframe><p>After</p>`;
}

const foreign = `<!doctype html><title>Foreign</title><label>Pay <input></label>
<button onclick="document.body.append('Paid ' + document.querySelector('input').value)">Pay now</button>`;

/** The user's own tab: it tells what happens to it, and that it lives. */
const own = (site: string) => `<!doctype html><title>Own</title><h1>The user's page</h1><input autofocus><script>
const tell = (what) => navigator.sendBeacon('${site}/report', what);
addEventListener('blur', () => tell('blur')); addEventListener('resize', () => tell('resize'));
document.addEventListener('visibilitychange', () => tell(document.visibilityState));
setInterval(() => tell('alive ' + document.visibilityState + (document.hasFocus() ? ' focused' : '')), 200);</script>`;

/** Long enough that no browser waits for more before it begins. */
const endless = `<!doctype html><title>Endless</title><p id="p"></p><button onclick="p.textContent = 'Pressed'">Press</button><!-- ${'-'.repeat(4000)} -->`;

/** Made when first asked for. */
function frameworkScript(): string {
  const entry = fileURLToPath(new URL('../frameworks/forms.mjs', import.meta.url));
  const define = {
    'process.env.NODE_ENV': '"production"',
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
  };
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, write: false, define, minify: true });
  return outputFiles[0]?.text ?? '';
}

export interface ToolSite {
  /** What the user's own page told. */
  readonly reports: readonly string[];
  /** A page that tells them. */
  readonly ownPage: string;
  readonly origin: string;
  /** The same server under another name, so of another origin. */
  readonly otherOrigin: string;
  close(): void;
}

/** What is saved instead of shown. */
const files: Readonly<Record<string, Record<string, string>>> = {
  '/file.pdf': { 'content-type': 'application/pdf' },
  '/file.csv': { 'content-disposition': 'attachment; filename="table.csv"' },
  '/plain': {},
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
};

/** With further pages by their paths. */
export async function openToolSite(more: Readonly<Record<string, string>> = {}): Promise<ToolSite> {
  const reports: string[] = [];
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url?.startsWith('/slow')) {
      setTimeout(() => response.end('Fetched'), 200);
      return;
    }
    if (request.url === '/frameworks.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(frameworkScript());
      return;
    }
    if (request.url === '/endless') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(endless);
      const timer = setInterval(() => response.write('<p>More</p>'), 300);
      response.on('close', () => clearInterval(timer));
      return;
    }
    if (answersEffect(request, response)) return;
    if (request.url === '/report') {
      request.setEncoding('utf8').on('data', (what: string) => reports.push(what));
      request.on('end', () => response.end());
      return;
    }
    const file = files[request.url ?? ''];
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': 'text/csv', ...file }).end('a,b\n1,2\n');
      return;
    }
    const page = { ...pages(`http://localhost:${port}`), ...more }[request.url ?? ''];
    const policy = request.url === '/strict' ? { 'content-security-policy': "default-src 'self'" } : {};
    const type = types[extname(request.url?.split('?')[0] ?? '')] ?? 'text/html; charset=utf-8';
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': type, ...policy });
    response.end(page ?? 'No.');
  });
  answersSockets(server);
  const port = await listen(server);
  return {
    reports,
    ownPage: own(`http://127.0.0.1:${port}`),
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pages(other: string): Readonly<Record<string, string>> {
  return {
    '/fields': fields,
    '/controlled': controlled,
    '/booking': booking,
    '/changing': changing,
    '/article': article,
    '/widgets': widgets,
    '/frameworks': frameworks,
    '/broken': broken,
    '/forging': forging,
    '/alerting': alerting,
    '/large': large,
    '/consequences': consequences,
    '/strict': strict,
    '/framed': framed(other),
    '/foreign': foreign,
  };
}

async function listen(server: Server): Promise<number> {
  // On every address of this machine's own, since "localhost" may be either.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  // A server that listens on a port always has this form of address.
  return (server.address() as AddressInfo).port;
}
