// Evidence is a diff of what a person sees: what is new has a ref, what changed has a place, what was only redrawn is left out.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';
import { refOf } from './stage.ts';

const states = ['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California'];
const longText = `${'Many words of no importance come first. '.repeat(3)}The secret is: dumbledore.`;

export const changesPages = {
  '/changes': `<!doctype html><title>Changes</title><main>
<table><tr><th>Name<th>Qty<th>
${['Bob', 'Carol'].map((name) => `<tr><td>${name}<td class="qty">1<td><button onclick="const qty = this.closest('tr').querySelector('.qty'); qty.textContent = Number(qty.textContent) + 1">More ${name}</button>`).join('')}</table>
<div id="app"></div>
<button onclick="list.hidden = false">States</button>
<ul id="list" hidden style="cursor: pointer" onclick="state.value = event.target.textContent; list.hidden = true">${states.map((name) => `<li>${name}</li>`).join('')}</ul>
<label>State <input id="state" readonly></label>
<button onclick="told.textContent = '${longText}'">Tell</button><p id="told"></p>
<button onclick="flash()">Flash</button><button onclick="this.classList.add('marked')">Mark</button>
<button onclick="styled.innerHTML = '<style>p { color: red }</style><div>Bold</div><div>Thin</div>'">Style</button><p id="styled"></p>
<button onclick="layers.innerHTML = '<div id=owned><button>Owned</button></div>'">Layer</button><div aria-owns="owned"></div><div id="layers" style="display: contents"></div>
<button popovertarget="pop">Pop</button><div id="pop" popover role="group" aria-label="Popover"><a href="#x">Inside</a></div>
<div contenteditable role="textbox" aria-label="Code" autocomplete="one-time-code"></div><div contenteditable role="textbox" aria-label="Note"></div>
<form onsubmit="event.preventDefault()"><label>Email <input required></label><button>Send</button></form>
<button onclick="order.prepend(order.lastElementChild)">Last first</button><ol id="order"><li>One<li>Two<li>Three</ol>
<button onclick="dots.prepend(dots.lastElementChild)">Turn the dots</button><div id="dots"><i></i><b></b></div>
<script>let stock = { Pears: 1, Plums: 1, Figs: 1 };
function draw() {
  app.innerHTML = '<ul>' + Object.entries(stock).map(([name, count]) => '<li>' + name + ' <b>' + count + '</b> <button onclick="stock.' + name + ' += 1; draw()">Buy ' + name + '</button>').join('') +
    '</ul><button onclick="stock.Limes = 5; draw()">Order limes</button><button onclick="draw()">Redraw</button>';
}
function flash() {
  const note = document.createElement('p'); note.textContent = 'Loading'; document.body.append(note); setTimeout(() => note.remove(), 20);
  const unseen = document.createElement('p'); unseen.textContent = 'For nobody'; unseen.style.display = 'none'; document.body.append(unseen);
}
draw();</script></main>`,
};

export const textPages = {
  '/texts': `<!doctype html><title>Texts</title><main><h1>Settings</h1><p id="p"></p>
<button onclick="p.textContent = 'Set'">Settings</button><p>Settings are kept for ever.</p>
<ul id="places"><li>Fiji<li>French Polynesia</ul>
<table><tr><td>One<td><button>Open</button><tr><td>Two<td><button>Open</button></table>
<label>Email <input></label><label>Colour <select><option>Red<option>Green</select></label><p>Email is safe</p>
<button onmousemove="this.textContent = 'Pay 900'">Pay 9</button>
<iframe srcdoc="<button onclick=&quot;this.textContent = 'Pressed'&quot;>Within</button>"></iframe>
<script>places.addEventListener('click', ({ target }) => { p.textContent = 'Chose ' + target.textContent; });</script></main>`,
};

export function changesSuite(scene: Scene): void {
  const click = async (name: string) => (await scene.agent.call('click', { ref: scene.agent.ref(name) })).facts;

  it('says how something looks where nothing else changed, and then that nothing did', async () => {
    await scene.at('/changes');
    expect((await click('Mark')).changes).toEqual(['~ button "Mark" look: +marked']);
    expect((await click('Mark')).changes).toEqual([]);
  });

  it('gives what is new a ref, and names fields that something else has filled', async () => {
    await scene.at('/changes');
    const { changes } = await click('States');
    expect(changes).toEqual([
      '+ list',
      ...states.map((name) => expect.stringMatching(new RegExp(`^ +- e\\d+: ${name}$`))),
    ]);
    const [, alaska] = /(e\d+): Alaska/.exec(String([changes].flat().join('\n'))) ?? [];
    const { changes: chosen } = await scene.agent.call('click', { ref: alaska }).then(({ facts }) => facts);
    expect(chosen).toContainEqual(expect.stringMatching(/^~ textbox "State" e\d+ readonly = "Alaska"$/));
    expect(chosen).toContainEqual(expect.stringMatching(/^- list/));
    const popped = await click('Pop');
    expect(popped.changes).toEqual(['+ group "Popover"', expect.stringMatching(/^ +link "Inside" e\d+$/)]);
    // It belongs to an element that was there before, is in one without a box, and is new all the same.
    expect((await click('Layer')).changes).toContainEqual(expect.stringMatching(/^\+ button "Owned" e\d+$/));
  });

  it('says where a change is, and leaves out what was only redrawn', async () => {
    await scene.at('/changes');
    expect((await click('More Carol')).changes).toEqual(['~ in row "Carol": Qty 1 → 2']);
    const bought = await click('Buy Plums');
    expect(bought).toMatchObject({ changes: ['~ in listitem "Plums": 1 → 2'] });
    // The element was drawn anew, and keeps its ref.
    expect(bought.targetNow).toMatch(/^button "Buy Plums"/);
    expect((await click('Buy Plums')).changes).toEqual(['~ in listitem "Plums": 2 → 3']);
    expect((await click('Redraw')).changes).toEqual([]);
    const { changes } = await click('Order limes');
    expect(changes).toEqual(['+ listitem', '   text Limes 5', expect.stringMatching(/^ +button "Buy Limes" e\d+$/)]);
    const limes = refOf([changes].flat().join('\n'), 'Buy Limes');
    const { facts } = await scene.agent.call('click', { ref: limes });
    expect(facts.changes).toEqual(['~ in listitem "Limes": 5 → 6']);
    expect((await click('Last first')).changes).toEqual(['~ order: Three | One | Two']);
    expect((await click('Turn the dots')).changes).toEqual([]);
  });

  it('shows words whole and apart, and nothing that nobody saw', async () => {
    await scene.at('/changes');
    expect((await click('Tell')).changes).toEqual([`+ ${longText}`]);
    expect((await click('Style')).changes).toEqual(['+ Bold', '+ Thin']);
    expect((await click('Flash')).changes).toEqual([]);
    const type = (name: string, text: string) => scene.agent.call('type', { ref: scene.agent.ref(name), text });
    expect((await type('Code', 'for me alone')).text).not.toContain('alone');
    const noted = await type('Note', 'for all');
    expect(noted.facts).toMatchObject({
      changes: [],
      targetNow: expect.stringMatching(/^textbox "Note".* = "for all"$/),
    });
    const { changes } = await click('Send');
    expect(changes).toEqual([expect.stringMatching(/^~ textbox "Email" e\d+ required.* invalid: \S+/)]);
  });

  it('acts on an element by its text, and on none where several or none have it', async () => {
    await scene.at('/texts');
    const act = (args: object, tool = 'click') => scene.agent.call(tool, { ...args });
    const chosen = await act({ text: 'french polynesia' });
    expect(chosen.text).toMatch(/^Clicked e\d+\.\n/);
    expect(chosen.facts.changes).toEqual(['+ Chose French Polynesia']);
    expect((await act({ text: 'Settings' })).facts.target).toBe('button "Settings"');
    expect((await act({ text: 'Within' })).facts.targetNow).toContain('button "Pressed"');
    const typed = await act({ field: 'email', text: 'a@b.c' }, 'type');
    expect(typed.facts.targetNow).toMatch(/^textbox "Email".* = "a@b\.c"$/);
    const filled = await act({ fields: [{ field: 'Colour', value: 'Green' }] }, 'fill_form');
    expect(filled.facts.targetNow).toContain('= "Green"');
    await expect(act({ text: 'Open' })).rejects.toThrow(
      /2 elements on the page have this text.*button .*Open.* e\d+ in /s,
    );
    await expect(act({ text: 'Nowhere' })).rejects.toThrow('Nothing shown on the page has the text');
    await expect(act({ field: 'Nowhere', text: 'x' }, 'type')).rejects.toThrow('No field on the page has the label');
    await expect(act({})).rejects.toThrow('either by its ref or by its text');
    await expect(act({ text: 'Fiji', ref: 'e1' })).rejects.toThrow('either by its ref or by its text');
    // A pointer that is outside of the page moves before it presses.
    if (scene.ways.trusted) await expect(act({ text: 'Pay 9' })).rejects.toThrow('does not have the given text');
  });
}
