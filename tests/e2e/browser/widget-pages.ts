// Widgets after the patterns of the ARIA Authoring Practices, each as small as it can be and still behave.
export const widgets = `<!doctype html><title>Widgets</title><main><p id="said">Nothing</p>
<button id="menu-button" aria-haspopup="menu" aria-expanded="false">Actions</button>
<ul id="menu" role="menu" aria-label="Actions" hidden><li role="menuitem" tabindex="-1">Rename<li role="menuitem" tabindex="-1">Delete</ul>
<label for="fruit">Fruit</label><input id="fruit" role="combobox" aria-expanded="false" aria-controls="fruits" aria-autocomplete="list">
<ul id="fruits" role="listbox" aria-label="Fruits" hidden></ul>
<ul role="tree" aria-label="Files"><li role="treeitem" aria-expanded="false" tabindex="0" id="docs">Docs<ul role="group" hidden><li role="treeitem" tabindex="-1">Readme</ul></ul>
<table role="treegrid" aria-label="Mails"><tr role="row" aria-level="1" aria-expanded="false" tabindex="0" id="thread"><td role="gridcell">Thread<td role="gridcell">Ada
<tr role="row" aria-level="2" tabindex="-1" id="answer" hidden><td role="gridcell">Answer<td role="gridcell">Bo</table>
<label>Day <input id="day" readonly></label><button id="pick" aria-haspopup="dialog">Choose date</button>
<div id="dialog" role="dialog" aria-label="Choose a date" hidden><table role="grid" aria-label="May">${[0, 1]
  .map((week) => `<tr>${[1, 2, 3].map((day) => `<td role="gridcell" tabindex="-1">${week * 3 + day}`).join('')}`)
  .join('')}</table></div>
<div id="volume" role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0" aria-valuemax="10" aria-valuenow="4">4</div></main><script>
const say = (text) => { said.textContent = text; };
const by = (id) => document.getElementById(id);
by('menu-button').onclick = () => { by('menu').hidden = false; by('menu-button').setAttribute('aria-expanded', 'true'); by('menu').children[0].focus(); };
by('menu').onkeydown = ({ key, target }) => {
  if (key === 'ArrowDown') target.nextElementSibling?.focus();
  if (key === 'Enter') target.click();
};
by('menu').onclick = ({ target }) => { say('Chose ' + target.textContent.trim()); by('menu').hidden = true; by('menu-button').setAttribute('aria-expanded', 'false'); };
const choose = (option) => { by('fruit').value = option.textContent; by('fruits').hidden = true; by('fruit').setAttribute('aria-expanded', 'false'); say('Fruit ' + option.textContent); };
by('fruit').oninput = () => {
  const found = ['Apple', 'Berry', 'Bean'].filter((name) => name.toLowerCase().startsWith(by('fruit').value.toLowerCase()));
  by('fruits').replaceChildren(...found.map((name) => Object.assign(document.createElement('li'), { role: 'option', textContent: name, id: 'o-' + name, onclick() { choose(this); } })));
  by('fruits').hidden = found.length === 0; by('fruit').setAttribute('aria-expanded', String(found.length > 0));
};
by('fruit').onkeydown = ({ key }) => {
  const options = [...by('fruits').children], at = options.findIndex((option) => option.ariaSelected === 'true');
  if (key === 'ArrowDown') { options.forEach((option, n) => { option.ariaSelected = String(n === at + 1); }); by('fruit').setAttribute('aria-activedescendant', options[at + 1]?.id ?? ''); }
  if (key === 'Enter' && at >= 0) choose(options[at]);
};
const toggle = (node, inner) => { const isOpen = node.getAttribute('aria-expanded') === 'true'; node.setAttribute('aria-expanded', String(!isOpen)); inner.hidden = isOpen; };
by('docs').onclick = ({ target }) => target === by('docs') ? toggle(by('docs'), by('docs').querySelector('ul')) : say('Opened ' + target.textContent);
by('docs').onkeydown = ({ key }) => { if (key === 'ArrowRight') toggle(by('docs'), by('docs').querySelector('ul')); };
by('thread').onkeydown = ({ key }) => { if (key === 'ArrowRight') toggle(by('thread'), by('answer')); };
by('pick').onclick = () => { by('dialog').hidden = false; by('dialog').querySelector('td').focus(); };
by('dialog').onclick = ({ target }) => { by('day').value = 'May ' + target.textContent.trim(); by('dialog').hidden = true; by('pick').focus(); };
by('volume').onkeydown = ({ key }) => {
  const now = Number(by('volume').ariaValueNow) + ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0);
  by('volume').ariaValueNow = now; by('volume').textContent = now;
};</script>`;

/** The same form by four ways of making forms; `script` is their bundle. */
export const frameworks = `<!doctype html><title>Frameworks</title><div id="react"></div><div id="vue"></div><lit-form></lit-form>
<form id="own"><own-field name="name"></own-field><own-field name="agree" type="checkbox"></own-field><output data-of="Element"></output></form>
<script src="/frameworks.js"></script>`;

/** Breaks what scripts in the page's own world would lean on. */
export const broken = `<!doctype html><title>Broken</title><main><label>Name <input></label><button onclick="p.textContent = 'Pressed'">Press</button><p id="p"></p>
<constructor>Odd part</constructor><input type="constructor" aria-label="Odd field"></main><script>
const refuse = () => { throw new Error('overridden'); };
for (const name of ['filter', 'map', 'flatMap', 'forEach', 'push', 'includes', 'some', 'find']) Array.prototype[name] = refuse;
for (const name of ['assign', 'entries', 'keys', 'fromEntries']) Object[name] = refuse;
for (const name of ['getAttribute', 'closest', 'matches', 'querySelectorAll', 'getClientRects', 'getBoundingClientRect']) Element.prototype[name] = refuse;
JSON.stringify = refuse; Document.prototype.elementFromPoint = refuse; window.MutationObserver = refuse; Promise.prototype.then; performance.now = refuse;
Object.defineProperty(HTMLInputElement.prototype, 'value', { get: () => 'lie', set: refuse });</script>`;

/** Puts its own things where hooks in the page's own world report from: before they come, and as soon as they are there. */
export const forging = `<!doctype html><title>Forging</title><main><p id="p"></p>
<button onclick="forge(() => 'x'.repeat(30_000_000))">Long text</button>
<button onclick="forge(() => 42)">Number</button>
<button onclick="forge(() => ({ length: 1e9 }))">Endless list</button>
<button onclick="forge(() => [{}, { type: {}, message: [] }, null, 'x'.repeat(10_000)])">Strange list</button>
<button onclick="forge(() => { throw new Error('forged'); })">Throwing</button>
<button onclick="forge(null)">Nothing</button></main><script>
const planted = ['complaints', 'dialogs', 'timers'].map((name) => Symbol.for('dev.sallyport.' + name));
const own = new Set(Reflect.ownKeys(window));
function forge(value) {
  const hooks = Reflect.ownKeys(window).filter((key) => !own.has(key));
  for (const key of [...hooks, ...planted]) { delete window[key]; window[key] = value; }
  p.textContent = 'Forged ' + event.target.textContent;
}</script>`;

/** Stops itself as soon as it is there. */
export const alerting = `<!doctype html><title>Alerting</title><p>Before</p><script>alert('Stop'); document.write('<p>After</p>')</script>`;

export const large = `<!doctype html><title>Large</title><main><button onclick="this.textContent = 'Pressed'">First</button><div id="all"></div><button>Last</button></main><script>
all.innerHTML = Array.from({ length: 12_500 }, (_, n) => '<div><a href="#' + n + '">Link ' + n + '</a><span>Text ' + n + '</span><b>!</b></div>').join('');</script>`;
